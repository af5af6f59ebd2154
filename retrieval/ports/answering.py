"""The answer path: who rewrites, reranks and writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from retrieval.values import (
    Candidates,
    Claim,
    Packed,
    Queries,
    Question,
    RankedHit,
    Usage,
    Weighing,
)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewriter's proposal; `searches` may be empty, `raw` is the model's own reply.

    `failed` says why there is no proposal, though the model was paid for one.
    """

    standalone: str
    searches: tuple[str, ...] = ()
    raw: str = ""
    usage: Usage = field(default_factory=Usage)
    failed: str = ""


class Rewriter(Protocol):
    """Turns a follow-up into a question that stands alone."""

    @property
    def name(self) -> str:
        """For the trace and the configuration."""

    async def rewrite(self, question: Question) -> Rewrite:
        """Propose; the stage checks for drift. Raises ModelError."""


class Scores(list[float]):
    """The scores of a reranker that was paid for them."""

    def __init__(
        self, scores: Iterable[float], usage: Usage, *, raw: str = "", failed: str = ""
    ) -> None:
        """Take the scores and what the service charged for them.

        `raw` is a model's own reply; `failed` says why there are no scores, though it was paid.
        """
        super().__init__(scores)
        self.usage = usage
        self.raw = raw
        self.failed = failed


class Reranker(Protocol):
    """Puts the best candidates in a better order."""

    @property
    def name(self) -> str:
        """For the trace and the configuration; "identity" changes nothing."""

    async def rerank(
        self, queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]
    ) -> Sequence[float]:
        """Return one score a hit, higher is better, same order. Raises ModelError.

        A reranker that is paid by the token returns `Scores`.
        """


@dataclass(frozen=True, slots=True)
class Written:
    """One thing a writer said: its `status` first, then claims, and at the end the usage.

    `raw` is a piece of a model's own reply, before what it completes: together they are the whole
    reply. `note` is for the trace: what the writer did other than what it was asked; so are
    `closeness`, what it compared for one wording of the question, and `weighed`, what came of it.
    `unanswered` are the parts of the question that it has nothing for, as they were asked.
    """

    status: str = ""
    claim: Claim | None = None
    raw: str = ""
    usage: Usage | None = None
    note: str = ""
    closeness: tuple[float, ...] | None = None
    weighed: Weighing | None = None
    unanswered: tuple[str, ...] = ()


class Writer(Protocol):
    """Writes claims from packed sources, each with its quotes; checks nothing itself."""

    @property
    def name(self) -> str:
        """For the trace and the configuration."""

    def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Yield what is written as it comes. Raises ModelError, also in the middle."""


Hop = object
Watch = Callable[[Hop], Awaitable[None]]
"""Called after each hop and each verified claim with that very value."""
