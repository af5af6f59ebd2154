"""Tests of retrieval/learn/suggesting.py: an answer is drafted as its page would say it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.suggesting import LONGEST_HEADING, Suggestion, suggest

PAGE = """# Parental leave

Parents get 26 weeks.

## How to apply

Write to people@example.com eight weeks before the birth:

* name
* date

## Returning to work

Talk to your lead about hours.

### Part time

Half days are possible.
"""
FAQ = "# VPN\n\n## Does it work on a Mac?\n\nYes.\n\n## What does it cost?\n\nNothing.\n"


@pytest.mark.parametrize(
    ("question", "answer", "page", "expected"),
    [
        (
            "How do I apply for leave as a twin parent?",
            "apply once for both\n- name\n• dates",
            PAGE,
            Suggestion(
                "How to apply",
                "### Apply for leave as a twin parent\n\nApply once for both\n* name\n* dates",
            ),
        ),
        (
            "Can I work part time after returning?",
            "Yes, half days",
            PAGE,
            Suggestion("Part time", "#### Work part time after returning\n\nYes, half days."),
        ),
        (
            "what is the price on a mac",
            "Nothing",
            FAQ,
            Suggestion("Does it work on a Mac?", "### What is the price on a mac?\n\nNothing."),
        ),
        (
            "Who pays for parking?",
            "The company does.",
            PAGE,
            Suggestion("", "## Who pays for parking\n\nThe company does."),
        ),
        ("How do I park?", "iPhone app `park`", "", Suggestion("", "## Park\n\niPhone app `park`")),
        (
            "what is the rate for night shifts?",
            "It is 150 %",
            "# Pay And Rates\n\n## Night Shifts\n\nx\n\n## Weekend Work\n\ny\n",
            Suggestion("Night Shifts", "### Rate for Night Shifts\n\nIt is 150 %."),
        ),
        ("Wie parke ich?", "Im Hof.", "", Suggestion("", "## Wie parke ich\n\nIm Hof.")),
    ],
)
def test_a_paragraph_in_the_style_of_its_page(
    question: str, answer: str, page: str, expected: Suggestion
) -> None:
    """Its headings, its bullets, its place; without a page a plain one."""
    assert expected == suggest(question, answer, page)


def test_code_is_no_heading() -> None:
    """What stands in a fence is not looked at, nor changed."""
    page = "# Shell\n\n```sh\n# Parking\necho\n```\n\nText.\n"
    code = "```yaml\n* a\n+ b\n```"

    assert (
        f"## Parking\n\nSo:\n\n- c\n\n{code}" == suggest("Parking?", f"So:\n\n* c\n\n{code}").text
    )

    assert "" == suggest("Parking?", "Here.", page).below


@given(st.text(max_size=200), st.text(min_size=1, max_size=200), st.text(max_size=200))
def test_whatever_is_said_makes_a_paragraph(question: str, answer: str, page: str) -> None:
    """The same each time; the heading is of a bounded length."""
    made = suggest(question, answer, page)

    assert made == suggest(question, answer, page)
    assert len(made.text.split("\n")[0]) <= LONGEST_HEADING + 10 or made.text.startswith(answer[:1])
