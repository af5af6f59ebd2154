"""Tests of retrieval/learn/looking.py: which answers no longer stand after a change of an index."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from retrieval.ingest.ingest import Ingest
from retrieval.learn.looking import Looker
from retrieval.ports import Cited, Page
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from tests.fakes.clock import FakeClock
from tests.fakes.pages import FakeCutter, FakeEmbedder, FakeReader
from tests.fakes.recalls import FakeRecalls

TRAVEL = "Travel above 500 euros is approved by the finance team."
MEALS = "Meals on business trips need no approval by anybody."
PAGE = Page("docs", "here:travel.md")


class _Ticking(FakeClock):
    """A clock that moves with every look at it."""

    def now(self) -> datetime:
        self._left = getattr(self, "_left", 0) + 1
        return super().now() + timedelta(microseconds=self._left)


@dataclass
class House:
    """An index of pages in memory, and the answers that quote them."""

    folder: Path
    texts: dict[str, str | None]
    recalls: FakeRecalls

    async def change(self, **texts: str | None) -> int:
        """Change pages (None: delete), index, look; return how many answers are recalled."""
        for name, text in texts.items():
            self.texts.pop(f"{name}.md", None)
            if text is not None:
                self.texts[f"{name}.md"] = text
        ingest = Ingest(SqliteIndex(self.folder), FakeCutter(), FakeEmbedder())
        await ingest.run(FakeReader(self.texts), "docs")
        return await self.look()

    async def look(self) -> int:
        """Look."""
        store = SqliteStore(self.folder, embedder="hash 16")
        try:
            looker = Looker(SqliteUpkeep(self.folder), store, self.recalls, _Ticking())
            return await looker.look()
        finally:
            await store.close()


@pytest.fixture(name="house")
async def _house(tmp_path: Path) -> House:
    """Two answers quote one page, which says both sentences."""
    cited = [Cited(name, said, "travel.md", "") for name, said in (("t1", TRAVEL), ("t2", MEALS))]
    house = House(tmp_path, {}, FakeRecalls({PAGE: cited}))
    await house.change(travel=f"Travel\n\n{TRAVEL}\n\n{MEALS}", other="Other\n\nSomething else")
    return house


async def test_while_the_page_says_it_nothing_is_recalled(house: House) -> None:
    """Also when the page changed, or its sentence moved within it or into another page."""
    moved = await house.change(travel=f"Travel\n\nNew here.\n\n{MEALS}\n\n{TRAVEL}")
    away = await house.change(travel=f"Travel\n\n{MEALS}", other=f"Other\n\n{TRAVEL}")
    renamed = await house.change(travel=None, trips=f"Travel\n\n{MEALS}")

    assert (0, 0, 0, {}) == (moved, away, renamed, house.recalls.kept)


async def test_a_changed_sentence_recalls_the_answer_that_quotes_it(house: House) -> None:
    """With what the page says now; the other answer stands. Looking again finds nothing new."""
    changed = TRAVEL.replace("500", "800")
    found = await house.change(travel=f"Travel\n\n{changed}\n\n{MEALS}")
    again = await house.look()
    ((answer, page),) = house.recalls.kept

    assert (1, 0, "t1", PAGE) == (found, again, answer, page)
    recall = house.recalls.kept[answer, page]
    assert (TRAVEL, changed, False, "Travel") == (
        recall.said,
        recall.now,
        recall.gone,
        recall.title,
    )


async def test_a_page_that_is_gone_recalls_all_that_quote_it(house: House) -> None:
    """It says nothing any more."""
    assert 2 == await house.change(travel=None)
    assert {(True, "")} == {(one.gone, one.now) for one in house.recalls.kept.values()}


async def test_one_change_has_one_time(house: House) -> None:
    """By it whoever asked the same twice is told once."""
    await house.change(travel=None)

    assert 1 == len({one.found for one in house.recalls.kept.values()})
    assert 2 == len(house.recalls.kept)


async def test_a_sentence_that_comes_back_is_taken_back(house: House) -> None:
    """The answer stands again."""
    await house.change(travel=f"Travel\n\n{MEALS}")
    await house.change(travel=f"Travel\n\n{TRAVEL}\n\n{MEALS}")
    (recall,) = house.recalls.kept.values()

    assert recall.taken_back


async def test_a_collection_that_is_not_indexed_is_passed_over(house: House) -> None:
    """Its pages are not gone; its index is."""
    other = Page("hr", "here:leave.md")
    house.recalls.given[other] = [Cited("t3", "Thirty days of leave.", "leave.md", "")]

    assert 0 == await house.look()
    assert other not in house.recalls.digests
