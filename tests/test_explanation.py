"""Tests of retrieval/explanation.py: the words of an explanation's cells."""

from __future__ import annotations

from datetime import date

from retrieval.explanation import Table, begin, dates, facts, place, tables, tokens
from retrieval.values import Metadata, Usage


def test_what_says_nothing_is_left_out() -> None:
    """A fact without words and a table without rows are not shown."""
    empty = Table("empty", ("a",), ())

    assert (("took over because", "it was down"),) == facts(took_over_because="it was down", x="")
    assert () == tables(empty)


def test_a_chunk_is_told_by_its_first_words() -> None:
    """A long chunk is told by its beginning, on one line."""
    assert "one two" == begin("one\n\ntwo")
    assert "word " * 15 + "…" == begin("word " * 50)


def test_a_page_is_told_with_its_heading() -> None:
    """A place is the page's path, and the nearest heading where there is one."""
    assert "a.md › Quotas" == place("a.md", ("Limits", "Quotas"))
    assert "a.md" == place("a.md", ())


def test_dates_are_told_by_what_they_mean() -> None:
    """What freshness went by is named, the status with it."""
    told = dates(Metadata(status="archived", verified=date(2026, 1, 2)))

    assert "verified 2026-01-02, archived" == told


def test_tokens_say_when_they_are_estimated() -> None:
    """Nothing charged is not told; an estimate is called one."""
    assert "" == tokens(Usage())
    estimated = tokens(Usage(5, 1, 2, estimated=True))
    assert "5 in, 1 of them cached (20%), 2 out (estimated)" == estimated


def test_what_tokens_cost_is_told_or_that_no_price_is_known() -> None:
    """An unknown price is not told as nothing."""
    priced = Usage(10, 0, 2, cost=0.00012, currency="USD", model="m")

    assert "10 in, 0 of them cached, 2 out, 0.000120 USD" == tokens(priced)
    assert tokens(Usage(10, model="m")).endswith("0 out, no price is known of m")
