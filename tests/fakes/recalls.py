"""A stand-in for the recalled answers of a ledger, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from retrieval.ports import Cited, Page, Recall

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass
class FakeRecalls:
    """Recalls by answer and page; implements `RecallLedger`. `given` is what answers quote."""

    given: dict[Page, list[Cited]] = field(default_factory=dict)
    digests: dict[Page, str] = field(default_factory=dict)
    kept: dict[tuple[str, Page], Recall] = field(default_factory=dict)
    telling: list[str] = field(default_factory=list)
    silenced: dict[str, str] = field(default_factory=dict)

    async def cited(self) -> Sequence[Page]:
        """Return the pages that are quoted."""
        return list(self.given)

    async def looked(self) -> Mapping[Page, str]:
        """Return the digests as they were looked at."""
        return dict(self.digests)

    async def quotes(self, page: Page, since: datetime) -> Sequence[Cited]:
        """Return what is quoted of a page."""
        return self.given.get(page, [])

    async def settle(self, page: Page, digest: str, found: Sequence[Recall]) -> int:
        """Keep what was found of a page."""
        self.digests[page] = digest
        names = {one.answer for one in found}
        for key, known in list(self.kept.items()):
            if key[1] == page and key[0] not in names:
                self.kept[key] = replace(known, taken_back=NOW, marked=None)
        new = [one for one in found if not self._open(one)]
        self.kept |= {(one.answer, page): one for one in new}
        return len(new)

    def _open(self, one: Recall) -> bool:
        known = self.kept.get((one.answer, one.page))
        return known is not None and known.taken_back is None

    async def to_mark(self, *, team: str, most: int = 100) -> Sequence[Recall]:
        """Return what is to be shown."""
        return [one for one in self.kept.values() if one.marked is None][:most]

    async def of(self, answer: str) -> Sequence[Recall]:
        """Return what of an answer does not stand."""
        found = [one for one in self.kept.values() if one.answer == answer]
        return [one for one in found if one.taken_back is None]

    async def marked(self, answer: str, shown: Sequence[Recall]) -> None:
        """Note that it is shown."""
        for key, one in list(self.kept.items()):
            if one.answer == answer:
                self.kept[key] = replace(one, marked=NOW)

    async def to_tell(self, day: datetime, *, team: str, most: int = 20) -> Sequence[str]:
        """Name the answers whose askers are to be told."""
        return self.telling

    async def told(self, answer: str, *, silence: str = "") -> None:
        """Note that somebody was told, or why not."""
        self.silenced[answer] = silence
