"""Tests of retrieval/text/shorten.py: what is long is cut after a word, and is marked."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from retrieval.text.shorten import MARK, boundary, shorten, shorten_line

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
CLUSTERS = (
    "a", "e\u0301", "ö", "語", "か\u3099", FAMILY, "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea",
    "न\u093f", "क\u094dष", "\u1112\u1161\u11ab", "\uac01", "ｶﾞ", "❤\ufe0f", "1\ufe0f\u20e3",
    "\U0001f3f4\U000e0067\U000e0062\U000e007f", "\r\n",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "most", "wanted"),
    [
        ("short", 5, "short"),
        ("How do I apply for leave?", 16, "How do I apply …"),
        ("How do I apply for leave?", 14, "How do I …"),
        ("Donaudampfschifffahrt", 8, "Donauda…"),
        ("a https://docs.example/very-long", 12, "a https://d…"),
        ("有給休暇を申請するにはどうしますか", 8, "有給休暇を申請…"),
        ("first line\n\nsecond line", 14, "first line …"),
        (f"family {FAMILY}{FAMILY}", 13, f"family {FAMILY}…"),
        (f"family {FAMILY}{FAMILY}", 15, f"family {FAMILY}…"),
        ("cafe\u0301s", 5, "caf…"),
        ("xx", 2, "xx"),
        ("xyz", 2, "x…"),
    ],
)
def test_a_text_is_cut_after_a_word_or_a_whole_letter(text: str, most: int, wanted: str) -> None:
    """With a space before the mark where a word ends, and none where one is cut."""
    assert wanted == shorten(text, most)


def test_a_line_is_made_of_lines_first() -> None:
    """Many spaces and breaks are one space, and count as one."""
    assert "a b c" == shorten_line(" a\n\n b\t c ", 5)
    assert "one two …" == shorten_line("one \n two three four", 12)


@given(st.text(), st.integers(2, 40))
@example("a" * 9 + "\u0301" * 200, 5)
def test_it_is_no_longer_than_asked_for_and_begins_as_the_text_does(text: str, most: int) -> None:
    """What fits stays as it is; what is shortened says so, and nothing else is added."""
    shown = shorten(text, most)

    assert len(shown) <= most
    if len(text) <= most:
        assert text == shown
    else:
        assert shown.endswith(MARK)
        assert text.startswith(shown.removesuffix(MARK).rstrip())


@given(st.lists(st.sampled_from(CLUSTERS), min_size=1, max_size=12), st.integers(0, 60))
def test_no_letter_is_cut_apart(clusters: list[str], at: int) -> None:
    """Whatever stands beside what: every boundary is one between clusters."""
    text = "".join(clusters)
    ends = {sum(map(len, clusters[:number])) for number in range(len(clusters) + 1)}
    place = boundary(text, min(at, len(text)))

    assert place in ends


@given(
    st.text(
        st.sampled_from("ab e\u0301語\U0001f468\u200d\U0001f469\U0001f3fd\U0001f1e9\u0939\u094d\n")
    )
)
def test_boundaries_are_those_of_unicode(text: str) -> None:
    """The package `regex` finds the same ones, where it is there."""
    regex = pytest.importorskip("regex")
    ends, at = {0}, 0
    for cluster in regex.findall(r"\X", text):
        at += len(cluster)
        ends.add(at)

    assert {boundary(text, place) for place in range(len(text) + 1)} <= ends
