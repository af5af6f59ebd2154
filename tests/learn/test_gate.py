"""Tests of retrieval/learn/gate.py: what is worse stays beside, what is not goes live."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from retrieval.errors import GenerationDiscarded, LedgerError, ModelUnavailable
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.report import Progress, Report
from retrieval.learn.deciding import Decisions, Kept
from retrieval.learn.gate import CaseGate
from retrieval.ports import Channel, Ruling
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from tests.fakes.gate import Books, FakeMeasure, case
from tests.fakes.pages import FakeCutter, FakeEmbedder, FakeReader

OLD, NEW = "0001", "0002"


async def _nothing(ruling: Ruling) -> None:
    """Do nothing about weights."""


@dataclass
class House:
    """An index of one page, its gate, and runs by one cutter after another."""

    folder: Path
    books: Books = field(default_factory=Books)
    measure: FakeMeasure = field(default_factory=lambda: FakeMeasure({OLD: {}, NEW: {}}))
    texts: dict[str, str | None] = field(default_factory=lambda: {"a.md": "A\n\nText"})
    told: list[Progress] = field(default_factory=list)

    @property
    def store(self) -> SqliteUpkeep:
        """The index from behind."""
        return SqliteUpkeep(self.folder, wait=0.05)

    @property
    def decisions(self) -> Decisions:
        """What people decide."""
        return Decisions(self.store, self.books, self.books.alarms, Kept(_nothing, _nothing))

    async def run(self, cutter: str = "cutter 1") -> Report:
        """Index what there is."""
        clock = self.books.clock
        gate = CaseGate(self.store, self.books.open, self.measure, clock, Channel("C0MAINTAIN"))
        index = SqliteIndex(self.folder, wait=0.05)
        ingest = Ingest(index, FakeCutter(cutter), FakeEmbedder(), gate=gate)
        return await ingest.run(FakeReader(self.texts), "docs", self.told.append)

    async def used(self) -> str:
        """Name the generation in use."""
        return next(one.name for one in await self.store.generations("docs") if one.in_use)

    async def names(self) -> list[str]:
        """Name the generations that there are."""
        return [one.name for one in await self.store.generations("docs")]

    @property
    def ruling(self) -> Ruling:
        """What was ruled about the new one."""
        return next(one for one in self.books.kept.values() if one.generation == NEW)


@pytest.fixture(name="house")
async def _house(tmp_path: Path) -> House:
    """An index that is in use, and cases."""
    house = House(tmp_path, Books([case("c1"), case("c2")]))
    await house.run()
    return house


@pytest.fixture(name="held")
async def _held(house: House) -> House:
    """One beside it that was held back: of one case the page is not found any more."""
    house.measure.ranks = {OLD: {}, NEW: {"c2": None}}
    await house.run("cutter 2")
    return house


async def test_the_first_index_goes_live_unasked(house: House) -> None:
    """There is nothing that it could be worse than."""
    assert (OLD, []) == (await house.used(), house.measure.asked)


async def test_what_is_not_worse_goes_live(house: House) -> None:
    """Both are measured; progress is told; the run says it, and nobody is written to."""
    report = await house.run("cutter 2")

    assert (True, NEW) == (report.current, await house.used())
    assert [OLD, NEW] == house.measure.asked
    assert "None of 2 cases got worse" in report.gate
    assert "measuring" in [progress.phase for progress in house.told]
    assert ("passed", []) == (house.ruling.state, house.books.said)


async def test_without_cases_it_goes_live_and_says_so(house: House) -> None:
    """There is nothing to measure with."""
    house.books.known = []
    report = await house.run("cutter 2")

    assert (NEW, []) == (await house.used(), house.measure.asked)
    assert "No labelled case" in report.gate


async def test_what_is_worse_stays_beside(held: House) -> None:
    """The one in use stays; maintainers are told which case got worse, and what they can do."""
    ((channel, text, buttons),) = held.books.said

    assert OLD == await held.used()
    assert "C0MAINTAIN" == channel
    assert "- c2: rank 1 -> none" in text
    assert ["Accept", "Throw away"] == [button.label for button in buttons]
    assert [(1, None)] == [(one.before, one.after) for one in held.ruling.lost]
    assert ["held docs 0002"] == list(held.books.standing)


async def test_what_is_held_back_is_neither_built_nor_measured_at_every_run(held: House) -> None:
    """It is filled on as pages change; a day later, if it changed, it is measured once more."""
    held.texts["b.md"] = "B\n\nText"
    same = await held.run("cutter 2")
    measured_by_then = len(held.measure.asked)
    held.books.clock.pass_by(2 * 24 * 3600.0)
    held.measure.ranks = {OLD: {}, NEW: {}}
    later = await held.run("cutter 2")

    assert (NEW, 1, False, 2) == (same.generation, same.new, same.current, measured_by_then)
    assert "is held back" in same.gate
    assert (True, NEW) == (later.current, await held.used())
    assert {} == held.books.standing


async def test_a_killed_measurement_leaves_nothing_and_is_made_again(house: House) -> None:
    """What fails while it is measured with is no loss of a case: the next run measures."""
    house.measure.failure = ModelUnavailable("The service is down.")
    report = await house.run("cutter 2")
    before = (await house.used(), dict(house.books.kept))
    house.measure.failure = None
    again = await house.run("cutter 2")

    assert "The service is down." in report.gate
    assert (OLD, {}) == before
    assert (True, NEW) == (again.current, await house.used())


async def test_where_no_ledger_can_be_read_it_waits(house: House) -> None:
    """Nobody can say that it is not worse."""
    house.books.broken = LedgerError("The ledger is damaged.")
    report = await house.run("cutter 2")

    assert (False, OLD) == (report.current, await house.used())
    assert "The ledger is damaged." in report.gate


async def test_accepted_it_goes_live_once(held: House) -> None:
    """Whoever comes later to throw it away is told that it is not held back."""
    accepted = await held.decisions.accept(held.ruling, "U1")
    late = await held.decisions.discard(held.ruling, "U2")

    assert accepted
    assert ("accepted", "U1") == (accepted.state, accepted.by)
    assert (None, NEW, {}) == (late, await held.used(), held.books.standing)


async def test_what_was_accepted_and_not_put_in_use_is_by_the_next_run(held: House) -> None:
    """Whoever is killed between the decision and the deed loses nothing."""
    await held.books.decide(held.ruling, "accepted", by="U1")
    report = await held.run("cutter 2")

    assert (True, NEW) == (report.current, await held.used())


async def test_thrown_away_it_is_not_built_again(held: House) -> None:
    """A run of the same making says who threw it away; one of the old making goes on."""
    await held.decisions.discard(held.ruling, "U1")

    assert [OLD] == await held.names()
    with pytest.raises(GenerationDiscarded, match="U1 threw it away"):
        await held.run("cutter 2")
    assert [OLD] == await held.names()
    assert (await held.run()).current


async def test_a_later_generation_of_the_same_name_is_measured_for_itself(held: House) -> None:
    """A name is given again once a generation is gone: what was ruled of that one says nothing."""
    await held.decisions.discard(held.ruling, "U1")
    held.measure.ranks = {OLD: {}, NEW: {}}
    report = await held.run("cutter 3")

    assert (NEW, True) == (report.generation, report.current)
    with pytest.raises(GenerationDiscarded):
        await held.run("cutter 2")


async def test_what_is_put_in_use_otherwise_or_pruned_is_held_back_no_more(held: House) -> None:
    """Its alarm ends with the next run."""
    await held.store.swap("docs", NEW)
    await held.run("cutter 2")
    swapped = held.ruling.state, dict(held.books.standing)

    assert ("accepted", {}) == swapped


async def test_what_is_removed_is_held_back_no_more(held: House) -> None:
    """Nobody is asked to decide about it."""
    await held.store.drop("docs", NEW)
    await held.run()

    assert ("gone", {}) == (held.ruling.state, held.books.standing)
