"""Tests of raised text, as it is shown and as it is compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.raised import begins_power, level, notes, raised

_ANY = st.text(st.sampled_from("ab 10235.,/m日⁰¹²³⁴⁶⁻⁺⁽⁾ᵃⁿ"), max_size=40) | st.text(max_size=40)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("1", "¹"),
        ("-3", "⁻³"),
        (" 2 ", " ² "),
        ("n+1", "ⁿ⁺¹"),
        ("a", "ᵃ"),
        ("1, 2", "¹, ²"),
        ("k/2", "^(k/2)"),
        ("1.5", "^(1.5)"),
        ("st", "st"),
        ("TM", "™"),
        ("*", "*"),
        ("[1]", "[1]"),
        (".99", ".99"),
        ("beta", " beta"),
        ("1 Since 2025", " 1 Since 2025"),
        ("", ""),
    ],
)
def test_what_is_raised_is_shown_apart(words, shown):
    """As superscripts where there are such; ordinals stay, and words have a space before them."""
    assert shown == raised(words)


@pytest.mark.parametrize(
    ("shown", "compared"),
    [
        ("at most 30¹ days", "at most 30 days"),
        ("30¹,² days", "30 days"),
        ("30ᵃ days", "30 days"),
        ("30⁽¹⁾ days", "30 days"),
        ("proven¹ so", "proven so"),
        ("done.³ Then", "done. Then"),
        ("30日¹以内", "30日以内"),
        ("10⁶ objects", "10^6 objects"),
        ("1.5×10⁻⁶ m", "1.5×10^-6 m"),
        ("2³² bits", "2^32 bits"),
        ("30 m² and 5km²", "30 m2 and 5km2"),
        ("¹⁄₂", "1⁄₂"),
        ("2ⁿᵈ", "2ⁿᵈ"),
        ("plain", "plain"),
    ],
)
def test_marks_of_notes_go_and_powers_are_written_out(shown, compared):
    """Of ten, of two and of units there are powers; elsewhere a raised digit is a note's mark."""
    assert compared == level(shown)


@given(_ANY)
def test_no_digit_is_glued_to_another(text):
    """Whatever is raised, it goes or is written out."""
    assert not set("⁰¹²³⁴⁵⁶⁷⁸⁹") & set(level(text))
    assert all(text[start:end].strip() for start, end in notes(text))


def test_a_power_is_told_by_what_is_before_it():
    """A sign parts the two; at the start of a text there is nothing to part from."""
    assert begins_power("10⁶", 2)
    assert not begins_power("m²", 1)
    assert not begins_power("⁶1", 0)
