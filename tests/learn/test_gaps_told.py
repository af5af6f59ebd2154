"""Tests of retrieval/learn/gaps_told.py: gaps in words, with no mark-up of their own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.slack.reply import Notice
from retrieval.learn.gaps import Found, Gap, Worded
from retrieval.learn.gaps_told import DIGEST, digest, lines
from retrieval.learn.lacking import Page
from retrieval.learn.outline import Outline, Section, outline

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _gap(number: int, text: str) -> Gap:
    plan = outline([text], (), None)
    worded = (Worded(text, 1),)
    return Gap(f"g{number}", 1, 1, 1, 0, 0, NOON, NOON, ("docs",), worded, None, plan)


def test_a_digest_names_few_and_says_how_many_more() -> None:
    """The command shows all of them."""
    found = Found(tuple(_gap(n, f"What is thing{n}?") for n in range(DIGEST + 2)), 9, 0)

    text, links = digest(found, "2026-11-23")

    assert "2 more: `python -m scripts.gaps`." in text
    assert ((), False) == (links, f"thing{DIGEST}" in text)
    assert f"thing{DIGEST}" in "\n".join(lines(found))


def test_a_digest_links_the_page_and_says_what_to_write() -> None:
    """In a list below the questions; in Slack each stands on a line of its own."""
    page = Page("docs", "pay.md", "Pay", "https://x.example/pay", "Finance", "Text.")
    gap = _gap(1, "When is the bonus paid?")
    plan = Outline(
        "Bonus paid", (Section("When is the bonus paid", 1),), ("bonus",), "Pay", new=False
    )
    text, links = digest(Found((replace(gap, page=page, outline=plan),), 1, 0), "2026-11-23")
    said = Notice(text, "k", links=links).said()["text"]

    assert (
        "> When is the bonus paid?\n\n- nearest page: <https://x.example/pay|Pay> (owner Finance)\n"
        "- write a section of Pay: *Bonus paid*, with “When is the bonus paid”\n"
        "- not on the nearest page: bonus"
    ) in said


def test_questions_bring_no_mark_up_into_a_digest() -> None:
    """Line breaks, ticks and stars of a question are not the digest's own."""
    text, _ = digest(Found((_gap(1, "What\n> **is** `this`?"),), 1, 0), "2026-11-23")

    assert "> What > is 'this'?" in text


def test_all_closed_is_said() -> None:
    """Nothing left of something is another thing than nothing."""
    assert ["Of 3 questions refused or disliked none is open: each is answered by now."] == lines(
        Found((), 3, 3)
    )
