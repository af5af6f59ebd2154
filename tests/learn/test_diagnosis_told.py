"""Tests of retrieval/learn/diagnosis_told.py: what is told of diagnoses."""

from __future__ import annotations

import json

from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.diagnosing import Asked, Diagnosed
from retrieval.learn.diagnosis_told import as_json, lines, told
from retrieval.learn.evidence import Places
from retrieval.learn.stages import IN_NO_SOURCE, Stage, Step
from retrieval.values import Question
from tests.fakes.team import OPEN

LOST = Diagnosis(
    Stage.FUSION,
    "By words at 1, fused at 61.",
    "Look at the other leg.",
    page="docs:a.md",
    reached=Step.FOUND,
    places=Places(words=1, fused=61),
)
RIGHT = Diagnosis(Stage.RIGHT, "It is cited.", "Nothing.", "docs:b.md", reached=Step.SHOWN)


def _set(*diagnoses: Diagnosis) -> list[Diagnosed]:
    return [
        Diagnosed(Asked(str(n), Question(f"question\n{n}?", OPEN), ()), one)
        for n, one in enumerate(diagnoses, start=1)
    ]


def test_one_diagnosis_is_told_with_its_evidence() -> None:
    """The stage and page, the evidence, what to do, and where the page stood."""
    assert [
        "lost in fusion: docs:a.md",
        "  By words at 1, fused at 61.",
        "  To do: Look at the other leg.",
        "  Places among the pages: words 1, fused 61.",
    ] == told(LOST)


def test_a_set_is_told_as_its_funnel_and_its_lost_questions() -> None:
    """Questions that were answered rightly are counted and not listed."""
    printed = lines(_set(LOST, RIGHT, LOST), most=1)

    assert "3 right pages" == printed[0]
    assert "    by words 2, by meaning 0" in printed
    assert "1: question 1?" in printed
    assert "and 1 more (--all lists them)" == printed[-1]
    assert not any("docs:b.md" in line for line in printed)


def test_json_has_the_funnel_and_every_question() -> None:
    """Counts and shares of each step and each loss, then the questions."""
    told = json.loads(json.dumps(as_json(_set(LOST, RIGHT))))

    assert {"step": "fused", "came": 2, "passed": 1, "share": 0.5} == told["funnel"][5]
    assert {"count": 1, "share": 0.5} == told["lost"]["lost_in_fusion"]
    assert ["lost_in_fusion", "answered_rightly"] == [one["stage"] for one in told["questions"]]
    assert {"words": 1, "meaning": 0} == told["found_by"]


def test_pages_in_no_source_are_counted_among_those_not_read() -> None:
    """Who reads the funnel sees that there was nothing to read."""
    nowhere = Diagnosis(Stage.NOT_READ, "", "", page="docs:no.md", reason=IN_NO_SOURCE)
    printed = lines(_set(nowhere, RIGHT))

    assert any(line.split() == ["read", "1", "of", "2", "0.500"] for line in printed)
    assert "    of them in no source 1" in printed
    assert 1 == as_json(_set(nowhere, RIGHT))["in_no_source"]
