"""Tests of retrieval/learn/measuring.py: what cannot be measured is said as what it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.errors import StoreUnavailable
from retrieval.learn.measuring import NO_CASE, NO_DOCUMENT, Measurement, Measuring, may_pass
from retrieval.ledger.ledger import Ledger
from retrieval.ports import NightlyRun
from retrieval.stores.upkeep import SqliteUpkeep
from tests.fakes.town import Town, case, page, path, silent

FEW = {path(number): page(number) for number in range(4)}


async def _run(town: Town, permits: range) -> NightlyRun:
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        await town.label(ledger, permits)
        measuring = Measuring(lambda: town.open_path(ledger), SqliteUpkeep(town.folder / "index"))
        return await Measurement(ledger, measuring, town.clock).run("d", silent)


async def test_without_documents_or_cases_nothing_is_asked(tmp_path: Path) -> None:
    """Each is said in its own sentence, and trying again would not help."""
    town = Town(tmp_path, pages={"a.md": "A"})
    nothing = await _run(town, range(2))
    await town.index()
    other = replace(town, folder=tmp_path / "other")
    await other.index()
    unlabelled = await _run(other, range(0))

    assert [NO_DOCUMENT, NO_CASE] == [nothing.failure, unlabelled.failure]
    assert [False, False] == [may_pass(nothing), may_pass(unlabelled)]
    assert 0 == town.asked + other.asked


async def test_what_it_was_measured_with_is_kept(tmp_path: Path) -> None:
    """The configuration's values, and what the index holds."""
    town = Town(tmp_path, pages=dict(FEW))
    await town.index()
    run = await _run(town, range(4))

    assert {"embedder": "concepts 1", "k": "60"} == run.index["configuration"]
    assert 4 == run.index["collections"]["docs"]["documents"]
    assert (4, "") == (run.figures["all"]["cases"], run.failure)
    assert run.configuration


async def test_an_index_that_cannot_be_searched_is_no_drop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said, and may go better later."""
    town = Town(tmp_path, pages=dict(FEW))
    await town.index()
    monkeypatch.setattr(Town, "open_path", _unreachable)
    run = await _run(town, range(2))

    assert "The cases could not be asked: The index cannot be reached." == run.failure
    assert may_pass(run)


async def test_cases_that_fail_are_counted(tmp_path: Path) -> None:
    """One of a hundred is let pass; more of them, and the run measured the failure."""
    town = Town(tmp_path, pages=dict(FEW))
    await town.index()
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        elsewhere = case(0, town.clock)
        content = {**elsewhere.content, "collections": ["gone"]}
        await ledger.cases.add(replace(elsewhere, id="gone", content=content))
    run = await _run(town, range(2))

    assert "1 of 3 cases could not be asked: " in run.failure
    assert (3, 1) == (run.figures["all"]["cases"], run.figures["all"]["failed"])


def _unreachable(town: Town, traces: object) -> None:
    raise StoreUnavailable("The index cannot be reached.")
