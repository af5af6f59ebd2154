"""Tests of sentences that say otherwise."""

from __future__ import annotations

import pytest

from retrieval.text.differing import differ


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A visa for contractors is valid for 6 months.", "A visa is valid for 12 months."),
        ("VPN sessions end after 12 hours.", "A VPN session ends after 8 hours."),
        ("The VPN session ends after 2 days.", "The VPN session ends after 12 hours."),
        ("Contracts need two directors to sign.", "Contracts need three directors to sign."),
        ("Travel is paid up to $200 a night.", "Travel is paid up to $250 a night."),
        ("Salaries are paid on Monday.", "Salaries are paid on Friday."),
        ("A note is needed from the third day.", "A note is needed from the fourth day."),
        ("A note is needed from the 3rd day on.", "A note is needed from the fourth day."),
        ("The report is due on 3 May 2021.", "The report is due on 7 June 2021."),
        (
            "Send the signed form with all receipts to Anna Meier.",
            "Send the signed form with all receipts to Paul Braun.",
        ),
    ],
)
def test_another_value_in_the_same_words_differs(one: str, other: str) -> None:
    """A number of one unit or thing, a day, or a name."""
    assert differ(one, other)
    assert differ(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A visa is valid for 12 months.", "A visa is valid for one year."),
        ("A visa is valid for 12 months.", "A visa costs 80 euros, and is valid in Germany."),
        ("A visa is valid for 12 months.", "A pass is held for 6 months."),
        ("A visa is valid for 12 months.", "A visa is valid for 12 months, or 6 for students."),
        ("VPN sessions end after 12 hours.", "VPN sessions end when you sign out."),
        ("The report is due in May.", "The report is due on 3 May 2021."),
        ("Ask Anna Meier.", "Ask Paul Braun."),
        ("First call the desk, second the lead.", "Second call the desk, third the lead."),
        ("", "A visa is valid for 12 months."),
    ],
)
def test_what_says_the_same_or_something_else_does_not(one: str, other: str) -> None:
    """A year is 12 months; other words are about another thing."""
    assert not differ(one, other)
    assert not differ(other, one)
