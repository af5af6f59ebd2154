"""Case by case, configuration by configuration, generation by generation: what broke it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval import wiring, wiring_upkeep
from retrieval.ports import Run
from retrieval.settings import Settings
from retrieval.values import Question, Scope
from retrieval.wiring_bisect import Asking, history, judge, named, since
from retrieval.wiring_learn import open_path
from tests.fakes.synonymous import cases, synonyms, town
from tests.fakes.team import BagEmbedder

QUESTION = Question("What do I do about tunnel?", Scope(("docs",)))
CASE = next(one for one in cases() if one.id == "case-wireguard")


async def told(settings: Settings, **chosen: object) -> str:
    """Answer a question by a configuration, so that it is in the ledger; return its id."""
    settings = settings.model_copy(update=chosen)
    async with (
        wiring.open_ledger(settings) as ledger,
        open_path(settings, traces=ledger) as path,
    ):
        await path.answerer.answer(QUESTION)
        return path.configuration


async def rebuilt(settings: Settings, *gone: str) -> str:
    """Build a generation without some pages, and put it in use; return its name."""
    for name in gone:
        (Path("pages") / name).unlink()
    ingest = wiring.ingest(settings, BagEmbedder(), into=wiring_upkeep.building(settings))
    report = await ingest.run(wiring.folder_reader(settings, Path("pages")), "docs")
    await wiring_upkeep.upkeep(settings).swap("docs", report.generation)
    return report.generation


async def ran(settings: Settings, generation: str, started: datetime, **counts: int) -> None:
    """Keep a run of indexing."""
    run = Run("docs", "pages", "command", started, 1.0, generation, **counts)
    async with wiring.open_ledger(settings) as ledger:
        await ledger.runs.record(run)


async def test_a_page_that_went_with_a_generation_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The states are those of the record, each can be asked again, and the pages are compared."""
    settings = await town(tmp_path, monkeypatch)
    synonyms(settings.data / "synonyms")
    first = await told(settings)
    await rebuilt(settings, "wireguard.md", "payslip.md")
    second = await told(settings, sources=4)
    async with wiring.open_ledger(settings) as ledger:
        known = await history(settings, ledger, CASE)

    verdicts = [
        await judge(settings, known, CASE, state, Asking("found")) for state in known.states
    ]
    changes = await named(settings, known, known.states[0], known.states[1])
    otherwise = await named(settings, known, known.states[1], known.states[2])

    assert [(first, "0001"), (first, "0002"), (second, "0002"), (first, "0002")] == [
        (state.configuration, state.generations["docs"]) for state in known.states
    ]
    assert [True, False, False, False] == [one.right for one in verdicts]
    assert [
        ("generation of docs", "0002"),
        ("pages removed in docs", "2: payslip.md, wireguard.md"),
    ] == [(change.what, change.after) for change in changes]
    assert [("setting sources", "5", "4")] == [
        (change.what, change.before, change.after) for change in otherwise
    ]


async def test_a_generation_that_is_gone_is_named_and_can_be_stood_in_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With how it is rebuilt; what its runs did is told from the ledger."""
    settings = await town(tmp_path, monkeypatch)
    synonyms(settings.data / "synonyms")
    await told(settings)
    for generation, day in (("0000", 1), ("0001", 2)):
        started = datetime(2020, 1, day, tzinfo=UTC)
        await ran(settings, generation, started, new=3, changed=2, deleted=1)
    async with wiring.open_ledger(settings) as ledger:
        known = await history(settings, ledger, CASE)

    gone = known.states[0]
    lost = await judge(settings, known, CASE, gone, Asking("found"))
    stood = await judge(settings, known, CASE, gone, Asking("found", {("docs", "0000"): "0001"}))
    changes = await named(settings, known, gone, known.states[1])

    assert {"docs": "0000"} == gone.generations
    assert lost.right is None
    assert "scripts.index build PATH --collection docs" in lost.why
    assert stood.right
    assert "0001 (1 run: 3 pages new, 2 changed, 1 removed)" == changes[0].after


async def test_what_was_changed_in_place_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier pages of a generation are no longer there to be asked; runs say that it was so."""
    settings = await town(tmp_path, monkeypatch)
    await told(settings)
    await ran(settings, "0001", datetime(2020, 1, 1, tzinfo=UTC), new=18)
    await ran(settings, "0001", datetime(2050, 1, 1, tzinfo=UTC), changed=7)
    await ran(settings, "0001", datetime(2051, 1, 1, tzinfo=UTC), seen=18)
    async with wiring.open_ledger(settings) as ledger:
        known = await history(settings, ledger, CASE)

    (told_of,) = since(known, known.states[0])
    assert (
        "generation 0001 of 'docs' was changed in place since then by 1 run: 0 pages new, 7 "
        "changed, 0 removed, the last on 2050-01-01 00:00 UTC"
    ) == told_of
