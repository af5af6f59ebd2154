"""Footnote, put together: what the commands and the bot use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from retrieval.errors import IndexMissing, InputError
from retrieval.ports import Store, Traces, Watch
from retrieval.values import Answer, Question, Scope

if TYPE_CHECKING:
    from retrieval.answer.answerer import Answerer


def among(there: Sequence[str], collection: str | None = None) -> tuple[str, ...]:
    """Return the collection that was named, or all that are there.

    Raises:
        IndexMissing: Nothing is there.
        InputError: None has that name; the message has the names that there are.
    """
    if not there:
        raise IndexMissing(
            "Nothing has been indexed yet. Run `python -m scripts.ingest PATH` first."
        )
    if collection is not None and collection not in there:
        known = ", ".join(there)
        raise InputError(f"There is no collection {collection!r}. There are: {known}.")
    return tuple(there) if collection is None else (collection,)


Unsearchable = Callable[[str | None], Awaitable[str]]
"""Says what to do with a collection that is there and not in use, or with the first that is."""


class Footnote:
    """The answerer, and what is in reach of it."""

    def __init__(
        self,
        answerer: Answerer,
        store: Store,
        traces: Traces,
        *,
        warnings: Sequence[str] = (),
        unsearchable: Unsearchable | None = None,
    ) -> None:
        """Take the parts, already put together, and what people should know of them."""
        self.answerer = answerer
        self.store = store
        self.traces = traces
        self.warnings = tuple(warnings)
        self._unsearchable = unsearchable

    async def scope(self, collection: str | None = None) -> Scope:
        """Return the operator's scope: the named collection, or all that are there.

        Raises as `among` does; of what is there and not in use it is said how it comes into use.
        """
        there = await self.store.collections()
        try:
            return Scope(among(there, collection))
        except (IndexMissing, InputError) as error:
            if self._unsearchable and (said := await self._unsearchable(collection)):
                raise IndexMissing(said) from error
            raise

    async def ask(self, text: str, scope: Scope, *, watch: Watch | None = None) -> Answer:
        """Answer a question of the operator."""
        question = Question(text, scope, asker="operator", place="terminal")
        return await self.answerer.answer(question, watch)
