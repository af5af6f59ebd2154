"""Tests of retrieval/learn/figures.py: what the scores of a run come to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from retrieval.learn.figures import age, figures, row
from retrieval.learn.scoring import CaseScore

NOW = datetime(2026, 11, 30, tzinfo=UTC)
RIGHT = ("docs:a.md",)
SCORES = [
    CaseScore("a", "docs", 1, 2, 2, "answered", True, True, True, right=RIGHT),
    CaseScore("b", "docs", 6, 2, 1, "partial", True, False, True, right=RIGHT),
    CaseScore("c", "hr", None, 0, 0, "not_in_context", False, right=RIGHT),
    CaseScore("d", "hr", None, 1, 1, "answered", False),
    CaseScore("e", "hr", None, 0, 0, "not_in_context", True),
    CaseScore("f", "hr", None, outcome="failed", failure="No.", right=RIGHT),
]


def test_the_figures_of_a_run() -> None:
    """Recall, reciprocal rank, citations, the table of refusals, answers with and without."""
    found = row(SCORES)

    assert (6, 1, 3, 1 / 3) == (found["cases"], found["failed"], found["searched"], found["r5"])
    assert (1 + 1 / 6) / 3 == pytest.approx(found["mrr"])
    assert (5, 4 / 5) == (found["citations"], found["valid"])
    assert {
        "answered, rightly": 2,
        "refused, rightly": 1,
        "answered, wrongly": 1,
        "refused, wrongly": 1,
    } == found["refusals"]
    assert ({"n": 2, "right": 0.5}, {"n": 2, "right": 1.0}) == (found["said"], found["gold"])


def test_what_nobody_knows_is_none() -> None:
    """A share of nothing is no zero."""
    found = row([])

    assert (None, None, None, None) == tuple(
        found[key] for key in ("r5", "mrr", "valid", "interval")
    )


def test_they_stand_by_collection_and_by_age() -> None:
    """Each part has the same figures as the whole."""
    made = dict.fromkeys("abcdef", NOW - timedelta(days=2)) | {"f": NOW - timedelta(days=90)}
    found = figures(SCORES, made, NOW)

    assert {"docs": 2, "hr": 4} == {
        name: one["cases"] for name, one in found["collections"].items()
    }
    assert {"this week": 5, "older": 1} == {n: one["cases"] for n, one in found["ages"].items()}


@pytest.mark.parametrize(
    ("days", "name"), [(0, "this week"), (7, "this week"), (8, "this month"), (31, "older")]
)
def test_an_age(days: int, name: str) -> None:
    """A week and a month are counted back from now."""
    assert name == age(NOW - timedelta(days=days), NOW)
