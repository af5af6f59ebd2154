"""A run is kept with its counts, judged, and what stopped it is kept as well."""

from __future__ import annotations

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from retrieval.errors import (
    GenerationDiscarded,
    IndexLocked,
    InputError,
    LedgerError,
    ReaderError,
    StoreError,
    StoreUnavailable,
)
from retrieval.ingest.ingest import Ingest
from retrieval.ledger.ledger import Ledger
from retrieval.stores.writing import SqliteIndex
from retrieval.upkeep.alarms import Watchman
from retrieval.upkeep.refresh import Refresher
from retrieval.values import Usage
from tests.fakes.clock import FakeClock
from tests.fakes.pages import MADE_WITH, FakeCutter, FakeEmbedder, FakeReader


class Gone(FakeReader):
    """A source that is not there."""

    def scan(self):
        """Refuse."""
        raise ReaderError("There is no folder here.")


def _ingest(folder: Path) -> Ingest:
    return Ingest(SqliteIndex(folder, wait=0.01), FakeCutter(), FakeEmbedder())


async def test_each_run_is_kept(tmp_path: Path) -> None:
    """With who ran it and its counts; a page that failed is named."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        refresher = Refresher(_ingest(tmp_path), clock, ledger.runs)
        reader = FakeReader({"a.md": "A\n\nText", "b.md": None})
        report = await refresher.run(reader, "docs", "command")
        (run,) = await ledger.runs.latest("docs")

    assert (report.generation, "here", "command") == (run.generation, run.root, run.by)
    assert (2, 1, 1, 2, 2) == (run.seen, run.new, run.failed, run.chunks, run.embeddings)
    assert "b.md: it is not text" == run.error


async def test_what_is_indexed_and_gone_is_an_alarm(tmp_path: Path) -> None:
    """A root that is not indexed is no alarm: somebody mistyped it. The error goes on."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox)
        refresher = Refresher(_ingest(tmp_path), clock, ledger.runs, watchman)
        await refresher.run(FakeReader({}, root="mistyped"), "docs", "command")
        await refresher.run(FakeReader({"a.md": "A"}), "docs", "command")
        before = await watchman.standing()
        with pytest.raises(ReaderError):
            await refresher.run(Gone({}), "docs", "watch")
        after = [alarm.said for alarm in await watchman.standing()]
        await refresher.run(FakeReader({"a.md": "A"}), "docs", "command")
        well = await watchman.standing()
        kept = await ledger.runs.latest("docs")

    assert [] == list(before)
    assert ["There is no folder here."] == after
    assert [] == list(well)
    assert ["", "There is no folder here.", "", "No document was found."] == [r.error for r in kept]


async def test_a_lease_that_another_holds_is_no_run(tmp_path: Path) -> None:
    """Nothing is kept of it: it is tried again."""
    clock = FakeClock()
    index = SqliteIndex(tmp_path)
    held = await index.begin("docs", "here", MADE_WITH)
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        with pytest.raises(IndexLocked):
            await Refresher(_ingest(tmp_path), clock, ledger.runs).run(
                FakeReader({"a.md": "A"}), "docs", "watch"
            )
        kept = await ledger.runs.latest("docs")
    await index.release(held)

    assert [] == list(kept)


@pytest.mark.parametrize("error", [StoreUnavailable("It is away."), ZeroDivisionError()])
async def test_a_run_that_is_cut_off_is_kept_with_what_it_did(
    tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had seen and done by then; it saw documents, so no alarm says that it saw none."""

    async def fails(*_: object, **__: object) -> None:
        raise error

    clock, index = FakeClock(), SqliteIndex(tmp_path)
    monkeypatch.setattr(index, "complete", fails)
    ingest = Ingest(index, FakeCutter(), FakeEmbedder())
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox)
        refresher = Refresher(ingest, clock, ledger.runs, watchman)
        with pytest.raises(type(error)):
            await refresher.run(FakeReader({"a.md": "A\n\nText", "b.md": None}), "docs", "command")
        (run,) = await ledger.runs.latest("docs")
        standing = await watchman.standing()

    assert (2, 1, 1, 2, 2) == (run.seen, run.new, run.failed, run.chunks, run.embeddings)
    assert "0001" == run.generation
    assert run.cut_off
    said = str(error) or "This was not foreseen: ZeroDivisionError."
    assert f"Cut off: {said}" == run.error
    assert [] == list(standing)


@pytest.mark.parametrize(
    ("error", "cut_off"),
    [(StoreUnavailable("It is away."), True), (GenerationDiscarded("It was thrown away."), False)],
)
async def test_a_run_that_is_refused_before_it_begins_is_not_cut_off(
    tmp_path: Path, error: StoreError, cut_off: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the gate, or for want of a right, the index is as it was; one that is away may not be."""

    async def refuses(*_: object) -> None:
        raise error

    clock, index = FakeClock(), SqliteIndex(tmp_path)
    monkeypatch.setattr(index, "begin", refuses)
    ingest = Ingest(index, FakeCutter(), FakeEmbedder())
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        with pytest.raises(StoreError):
            await Refresher(ingest, clock, ledger.runs).run(
                FakeReader({"a.md": "A"}), "docs", "command"
            )
        (run,) = await ledger.runs.latest("docs")

    assert (1, 0, cut_off) == (run.seen, run.new, run.cut_off)
    assert run.error.endswith(str(error))


async def test_a_run_that_came_to_an_end_is_not_said_to_be_cut_off(tmp_path: Path) -> None:
    """Nor is one of a source that cannot be read after it."""
    ingest = _ingest(tmp_path)
    await ingest.run(FakeReader({"a.md": "A"}), "docs")
    with pytest.raises(ReaderError):
        await ingest.run(Gone({}), "docs")

    assert ingest.cut_off() is None


async def test_what_cannot_be_done_as_asked_is_no_run(tmp_path: Path) -> None:
    """A name that no collection can have never comes to the ledger."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        refresher = Refresher(_ingest(tmp_path), clock, ledger.runs)
        with pytest.raises(InputError, match="cannot be the name of a collection"):
            await refresher.run(FakeReader({"a.md": "A"}), "d" * 200, "hook")
        kept = await ledger.runs.latest("d" * 200)

    assert [] == list(kept)


class _Shut:
    """Runs and alarms that cannot be kept."""

    asked = 0

    async def record(self, *_):
        """Refuse."""
        self.asked += 1
        raise LedgerError("The server is away.")

    give = end = record


async def test_a_ledger_that_is_away_is_asked_once(tmp_path: Path) -> None:
    """Each time would take as long; one event tells of it, and of no alarm that was not raised."""
    shut = _Shut()
    refresher = Refresher(_ingest(tmp_path), FakeClock(), shut, Watchman(shut, None))
    with capture_logs() as logs:
        await refresher.run(FakeReader({"a.md": "A"}), "docs", "command")
        await refresher.run(FakeReader({"a.md": None}), "docs", "command")

    assert ["run_not_kept", "run_not_kept", "alarm_not_kept"] == [line["event"] for line in logs]
    assert "1 of 1 documents" in logs[2]["said"]
    assert "The server is away." == refresher.unkept
    assert 2 == shut.asked


async def test_what_a_command_says_itself_is_not_logged(tmp_path: Path) -> None:
    """It reads why from the refresher."""
    shut = _Shut()
    refresher = Refresher(_ingest(tmp_path), FakeClock(), shut, Watchman(shut, None, aloud=False))
    with capture_logs() as logs:
        await refresher.run(FakeReader({"a.md": None}), "docs", "command")

    assert [] == logs
    assert "The server is away." == refresher.unkept


async def test_a_ledger_that_is_shut_stops_no_indexing(tmp_path: Path) -> None:
    """The report comes all the same."""
    refresher = Refresher(_ingest(tmp_path), FakeClock(), _Shut())

    assert (await refresher.run(FakeReader({"a.md": "A"}), "docs", "command")).succeeded


class Metered(FakeEmbedder):
    """An embedder that is paid for each text."""

    async def paid_query(self, text):
        """Embed one text."""
        return await self.query(text), Usage(1)

    def spent(self):
        """Charge for what was embedded since the last time."""
        texts, self.seen = len(self.seen), []
        return Usage(10 * texts, model="metered") if texts else Usage()


async def test_what_a_run_cost_is_in_the_accounts(tmp_path: Path) -> None:
    """Under a stage of its own; a run that embeds nothing costs nothing."""
    clock = FakeClock()
    ingest = Ingest(SqliteIndex(tmp_path, wait=0.01), FakeCutter(), Metered())
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        refresher = Refresher(ingest, clock, ledger.runs, charges=ledger.charges)
        for _ in range(2):
            await refresher.run(FakeReader({"a.md": "A\n\nText"}), "docs", "command")
        charges = await ledger.charges.between(None, None)

    assert [("embed", ("docs",), Usage(20, model="metered"))] == [
        (one.stage, one.collections, one.usage) for one in charges
    ]
