"""Tests of retrieval/learn/metrics.py: figures and their intervals."""

from __future__ import annotations

import math

import pytest

from retrieval.learn.metrics import figure, first_right, from_rank, measure


def test_the_first_right_page_counts() -> None:
    """The rank is that of the first right page, from 1."""
    assert 2 == first_right(["a", "b", "c"], ["c", "b"])
    assert first_right(["a"], ["b"]) is None


def test_measures_by_hand() -> None:
    """Each measure has the value that its definition gives by hand."""
    values = measure({"q": ["x", "a", "y", "b"]}, {"q": ["a", "b"]})
    ideal = 1 + 1 / math.log2(3)

    assert 0.0 == values["R@1"]["q"]
    assert 1.0 == values["R@5"]["q"]
    assert 0.5 == values["MRR@10"]["q"]
    assert pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / ideal) == values["nDCG@10"]["q"]


def test_a_question_without_hits_counts_as_nought() -> None:
    """Nothing found is a miss, not a gap; a question without right pages is not counted."""
    values = measure({"q": [], "r": ["a"]}, {"q": ["a"], "r": ["a"], "s": []})

    assert {"q": 0.0, "r": 1.0} == values["R@5"]
    assert {"q": 0.0} == measure({}, {"q": ["a"]})["MRR@10"]


@pytest.mark.parametrize("rank", [None, 1, 2, 5, 6, 10, 11, 20, 21])
def test_a_rank_gives_the_same_as_the_pages(rank: int | None) -> None:
    """What a rank alone tells is what the ordered pages tell."""
    pages = [f"p{n}" for n in range(1, 26)]
    values = measure({"q": pages}, {"q": [f"p{rank}"]})

    assert from_rank(rank) == {name: pytest.approx(values[name]["q"]) for name in from_rank(rank)}


def test_an_interval_is_the_same_each_time_and_holds_the_mean() -> None:
    """The seed is fixed, and half of a hundred is about a half, give or take a tenth."""
    values = [0.0, 1.0] * 50
    found = figure(values)

    assert found == figure(values)
    assert 0.5 == found.value
    assert found.low == pytest.approx(0.4, abs=0.02)
    assert found.high == pytest.approx(0.6, abs=0.02)


def test_no_questions_have_no_figure() -> None:
    """A figure over nothing is none, rather than nought."""
    assert math.isnan(figure([]).value)
    assert 0 == figure([]).n
