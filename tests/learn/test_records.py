"""Tests of retrieval/learn/records.py: scores come back from their columns as they were."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.records import columns, scores
from retrieval.learn.scoring import CaseScore

NAMES = st.text(max_size=6)
JUDGED = st.none() | st.booleans()
SCORES = st.builds(
    CaseScore,
    NAMES,
    NAMES,
    st.none() | st.integers(1, 20),
    st.integers(0, 9),
    st.integers(0, 9),
    NAMES,
    JUDGED,
    JUDGED,
    JUDGED,
    NAMES,
    st.lists(NAMES, max_size=2).map(tuple),
    st.lists(st.sampled_from([("docs:a", "A"), ("docs:b", "B"), ("hr:a", "A")]), max_size=5).map(
        tuple
    ),
    st.lists(NAMES, max_size=2).map(tuple),
)


@given(st.lists(SCORES, max_size=6))
def test_scores_come_back(found: list[CaseScore]) -> None:
    """Also by way of JSON, which is how the ledger keeps them."""
    assert tuple(found) == scores(json.loads(json.dumps(columns(found))))


def test_a_page_is_kept_once() -> None:
    """Ten thousand cases of a hundred pages name each page once."""
    top = (("docs:a.md", "A"), ("docs:b.md", "B"))
    kept = columns([CaseScore(str(n), "docs", 1, right=("docs:a.md",), top=top) for n in range(9)])

    assert [["docs:a.md", "A"], ["docs:b.md", "B"]] == kept["pages"]
    assert ["docs"] == kept["collections"]


def test_nothing_comes_of_nothing() -> None:
    """A run that measured nothing has no scores."""
    assert () == scores({})
