"""Tests of the one normalisation and its way back to the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.normal import find, normal_text, normalise

MARKUP = st.text(st.sampled_from("ab1 \n*_`[](){}<>|#-.~\\\"'“”–ﬁé\u0301\u200bｱ한ᄒ"), max_size=80)


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("**Bold** and `code` and _em_", "bold and code and em"),
        ('see [the guide](https://x.y/z_(a) "t") now', "see the guide now"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("“It’s” – fine…", '"it\'s" - fine...'),
        ("| A | B |\n|---|:--|\n| 1 | 2 |", "a b 1 2"),
        ("# Head\n\n- [x] item\n> said", "head item said"),
        ("```sh\nrun\n```", "run"),
        ("a\u200bb\u00a0c <b>d</b> <branch>", "ab c d <branch>"),
        ("ﬁne cafe\u0301", "fine café"),
        ("Straße", "strasse"),
        ("30¹ days[^2] of 10⁶", "30 days of 10^6"),
        ("5 m²", "5 m2"),
    ],
)
def test_marks_case_and_signs_make_no_difference(written, normal):
    """What a reader would not call a difference is none in the normal text."""
    assert normal == normal_text(written)


def test_letters_keep_their_case_when_told_to():
    """Names need their capitals, so that folding can be left out."""
    assert "The BigQuery" == normal_text("The **BigQuery**", fold=False)


@given(MARKUP | st.text(max_size=60))
def test_each_character_leads_back_into_the_source(text):
    """Offsets never go back, stay inside the text, and stand for at least a character."""
    normal = normalise(text)

    assert len(normal.text) == len(normal.starts) == len(normal.ends)
    assert all(0 <= a < b <= len(text) for a, b in zip(normal.starts, normal.ends, strict=True))
    assert list(normal.starts) == sorted(normal.starts)


@given(st.text(st.sampled_from("abc é30%.,|*"), min_size=1, max_size=40))
def test_what_is_found_reads_like_what_was_looked_for(text):
    """The source's span of a found needle has the same normal text as the needle."""
    normal = normalise(f"x y {text} z")
    needle = normal_text(text)
    span = find(normal.text, needle)

    if span:
        start, end = normal.span(*span)
        assert needle == normal_text(f"x y {text} z"[start:end])


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("130 days", "30 days"),
        ("version 3.5", "version 3"),
        ("1,000 users", "000 users"),
        ("unapproved", "approved"),
    ],
)
def test_a_part_of_a_word_or_number_is_not_found(text, needle):
    """A number is not found in a longer one, nor a word in another."""
    assert find(text, needle) is None


def test_scripts_without_spaces_are_found_anywhere():
    """Chinese has no spaces between words that a quote could cut."""
    assert (2, 4) == find("员工每年", "每年")


def test_hostile_text_takes_linear_time():
    """A megabyte of opening marks is read as text, at once."""
    for mark in ("[", "<!--", "![](", "*", "`", "|", "<a "):
        assert normalise(mark * (200_000 // len(mark))) is not None


def test_a_quote_without_the_mark_of_a_note_is_found():
    """What is shown is the source's own text, with the mark in it."""
    source = "Booked for 30¹ days, 10⁶ times."
    found = normalise(source)
    at = find(found.text, "30 days, 10^6")

    assert at is not None
    assert "30¹ days, 10⁶" == source[slice(*found.span(*at))]
    assert find(found.text, "301 days") is None
    assert find(found.text, "106 times") is None
