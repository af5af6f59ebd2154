"""Tests of retrieval/learn/judge.py: what an answer was worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from retrieval.learn.judge import Judgement, judge, says_as_much, stands_whole
from retrieval.learn.questions import Case
from retrieval.values import (
    Citation,
    Claim,
    Draft,
    Dropped,
    Packed,
    Quote,
    Source,
    VerifiedClaim,
)
from tests.fakes.team import chunks, facts

PAGE = facts("pay.md")
SOURCE = Source(
    "S1", PAGE, chunks("pay.md", "Paid on **the 28th**."), "Paid on **the 28th**.", 0, 21
)
SHOWN = VerifiedClaim("Paid on the 28th.", (Citation("S1", PAGE, "Paid", 0, 4, "c", "d"),))
CASE = Case("1", "s", "When?", ("corpus/pay.md",), answerable=True)


def _judge(case: Case, *verdicts: Any, right: tuple[str, ...] = ("pay.md",)) -> Judgement:
    quotes = (Quote("S1", "paid on the 28th"), Quote("S2", "paid"), Quote("S1", "the 29th"))
    draft = Draft("w", "answered", (Claim("Paid.", quotes),))
    return judge(case, right, Packed((SOURCE,)), draft, verdicts)


@pytest.mark.parametrize(
    ("changes", "shown", "score", "by"),
    [
        ({}, True, 1.0, "page"),
        ({"gold": ("corpus/x.md",)}, True, 1.0, "page"),
        ({}, False, 0.0, "refusal"),
        ({"answerable": False}, True, -1.0, "refusal"),
        ({"answerable": False}, False, 1.0, "refusal"),
        ({"answerable": None}, True, None, ""),
        ({"gold": ()}, True, None, ""),
        ({"must_say": (("28th",),)}, True, 1.0, "must_say"),
        ({"must_say": (("31st", "28th"),)}, True, 1.0, "must_say"),
        ({"must_say": (("28th",), ("noon",))}, True, 0.5, "must_say"),
        ({"must_say": (("8th",),)}, True, -1.0, "must_say"),
        ({"must_not_say": ("paid on the 28th",)}, True, -1.0, "must_say"),
        ({"must_say": (("28th",),), "must_not_say": ("paid",)}, True, -1.0, "must_say"),
    ],
)
def test_the_score(changes: dict[str, Any], shown: bool, score: float | None, by: str) -> None:
    """Right is 1, in part a half, a refusal 0 where there is an answer, and wrong is -1."""
    found = _judge(replace(CASE, **changes), *((SHOWN,) if shown else ()))

    assert (score, by) == (found.score, found.by)


def test_an_answer_from_another_page_is_wrong() -> None:
    """Where only the page is known, an answer that cites none of the right ones is wrong."""
    assert -1.0 == _judge(CASE, SHOWN, right=("other.md",)).score


def test_quotes_are_counted_before_anything_is_dropped() -> None:
    """A quote stands only in the source that it names, but for marks and case."""
    found = _judge(CASE, SHOWN)

    assert (3, 1) == (found.quotes, found.valid)


def test_verdicts_are_counted() -> None:
    """What verification did is counted by the check that failed."""
    claim = Claim("x", ())
    dropped = (Dropped(claim, "quote", "none"), Dropped(claim, "quote", "none"))
    found = _judge(CASE, replace(SHOWN, replaced="numbers"), *dropped)

    assert ((("quote", 2),), 1) == (found.dropped, found.replaced)


def test_an_answer_stands_whole_or_is_cut() -> None:
    """An answer's text must stand in one piece, white space and marks aside."""
    assert stands_whole("one two", ["x **one**\n two y"])
    assert not stands_whole("one two", ["one", "two"])


@pytest.mark.parametrize(
    ("text", "expected", "said"),
    [
        ("Salaries are paid on the 25th of each month.", "Salaries are paid on the 25th.", True),
        ("Salaries are paid on the 26th of each month.", "Salaries are paid on the 25th.", False),
        ("Bonuses are sent in March.", "Salaries are paid monthly.", False),
        ("It is 42.", "42", True),
        ("", "It is.", False),
    ],
)
def test_as_much_is_said_as_was_expected(text: str, expected: str, said: bool) -> None:
    """All numbers of the expected answer and most of its words are there."""
    assert said is says_as_much(text, expected)


def test_a_right_page_may_be_named_with_its_collection() -> None:
    """Named as "collection:path", it is right for the page of that collection alone."""
    ours, theirs = (
        _judge(CASE, SHOWN, right=(name,)).score for name in ("docs:pay.md", "x:pay.md")
    )

    assert (1.0, -1.0) == (ours, theirs)
