"""Answers that quote what their pages no longer say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Cited:
    """A quote of an answer from a page, and the workspace in which the answer was posted."""

    answer: str
    quote: str
    path: str
    url: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its collection and the id of its document."""

    collection: str
    document: str


@dataclass(frozen=True, slots=True)
class Recall:
    """An answer that quotes what a page no longer says.

    `said` is the quote, `now` the sentence of the page's new text that is nearest to it, empty
    where the page is `gone` or says nothing like it. `found` is when that was seen; `marked` when
    the answer in Slack was marked, `told` when its asker was; `taken_back` when the page was seen
    to say it again. `silence` is why the asker is not told.
    """

    answer: str
    page: Page
    path: str
    title: str
    url: str
    said: str
    now: str
    gone: bool
    found: datetime
    marked: datetime | None = None
    told: datetime | None = None
    taken_back: datetime | None = None
    silence: str = ""
    team: str = ""


class Lookouts(Protocol):
    """Which pages answers quote, and how they were when looked at last. Raises LedgerError."""

    async def cited(self) -> Sequence[Page]:
        """Return the pages that any answer quotes."""

    async def looked(self) -> Mapping[Page, str]:
        """Return the digest of each page as it was looked at last, empty for one that is gone."""

    async def quotes(self, page: Page, since: datetime) -> Sequence[Cited]:
        """Return what answers given since a moment quote of a page."""

    async def settle(self, page: Page, digest: str, found: Sequence[Recall]) -> int:
        """Keep, in one step, that a page was looked at, and which answers it no longer bears out.

        Answers of the page that were recalled and are not in `found` are taken back. Return how
        many are recalled by it that were not before.
        """


class Recalls(Protocol):
    """What is to be shown and told of answers that no longer stand. Raises LedgerError."""

    async def to_mark(self, *, team: str, most: int = 100) -> Sequence[Recall]:
        """Return what is to be shown in answers of a workspace, or no longer, the oldest first."""

    async def of(self, answer: str) -> Sequence[Recall]:
        """Return what of an answer no longer stands, by page."""

    async def marked(self, answer: str, shown: Sequence[Recall]) -> None:
        """Say that an answer shows these, and none else, as what of it no longer stands."""

    async def to_tell(self, day: datetime, *, team: str, most: int = 20) -> Sequence[str]:
        """Name a workspace's answers whose askers are still to be told, the most asked for first.

        At most so many that with those told since `day` began it is `most`. How many people had
        asked the same, or had got the same sentence quoted, says how much it was asked for.
        """

    async def told(self, answer: str, *, silence: str = "") -> None:
        """Say that the asker of an answer was told, or why they are not."""


class RecallLedger(Lookouts, Recalls, Protocol):
    """Which pages are quoted, and what is shown of it: the two ports together."""
