"""Tests of retrieval/learn/losses.py: what became of the right page of a lost case."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.losses import Lost, TwoRuns, above, fate, shown, twins
from retrieval.learn.scoring import CaseScore
from retrieval.ports import NightlyRun
from tests.learn.test_causes import AFTER, BEFORE, INDEX
from tests.learn.test_drops import NOW


def _runs(pages: dict[str, str] | None = None, *seen: str) -> TwoRuns:
    now = {**INDEX, "pages": INDEX["pages"] if pages is None else pages}
    return TwoRuns(
        NightlyRun("d1", NOW, 1.0, index=INDEX),
        NightlyRun("d2", NOW, 1.0, index=now),
        frozenset(seen),
    )


@pytest.mark.parametrize(
    ("after", "pages", "said"),
    [
        (AFTER, None, "`docs:a.md` stands at 7, before at 1"),
        (
            replace(AFTER, rank=None),
            None,
            "`docs:a.md` is not among the first 20 pages, before at 1",
        ),
        (AFTER, {"docs:a.md": "new"}, "`docs:a.md` stands at 7, before at 1, and has changed"),
        (AFTER, {}, "`docs:a.md` is not in the index any more"),
        (
            replace(BEFORE, outcome="not_in_context"),
            None,
            "`docs:a.md` stands where it stood; ended as not_in_context, before as answered",
        ),
        (replace(AFTER, failure="No index."), None, "could not be asked: No index."),
    ],
)
def test_a_fate(after: CaseScore, pages: dict[str, str] | None, said: str) -> None:
    """Gone, changed, lower, or where it was and not used."""
    assert said == fate(Lost(BEFORE, after), _runs(pages))


def test_without_a_right_page_the_outcome_is_told() -> None:
    """A case that should be refused has no page."""
    refused = CaseScore("x", "docs", None, outcome="not_in_context", refused_right=True)

    assert "ended as answered, before as not_in_context" == fate(
        Lost(refused, replace(refused, outcome="answered")), _runs()
    )
    assert ("", "", "docs") == (
        Lost(refused, refused).page,
        Lost(refused, refused).title,
        Lost(refused, refused).collection,
    )


def test_only_pages_that_were_not_met_before_are_held_against_a_loss() -> None:
    """Of the same title, or simply above."""
    after = replace(AFTER, top=(("docs:n.md", "A"), ("docs:b.md", "B"), ("docs:o.md", "A")))
    lost = Lost(BEFORE, after)

    assert ["docs:n.md", "docs:o.md"] == twins(lost, _runs(None, "docs:b.md"))
    assert ["docs:n.md"] == above(lost, _runs(None, "docs:b.md", "docs:o.md"))
    assert [] == twins(Lost(replace(BEFORE, top=()), after), _runs())


def test_a_page_that_may_not_be_named_is_counted() -> None:
    """The others are named, three at most."""
    runs = replace(_runs({}), names=lambda collection: collection == "docs")
    hidden = replace(BEFORE, right=("pay:a.md",), top=(("pay:a.md", "Bands"),))

    assert "`docs:a.md` and others" == _runs().named_all(["docs:a.md"] * 2 + list("bcd"))[:11] + (
        " and others"
    )
    assert "`docs:a.md`, 2 pages that not everybody here may search" == runs.named_all(
        ["pay:a.md", "docs:a.md", "pay:b.md", "pay:a.md"]
    )
    assert (
        "a page that not everybody here may search is not among the first 20 pages, before at 1"
        == fate(Lost(hidden, replace(hidden, rank=None)), runs)
    )


@given(st.text(max_size=40))
def test_a_name_from_outside_stays_within_its_marks(name: str) -> None:
    """No name can end its own quotation or begin a line."""
    said = shown(name)

    assert 2 == said.count("`")
    assert 1 == len(said.splitlines())
