"""Tests of retrieval/learn/measuring.py: what cannot be measured is said as what it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.errors import StoreUnavailable
from retrieval.learn.measuring import NO_CASE, NO_DOCUMENT, Measurement, Measuring, may_pass
from retrieval.learn.nightly_told import Night, message
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

    assert {"embedder": "concepts 1"} == run.index["configuration"]
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


async def test_cases_that_cannot_be_asked_are_named_and_the_rest_is_measured(
    tmp_path: Path,
) -> None:
    """One whose collection is not indexed counts for nothing; most of them, and nothing does."""
    town = Town(tmp_path, pages=dict(FEW))
    await town.index()
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        await _gone(town, ledger, "gone")
    run = await _run(town, range(2))
    async with Ledger.open(town.url, clock=town.clock) as ledger:
        await _gone(town, ledger, "gone too", "and gone")
    most = await _run(town, range(2))

    every = run.figures["all"]
    assert ("", ["gone"]) == (run.failure, list(run.index["unasked"]))
    assert (3, 1, 2) == (every["cases"], every["failed"], every["searched"])
    assert "Could not be asked, and not counted: `gone`." in message(Night(run))
    assert "3 of 5 cases could not be asked: " in most.failure


async def _gone(town: Town, ledger: Ledger, *names: str) -> None:
    """Keep cases of a collection that is not there."""
    for name in names:
        elsewhere = case(0, town.clock)
        content = {**elsewhere.content, "collections": ["gone"]}
        await ledger.cases.add(replace(elsewhere, id=name, content=content))


def _unreachable(town: Town, traces: object) -> None:
    raise StoreUnavailable("The index cannot be reached.")
