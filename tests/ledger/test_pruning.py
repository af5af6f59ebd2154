"""Tests of retrieval/ledger/pruning.py: what is old goes, what is needed stays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from retrieval.errors import TraceMissing
from retrieval.ledger import pruning, tables
from retrieval.ledger.database import Database
from retrieval.ledger.engine import connect
from retrieval.ledger.ledger import Ledger
from retrieval.ledger.pruning import Pruning
from retrieval.ports import Opinion, Posting, Run
from retrieval.values import Trace
from tests.fakes.clock import FakeClock
from tests.ledger.filled import count_rows, done
from tests.test_tracing import QUESTION, TRACE

YEAR = timedelta(days=365)


@dataclass(slots=True)
class Kept:
    """A ledger with its database and its clock."""

    ledger: Ledger
    database: Database
    clock: FakeClock
    url: str

    async def ask(self, name: str, days: int, *, disliked: bool = False, text: str = "") -> Trace:
        """Record a question of some days ago, with a posting and an opinion."""
        now = self.clock.now()
        self.clock.pass_by(-86_400.0 * days)
        question = replace(QUESTION, text=text or f"What of {name}?")
        trace = replace(TRACE, id=name, question=question, started=self.clock.now().isoformat())
        trace = replace(trace, configuration=await self.ledger.configure({"of": name}))
        await self.ledger.record(trace)
        await self.ledger.postings.keep(
            Posting(name, "T1", "C1", f"{name}.0", (f"{name}.1",), "U1", f"{name}.0")
        )
        opinion = Opinion(name, "U1", -1 if disliked else 1, "button", "C1", self.clock.now())
        await self.ledger.feedback.give(opinion)
        self.clock.pass_by((now - self.clock.now()).total_seconds())
        return trace

    async def prune(self, *, dry: bool = False, older: timedelta = YEAR) -> dict[str, int]:
        """Forget what is older than a year."""
        said: list[tuple[str, int]] = []
        run = Pruning(
            self.database, self.clock.now() - older, lambda *told: said.append(told), dry=dry
        )
        gone = await run.run()
        assert dry == (not said) or not any(gone.values())
        return {name: rows for name, rows in gone.items() if rows}


@pytest.fixture(name="kept")
async def _kept(ledger_url: str) -> AsyncIterator[Kept]:
    clock = FakeClock()
    database = Database(connect(ledger_url), clock, 5.0)
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        yield Kept(ledger, database, clock, ledger_url)
    await database.close()


async def test_what_is_old_goes_and_what_is_new_or_a_case_stays(kept: Kept) -> None:
    """An old answer goes with everything of it; a disliked one of the same age is whole."""
    await kept.ask("old", 400)
    case = await kept.ask("case", 400, disliked=True)
    new = await kept.ask("new", 300)
    would = await kept.prune(dry=True)
    gone = await kept.prune()

    assert gone == would
    parts = ("questions", "answers", "traces", "cases", "opinions", "postings")
    assert dict.fromkeys(parts, 1) == {name: gone[name] for name in parts}
    with pytest.raises(TraceMissing):
        await kept.ledger.find("old")
    assert case == await kept.ledger.find("case")
    assert new == await kept.ledger.find("new")
    assert {"of": "case"} == await kept.ledger.configuration(case.configuration)
    assert "case" == (await kept.ledger.cases.find("case")).id
    assert await kept.ledger.postings.find("T1", "C1", "old.1") is None
    assert await kept.ledger.postings.find("T1", "C1", "case.1") is not None
    assert 2 == (await done(kept.url, count_rows))["opinions"]


async def test_a_second_run_finds_nothing(kept: Kept) -> None:
    """All that could go is gone after one run."""
    await kept.ask("old", 400)
    await kept.prune()

    assert {} == await kept.prune()


async def test_texts_that_others_need_stay(kept: Kept) -> None:
    """A text goes with the last trace that needs it."""
    await kept.ask("old", 400)
    stays = await kept.ask("new", 1)
    texts = (await done(kept.url, count_rows))["texts"]
    gone = await kept.prune()
    found = await kept.ledger.find("new")
    kept.clock.pass_by(86_400.0 * 400)
    would = await kept.prune(dry=True)
    later = await kept.prune()

    assert stays == found
    assert (0, texts, texts) == (gone.get("texts", 0), would["texts"], later["texts"])
    assert 0 == (await done(kept.url, count_rows))["texts"]


async def test_a_trace_recorded_meanwhile_keeps_its_texts(kept: Kept) -> None:
    """One that is recorded after all were looked through loses none of its texts."""
    await kept.ask("old", 400)
    every = await kept.database.read(
        lambda there: list(there.scalars(select(tables.texts.c.digest)))
    )
    none = pruning.Marked(set(), set())  # As if everything had been looked through before.
    late = replace(TRACE, id="late", started=kept.clock.now().isoformat())
    await kept.ledger.record(late)
    since = kept.clock.now() - pruning.SKEW
    await kept.database.write(lambda there: pruning._drop_texts(there, every, none, since))

    assert late == await kept.ledger.find("late")


async def test_rows_of_the_boxes_and_runs_go(kept: Kept) -> None:
    """What is done and old goes with its keys; what waits stays, however old."""
    inbox = kept.ledger.inbox
    await inbox.put("question", "a", {}, ("done",))
    (job,) = await inbox.lease(seconds=10)
    await inbox.finish(job, "answered")
    await inbox.put("question", "a", {}, ("waits",))
    await kept.ledger.outbox.notify("C1", "text", key="sent")
    (notice,) = await kept.ledger.outbox.due(seconds=10)
    await kept.ledger.outbox.sent(notice, "C1:1")
    await kept.ledger.runs.record(Run("docs", "/docs", "command", kept.clock.now(), 1.0))
    kept.clock.pass_by(86_400.0 * 400)
    gone = await kept.prune()

    assert {"inbox": 1, "inbox_keys": 1, "outbox": 1, "outbox_keys": 1, "runs": 1} == gone
    assert not await inbox.put("question", "a", {}, ("waits",))


async def test_a_stopped_run_is_taken_up_again(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each batch is kept by itself: stopped after the first, the next run does the rest."""
    monkeypatch.setattr(pruning, "BATCH", 1)
    for name in ("a", "b", "c"):
        await kept.ask(name, 400)

    def stop(_name: str, _rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await Pruning(kept.database, kept.clock.now() - YEAR, stop).run()
    left = await done(kept.url, count_rows)
    await kept.prune()

    assert (2, 2, 2) == (left["questions"], left["traces"], left["answers"])
    assert 0 == (await done(kept.url, count_rows))["questions"]
