"""When two questions ask the same, and when they only look so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.particulars import closeness, content_stems, particulars, same_question


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How do I install the VPN client?", "how do I install the vpn client"),
        ("When are salaries paid?", "When is the salary paid?"),
        ("How many days of leave do I get?", "How many leave days do I get?"),
        ("Where do I order a new laptop?", "Where do I order a laptop?"),
    ],
)
def test_the_same_question(one: str, other: str) -> None:
    """Capitals, forms, order and a word more make no other question."""
    assert same_question(one, other)
    assert same_question(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How do I install the VPN on a Mac?", "How do I install the VPN on Windows?"),
        ("how do i install the vpn on mac", "how do i install the vpn on windows"),
        ("What changed in version 1.7?", "What changed in version 1.8?"),
        ("What does error E1234 mean?", "What does error E1235 mean?"),
        ("What is the cap for hotels in 2025?", "What is the cap for hotels in 2026?"),
        ("When are salaries paid?", "How are salaries paid?"),
        ("Can I expense meals?", "Can't I expense meals?"),
        ("How do I enable MFA?", "How do I disable MFA?"),
        ("Is 30 days of notice enough?", "Is 60 days of notice enough?"),
        ("Who approves travel?", "Where do I park?"),
    ],
)
def test_different_questions(one: str, other: str) -> None:
    """A number, version, name, question word or negation that differs asks something else."""
    assert not same_question(one, other)
    assert not same_question(other, one)


@given(st.text(), st.text())
def test_any_texts_are_compared(one: str, other: str) -> None:
    """Whatever the texts, which comes first makes no difference; each asks what itself asks."""
    assert same_question(one, other) == same_question(other, one)
    assert particulars(one).agree(particulars(one))


def test_closeness() -> None:
    """It is the share of common words; two texts without words have none."""
    assert 0.5 == closeness(content_stems("laptop order"), content_stems("laptop"))
    assert 0.0 == closeness(content_stems(""), content_stems("?"))
