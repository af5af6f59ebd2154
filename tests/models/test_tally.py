"""Whether a place has the number that a question asks for."""

from __future__ import annotations

import pytest

from retrieval.models.evidence import asked
from retrieval.models.pieces import take_apart
from retrieval.models.spots import spots
from retrieval.models.tally import counted, counts
from retrieval.text.query import parse
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source


def told(question: str, text: str) -> bool:
    """Return whether the best place of a page says how many."""
    page = DocumentFacts("d1", "docs", "d1.md", "Page")
    chunk = Chunk("d1-0", page.id, 0, 0, len(text), text)
    passage = take_apart(Source("S1", page, (chunk,), text, 0, len(text)))
    said = asked(parse(question, "asked"), Frequencies())
    return counts(counted(question), spots(said, [passage])[0])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many employees do we have?", ("employees",)),
        ("how many days of leave do I get", ("days",)),
        ("How many paid sick days are there?", ("paid", "sick", "days")),
        ("How long is leave?", ()),
        ("How much does it cost?", ()),
        ("Wie viele Tage habe ich frei?", ()),
    ],
)
def test_what_is_to_be_counted(question: str, expected: tuple[str, ...]) -> None:
    """It follows the words that ask, up to the next word that says nothing."""
    assert expected == counted(question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many days of leave do I get?", "Everyone has 28 days of paid leave."),
        ("How many items fit in the cart?", "```yaml\ncart:\n  max_items: 50\n```"),
        ("How many people are in the team?", "The team has twelve engineers."),
        ("How many times can I extend the loan?", "You can extend the loan once."),
        ("How many devices may I register?", "Register as many devices as you like."),
        ("How many days is the trial?", "The trial is two weeks long."),
        ("How many seats has the plan?", "| Plan | Seats |\n|---|---|\n| Plan A | 5 |"),
        ("How many days of jury duty?", "| Kind | Days |\n|---|---|\n| Jury duty | as needed |"),
        ("How many approvals does a change need?", "A change needs no approvals."),
    ],
)
def test_a_number_counts_what_is_asked_for(question: str, text: str) -> None:
    """As its unit, beside it, in its column, or in a word that says how many."""
    assert told(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many employees do we have?", "Full-time employees have 28 days of leave."),
        ("How many employees do we have?", "Applies to all employees from 1 January 2026."),
        ("How many books do we have?", "How long are books lent? For four weeks."),
        ("How many books do we have?", "Every employee may borrow books twice a year."),
        ("How many items fit in the cart?", "The cart is for items on sale."),
    ],
)
def test_a_number_of_something_else_does_not(question: str, text: str) -> None:
    """Nor does one of the next sentence, nor a word that says how many of others there are."""
    assert not told(question, text)
