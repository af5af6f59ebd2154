"""Puts together what finds out where right pages are lost; beside `wiring`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval import wiring, wiring_upkeep
from retrieval.ports import Label, Reader, close
from retrieval.values import Trace

if TYPE_CHECKING:
    from retrieval.learn.diagnosing import AnswersStepwise, Diagnosed, Diagnoser
    from retrieval.learn.indexed import Name, Pages, ReaderOf
    from retrieval.learn.suggesting import Suggestion
    from retrieval.settings import Settings

    Styles = Callable[[Suggestion, str, str, str], Awaitable[Suggestion]]


def pages(settings: Settings, reader: ReaderOf | None = None) -> Pages:
    """Build what looks pages up in the index of the settings, as it stands now.

    `reader` returns who reads a root of a collection; by default it is a folder of this machine.
    """
    from retrieval.learn.indexed import Pages

    def folder(collection: str, root: str) -> Reader | None:
        place = Path(root)
        return wiring.folder_reader(settings, place, collection) if place.exists() else None

    return Pages(wiring_upkeep.upkeep(settings), reader or folder)


def diagnoser(
    settings: Settings, path: AnswersStepwise, reader: ReaderOf | None = None
) -> Diagnoser:
    """Build what diagnoses questions over the index of the settings; `reader` as of `pages`."""
    from retrieval.learn.diagnosing import Diagnoser

    return Diagnoser(path, pages(settings, reader))


def styling(settings: Settings) -> Styles | None:
    """Return what words suggested paragraphs as their page does; None without a model service.

    It is seldom asked, so the model's connections are closed each time.
    """
    if not settings.has_service:
        return None

    async def style(made: Suggestion, question: str, answer: str, page: str) -> Suggestion:
        from retrieval.learn.styling import Styling

        writing = wiring.chat(settings, settings.writer_model)
        try:
            return await Styling(writing).style(made, question, answer, page)
        finally:
            await close(writing)

    return style


class Diagnosing:
    """Diagnoses one answer at a time, over the index as it stands at that moment."""

    def __init__(self, settings: Settings, answerer: AnswersStepwise) -> None:
        """Take where the index is, and who answers."""
        self._settings, self._answerer = settings, answerer

    async def locate(self, text: str, collections: Sequence[str]) -> tuple[Name, ...]:
        """Return the pages of some collections that a link or a path names. Raises StoreError."""
        from retrieval.learn.locating import locate

        return await locate(text, pages(self._settings), collections)

    async def diagnose(self, trace: Trace, right: Sequence[Name], label: Label) -> Diagnosed:
        """Say where a right page of an answer was lost, then and now. Raises StoreError."""
        from retrieval.learn.diagnosing import Asked, Diagnosed
        from retrieval.learn.evidence import Wanted

        wanted = Wanted(label.expected, label.must_say, label.must_not_say)
        asked = Asked(trace.id, trace.question, tuple(right), wanted)
        found = diagnoser(self._settings, self._answerer)
        return Diagnosed(asked, await found.now(asked), await found.then(asked, trace))
