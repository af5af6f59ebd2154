"""Tests of retrieval/learn/lost_in_index.py: not read, not indexed, cut apart."""

from __future__ import annotations

import pytest

from retrieval.learn.evidence import Wanted
from retrieval.learn.stages import Stage, Step
from tests.fakes.planted import ZEPPELINS, Planted


@pytest.mark.parametrize(
    ("page", "wanted", "said"),
    [
        ("table.xlsx", Wanted(), "not a format that can be read"),
        ("scanned.pdf", Wanted(), "no page has text that can be read"),
        ("fpdf2.pdf", Wanted(groups=(("forty lemurs",),)), "Scanned pages without text"),
        ("none.md", Wanted(), "neither in the index of docs nor in its sources"),
        ("hidden.html", Wanted("marmoset falcon seventeen"), "but reading lost it"),
    ],
)
async def test_what_was_not_read(planted: Planted, page: str, wanted: Wanted, said: str) -> None:
    """A format passed over, scans, a page that no source has, a column that reading lost."""
    found = await planted.diagnose(ZEPPELINS, page, wanted=wanted)

    assert (Stage.NOT_READ, None) == (found.stage, found.reached)
    assert said in found.said


@pytest.mark.parametrize(
    ("page", "wanted", "said"),
    [
        ("new.md", Wanted(), "can be read, but is not indexed"),
        ("late.md", Wanted("Lockers have moved upstairs."), "but not in its indexed text"),
        ("elsewhere:none.md", Wanted(), "its source cannot be looked at"),
    ],
)
async def test_what_was_not_indexed(planted: Planted, page: str, wanted: Wanted, said: str) -> None:
    """A page that came or changed since, and one whose source cannot be looked at."""
    found = await planted.diagnose(ZEPPELINS, page, wanted=wanted)

    assert (Stage.NOT_INDEXED, Step.READ) == (found.stage, found.reached)
    assert said in found.said


async def test_who_names_a_page_that_is_in_no_source_is_not_told_to_index_it(
    planted: Planted,
) -> None:
    """There is nothing to index: another page is to be named, or a folder to be added."""
    found = await planted.diagnose(ZEPPELINS, "none.md")

    assert "in_no_source" == found.named
    assert found.do.startswith("Name a page that is there")


async def test_what_was_cut_apart(planted: Planted, cut: str) -> None:
    """An answer that stands whole in the page and in none of its chunks, with the boundary."""
    found = await planted.diagnose(ZEPPELINS, "cut.md", wanted=Wanted(cut))

    assert (Stage.CUT_APART, False) == (found.stage, found.whole)
    assert "chunk 1 ends at character" in found.said
