"""Tests of retrieval/learn/nightly.py: a drop is found, told once with its cause, and recovers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from retrieval.learn.causes import EMBEDDER, ONE_TITLE, REMOVED
from retrieval.learn.nightly import ANEW
from retrieval.learn.nightly_told import Night
from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase, Label
from tests.fakes.town import CASES, GUIDE, SECTIONS, Concepts, Town, guide, path, silent
from tests.fakes.tracker import Tracker


@pytest_asyncio.fixture(name="measured", scope="module", loop_scope="module")
async def _measured(tmp_path_factory: pytest.TempPathFactory) -> Town:
    """A town that was measured once, with nothing wrong."""
    town = Town(tmp_path_factory.mktemp("town"))
    await town.index()
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        await town.label(ledger)
        night = await town.nightly(ledger).once("2026-01-02", silent)
    assert night
    assert (CASES, 1.0) == (night.run.figures["all"]["cases"], night.run.figures["all"]["r5"])
    return town


@pytest.fixture(name="town")
def _town(measured: Town, tmp_path: Path) -> Town:
    """The same town, to do things to."""
    return measured.copy(tmp_path / "town")


async def _night(town: Town, tracker: Tracker) -> Night:
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        night = await town.nightly(ledger, tracker).once(town.next_night(), silent)
    assert night
    return night


def _swap(town: Town) -> None:
    town.embedder = Concepts(knows=False)


def _split(town: Town) -> None:
    del town.pages[GUIDE]
    for number in range(3):
        town.pages[f"guide-{number + 1}.md"] = guide(range(number, SECTIONS, 3))


@pytest.mark.parametrize(
    ("change", "cause", "lost", "told"),
    [
        (_swap, EMBEDDER, 40, "changed from concepts 1 to letters 1 (docs)"),
        (_split, ONE_TITLE, SECTIONS, "Pages with one title: 3 new pages are called `The guide`"),
    ],
)
async def test_a_planted_drop_opens_one_ticket_and_names_its_cause(
    town: Town, change: Callable[[Town], None], cause: str, lost: int, told: str
) -> None:
    """The run that follows finds it, and the true cause is the first that is named."""
    tracker = Tracker()
    change(town)
    await town.index()
    night = await _night(town, tracker)

    _is_told(night, tracker, cause, told)
    assert lost <= len(night.drops[0].paired.worse) <= lost + 8


async def test_removed_documents_are_told_once_and_the_ticket_closed_when_they_are_back(
    town: Town,
) -> None:
    """Killed after measuring, nothing is measured or told twice."""
    tracker, pages = Tracker(), dict(town.pages)
    for number in range(50):
        del town.pages[path(number)]
    await town.index()
    night = await _night(town, tracker)
    asked = town.asked
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        done = await town.nightly(ledger, tracker).once(night.run.period, silent)
        again = await town.nightly(ledger, tracker).run(night.run.period, silent)
        told = await _said(ledger)
    still = await _night(town, tracker)
    town.pages = pages
    await town.index()
    back = await _night(town, tracker)

    _is_told(night, tracker, REMOVED, "Documents were removed: 50 right pages")
    assert 50 == len(night.drops[0].paired.worse)
    assert (None, night.run.id, asked) == (done, again.run.id, asked)
    assert ["Nightly, 02 Jan", "Nightly, 03 Jan"] == [text[2:17] for text in told]
    assert "Ticket opened: https://tracker.example/drop-2026-01-03" in told[1]
    assert [one.key for one in night.opened] == [one.key for one in back.closed]
    assert ([], []) == (list(night.standing), list(back.standing))
    assert [one.key for one in night.opened] == [one.key for one in still.standing]
    assert "recall@5 is back at 100.0 %" in tracker.closed[0]
    assert back.changed
    assert (50, 0) == (len(back.changed.better), len(back.changed.worse))


async def test_what_people_answered_is_measured_once_its_page_says_it(town: Town) -> None:
    """The night before it is not; looking alone changes nothing."""
    town.pages["badges.md"] = "# Badges\n\nSo.\n"
    await town.index()
    label = Label(right=("docs:badges.md",), expected="Badges are at the porter's lodge.")
    content = {"question": "Badges?", "collections": ["docs"], "history": []}
    answered = EvalCase(
        "h1", "", town.clock.now(), "new", "U1", "C1", content, kind="human", label=label
    )
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        await ledger.cases.add(answered)
        before = await town.nightly(ledger).once(town.next_night(), silent)
        town.pages["badges.md"] = "# Badges\n\nBadges are at the porter's lodge.\n"
        await town.index()
        await town.nightly(ledger).look("2026-01-09", silent)
        waits = (await ledger.cases.find("h1")).state
        after = await town.nightly(ledger).once(town.next_night(), silent)

    assert before
    assert after
    assert "new" == waits
    assert [CASES, CASES + 1] == [one.run.figures["all"]["cases"] for one in (before, after)]


async def test_what_is_posted_names_no_page_that_not_everybody_there_may_search(town: Town) -> None:
    """Neither the message nor the ticket; what the command prints names all."""
    tracker, town.open = Tracker(), False
    for number in range(50):
        del town.pages[path(number)]
    await town.index()
    night = await _night(town, tracker)
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        *_, told = await _said(ledger)
    ((_, body),) = tracker.opened.values()

    assert ("docs:", "docs:") == tuple(
        "docs:" if path(0) in said else "" for said in (night.causes[0].said, str(night.fates))
    )
    for said in (told, body):
        assert "50 pages that not everybody here may search" in said
        assert ".md" not in said
    assert "a page that not everybody here may search is not in the index any more" in body


def _is_told(night: Night, tracker: Tracker, cause: str, told: str) -> None:
    """One ticket, and the true cause the first named, in the night's findings and in the ticket."""
    ((title, body),) = tracker.opened.values()

    assert cause == night.causes[0].kind
    assert told in night.causes[0].said
    assert told in body.split("Likely cause")[1].split("\n2.")[0]
    assert f"{len(night.drops[0].paired.worse)} cases lost" in title
    assert 1 == len(night.opened)


async def _said(ledger: Ledger) -> list[str]:
    """Deliver what was written to the maintainers."""
    said = []
    while due := await ledger.outbox.due(seconds=60):
        for job in due:
            said.append(job.payload["text"])
            assert job.payload["within"]
            assert bool(job.payload.get("until")) or job.payload["text"].startswith("**")
            await ledger.outbox.sent(job, "1.0")
    return said


async def test_of_two_that_measure_anew_at_once_one_does(town: Town) -> None:
    """One after the other both do; one that was killed keeps nobody from it for long."""
    period, under_way, go_on = town.next_night(), asyncio.Event(), asyncio.Event()
    async with (
        Ledger.open(town.url, clock=town.clock) as one,
        Ledger.open(town.url, clock=town.clock) as other,
    ):
        first, second = town.nightly(one), town.nightly(other)
        run = first.run

        async def slow(*given: Any, **more: Any) -> Night:
            under_way.set()
            await go_on.wait()
            return await run(*given, **more)

        first.run = slow  # type: ignore[method-assign]
        measuring = asyncio.create_task(first.again(period, silent))
        await under_way.wait()
        meanwhile = await second.again(period, silent)
        go_on.set()
        done = await measuring
        afterwards = await second.again(period, silent)
        for _ in range(6):
            await other.duties.begin(ANEW, period, seconds=0.0)
        after_kills = await first.again(period, silent)

    assert meanwhile is None
    assert done
    assert afterwards
    assert after_kills
