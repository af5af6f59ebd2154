"""Tests of dates and times in text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.dates import moments


def carried(claim: str, quote: str) -> bool:
    """Whether every moment of the claim is said by a moment of the quote; there is one."""
    mine, theirs = moments(claim), moments(quote)
    return bool(mine) and all(any(a.carried_by(b) for b in theirs) for a in mine)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("on 2024-03-05", "on march 5th, 2024"),
        ("5 march 2024", "2024/3/5"),
        ("the 5th of march", "march 5, 2024"),
        ("in march 2024", "5 march 2024"),
        ("03/05/2024", "5 march 2024"),
        ("sept. 3", "september 3rd"),
        ("at 9 am", "at 9:00 a.m."),
        ("on mondays", "every monday"),
        ("in may", "1 may"),
        ("at noon", "12 at midday"),
    ],
)
def test_the_same_moment_in_another_form_is_carried(claim, quote):
    """A date or time is the same however it is written, and a part of it is carried."""
    assert carried(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("on 2024-03-05", "2024-03-06"),
        ("5 march 2024", "5 march"),
        ("5 march 2024", "5 march 2025"),
        ("at 9 pm", "at 9 am"),
        ("at 9:30", "at 9:00"),
        ("on friday", "on monday"),
        ("in june", "in july"),
        ("at 10:00:01.5", "at 10:00:01.6"),
    ],
)
def test_another_moment_is_not_carried(claim, quote):
    """A moment that differs, or says more, is not carried."""
    assert not carried(claim, quote)


@pytest.mark.parametrize("text", ["you may go", "they march on", "version 1.2.3", "1/2 of it"])
def test_what_is_no_date_is_none(text):
    """Verbs, versions and fractions are not dates."""
    assert () == moments(text)


@given(st.text(st.sampled_from("0123456789-/.: apm march"), max_size=40))
def test_moments_never_overlap(text):
    """Spans are in order, inside the text, and apart."""
    ends = [0]
    for moment in moments(text):
        assert ends[-1] <= moment.start < moment.end <= len(text)
        ends.append(moment.end)
