"""Tests of scripts/compare_shown.py: a comparison for people and for programs."""

from __future__ import annotations

import json

import pytest

from retrieval.learn.comparison import comparison
from retrieval.learn.difference import Change
from retrieval.learn.scoring import CaseScore
from retrieval.wiring_compare import CaseRun
from scripts.compare_shown import SHOWN, lines, tell_same, to_json, verdict

CASES = [f"c{number:03}" for number in range(SHOWN + 5)]


def run(name: str, rank: int | None) -> CaseRun:
    """Return a run in which all right pages stand at one rank."""
    scores = [CaseScore(case, "docs", rank, right=("docs:a.md",)) for case in CASES]
    return CaseRun(name, scores, f"{name}-configuration", {}, ("its weights",))


def test_lost_cases_are_listed_up_to_a_point() -> None:
    """The text names some and how many more, the JSON all; what changed stands first."""
    runs = run("old", 1), run("new", None)
    found = comparison(runs[0].scores, runs[1].scores, dict.fromkeys(CASES, "Why?"))
    told = "\n".join(lines(found, runs, [Change("setting sources", "5", "")]))

    assert "setting sources: 5 -> (none)" in told
    assert "not as it was in old: its weights" in told
    assert "c000: right page 1 -> not found: Why?" in told
    assert "and 5 more (--json has them)" in told
    assert told.endswith(verdict(found, runs))
    assert len(CASES) == len(to_json(found, runs, ())["lost"])


def test_one_version_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    """With what of it could not be brought back."""
    runs = run("old", 1), run("new", 1)
    codes = tell_same(runs, as_json=False), tell_same(runs, as_json=True)
    plain, _, data = capsys.readouterr().out.partition("{")

    assert (0, 0) == codes
    assert "not as it was in new: its weights" in plain
    assert "old and new are the same configuration, old-configur: no case was asked." in plain
    assert ("same", 0) == (json.loads("{" + data)["verdict"], json.loads("{" + data)["cases"])
