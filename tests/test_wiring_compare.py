"""What the cases say of two versions is measured, and kept as a ruling."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.learn.comparison import comparison
from retrieval.ports.gating import HELD, PASSED
from retrieval.wiring_compare import CaseRun, keep_ruling, last_passed, run_cases
from retrieval.wiring_configuration import today
from retrieval.wiring_versions import Version, plain
from tests.fakes.synonymous import cases, town


async def test_a_version_is_run_over_the_cases_and_ruled_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that passed is what the next is compared with; one that is worse never is."""
    settings = await town(tmp_path, monkeypatch)
    asked, seen = cases(), list[tuple[int, int]]()
    words = {"docs": "tunnel, wireguard\n"}
    other = Version("other", {**plain(today(settings)), "synonyms": words})

    before = await run_cases(settings, other, asked, lambda *step: seen.append(step))
    after = await run_cases(settings, Version("current"), asked, lambda *_: None)
    async with wiring.open_ledger(settings) as ledger:
        assert "" == await last_passed(ledger)
        states = []
        for pair in ((after, before), (before, after)):
            found = comparison(pair[0].scores, pair[1].scores, {})
            states.append((await keep_ruling(ledger, pair, asked, found, "Said.")).state)
        passed = await last_passed(ledger)
        kept = await ledger.configurations.find(passed)

    assert (6, 6) == seen[-1]
    assert [PASSED, HELD] == states
    assert before.configuration == passed == kept.id
    assert words == kept.content["synonyms"]


async def test_what_could_not_be_measured_is_not_ruled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger says nothing of it, and the next run measures again."""
    settings = await town(tmp_path, monkeypatch)
    asked = cases()
    after = await run_cases(settings, Version("current"), asked, lambda *_: None)
    failed = await run_cases(
        settings.model_copy(update={"data": tmp_path / "empty"}),
        Version("current"),
        asked,
        lambda *_: None,
    )
    runs: tuple[CaseRun, CaseRun] = (failed, after)
    async with wiring.open_ledger(settings) as ledger:
        found = comparison(failed.scores, after.scores, {})
        await keep_ruling(ledger, runs, asked, found, "Said.")

        assert "Nothing has been indexed" in found.unmeasured
        assert "" == await last_passed(ledger)
