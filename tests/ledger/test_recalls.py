"""Tests of retrieval/ledger/recalls.py: answers whose pages say something else by now."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Page, Posting, Recall
from tests.fakes.clock import FakeClock
from tests.test_tracing import TRACE

DAY = timedelta(days=1)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture(name="clock")
def _clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(name="ledger")
async def _ledger(ledger_url: str, clock: FakeClock) -> AsyncIterator[Ledger]:
    """A ledger with one posted answer, t1 of U1, that quotes a page."""
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        await _answer(ledger, "t1", "U1")
        yield ledger


async def _answer(ledger: Ledger, name: str, asker: str, text: str = "") -> None:
    question = replace(TRACE.question, asker=asker, text=text or f"What does {name} say?")
    await ledger.record(replace(TRACE, id=name, question=question, queries=None))
    await ledger.postings.keep(Posting(name, "T1", "C1", "1.0", (f"{name}.0",), asker, "1.0"))


async def _page(ledger: Ledger) -> Page:
    """Return the page that is quoted."""
    return next(iter(await ledger.recalls.cited()))


def _recall(page: Page, clock: FakeClock, answer: str = "t1", said: str = "old") -> Recall:
    return Recall(
        answer, page, "a.md", "A", "", said, "new", gone=False, found=clock.now(), team="T1"
    )


async def test_posted_answers_are_found_by_the_pages_that_they_quote(ledger: Ledger) -> None:
    """With what they quote; not those of before the moment, nor those that nobody was shown."""
    page = await _page(ledger)
    await ledger.record(replace(TRACE, id="t2"))
    quotes = await ledger.recalls.quotes(page, LONG_AGO)

    assert {"t1"} == {one.answer for one in quotes}
    assert all(one.quote for one in quotes)
    assert [] == list(await ledger.recalls.quotes(page, datetime(2100, 1, 1, tzinfo=UTC)))


async def test_a_page_that_was_looked_at_is_known_by_its_digest(ledger: Ledger) -> None:
    """The last look counts."""
    page = await _page(ledger)
    await ledger.recalls.settle(page, "d1", [])
    await ledger.recalls.settle(page, "d2", [])

    assert {page: "d2"} == dict(await ledger.recalls.looked())


async def test_an_answer_is_recalled_once_until_its_page_says_it_again(
    ledger: Ledger, clock: FakeClock
) -> None:
    """It is marked once; taken back its mark goes; recalled again its asker is not told again."""
    page, recalls = await _page(ledger), ledger.recalls
    counts = [await recalls.settle(page, "d1", [_recall(page, clock)]) for _ in range(2)]
    (first,) = await recalls.to_mark(team="T1")
    await recalls.marked("t1", [first])
    await recalls.told("t1")
    between = list(await recalls.to_mark(team="T1")), len(await recalls.of("t1"))
    clock.pass_by(60)
    await recalls.settle(page, "d2", [])
    (back,) = await recalls.to_mark(team="T1")
    await recalls.marked("t1", await recalls.of("t1"))
    after = list(await recalls.to_mark(team="T1")), list(await recalls.of("t1"))
    again = await recalls.settle(page, "d3", [_recall(page, clock)])

    assert [1, 0, 1] == [*counts, again]
    assert (([], 1), ([], [])) == (between, after)
    assert back.taken_back
    assert [] == list(await recalls.to_tell(clock.now() - DAY, team="T1"))
    assert ["t1"] == [one.answer for one in await recalls.to_mark(team="T1")]


async def test_those_most_asked_for_are_told_first_and_few_a_day(
    ledger: Ledger, clock: FakeClock
) -> None:
    """The same sentence quoted to two people goes before another; what was told counts."""
    page, recalls = await _page(ledger), ledger.recalls
    other = Page(page.collection, "another")
    for name, asker in (("t2", "U2"), ("t3", "U3"), ("t4", "U4")):
        await _answer(ledger, name, asker)
    shared = [_recall(page, clock, name) for name in ("t3", "t4")]
    await recalls.settle(other, "d1", [_recall(other, clock, "t1", "alone")])
    await recalls.settle(page, "d1", shared)
    day = clock.now() - DAY
    order = await recalls.to_tell(day, team="T1")
    two = await recalls.to_tell(day, team="T1", most=2)
    await recalls.told(order[0])
    await recalls.told(order[1], silence="not_allowed")
    left = await recalls.to_tell(day, team="T1", most=2)

    assert ["t3", "t4", "t1"] == list(order)
    assert ["t3", "t4"] == list(two)
    assert ["t1"] == list(left)
    assert [] == list(await recalls.to_tell(day, team="T1", most=1))
    assert [] == list(await recalls.to_tell(day, team="T2"))


async def test_the_same_question_of_many_goes_first(ledger: Ledger, clock: FakeClock) -> None:
    """Whoever asked it, answered or not."""
    page, recalls = await _page(ledger), ledger.recalls
    await _answer(ledger, "t9", "U9")
    await _answer(ledger, "t8", "U8", "How much leave is there?")
    await _answer(ledger, "t7", "U7", "how much leave is there")
    found = [_recall(page, clock, name, f"said to {name}") for name in ("t9", "t8")]
    await recalls.settle(page, "d1", found)

    assert ["t8", "t9"] == list(await recalls.to_tell(clock.now() - DAY, team="T1"))
