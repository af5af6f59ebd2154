"""Tests of retrieval/learn/standing.py: a wording is found whatever its marks and white space."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.standing import among, standing, stands


@pytest.mark.parametrize(
    ("text", "wording", "there"),
    [
        ("Paid on **the last** day.", "the last day", True),
        ("| north lot | marmoset | falcon |", "north lot marmoset falcon", True),
        ("the tele-\nphone exchange opens", "telephone exchange opens", True),
        ("Room 130 days", "30 days", False),
        ("short", "sh ort", False),
        ("", "", False),
        ("anything", "", False),
    ],
)
def test_a_wording_is_found_in_whole_words_or_by_its_letters(
    text: str, wording: str, *, there: bool
) -> None:
    """Marks never hide a wording; only a long one is found across cells and line ends."""
    assert there is stands(text, wording)


def test_one_of_some_wordings_is_enough() -> None:
    """Any wording in any text."""
    assert among(("a page", "two weeks"), ("14 days", "two weeks"))
    assert not among(("a page",), ("14 days", "two weeks"))


@given(st.text(), st.text(min_size=1), st.text())
def test_a_span_lies_within_the_text(before: str, wording: str, after: str) -> None:
    """Whatever is found has a span of the text, not empty."""
    text = f"{before} {wording} {after}"
    span = standing(text, wording)

    assert span is None or 0 <= span[0] < span[1] <= len(text)
