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


async def test_what_a_person_answered_and_the_page_does_not_say_yet(planted: Planted) -> None:
    """Nothing is lost then, whether the page is found or cited; so it is until it is labelled."""
    unwritten = Wanted("The porter sells umbrellas.", unwritten=True)
    found = await planted.diagnose(ZEPPELINS, "lonely.md", wanted=unwritten)
    cited = await planted.diagnose("Who replaces lost cards?", "lonely.md", wanted=unwritten)
    known = Wanted("Lost cards are replaced by the porter.", unwritten=True)
    written = await planted.diagnose("Who replaces lost cards?", "lonely.md", wanted=known)
    labelled = await planted.diagnose(ZEPPELINS, "lonely.md", wanted=Wanted(unwritten.answer))

    assert [(Stage.NOT_WRITTEN, Step.INDEXED)] * 2 == [
        (one.stage, one.reached) for one in (found, cited)
    ]
    assert "does not say yet what a person answered: “The porter sells umbrellas.”" in found.said
    assert Stage.RIGHT is written.stage
    assert Stage.NOT_FOUND is labelled.stage


async def test_an_answer_that_came_onto_the_page_since_is_to_be_indexed(planted: Planted) -> None:
    """The page says it, and the index does not know."""
    wanted = Wanted("Lockers have moved upstairs.", unwritten=True)
    found = await planted.diagnose(ZEPPELINS, "late.md", wanted=wanted)

    assert Stage.NOT_INDEXED is found.stage


async def test_what_was_cut_apart(planted: Planted, cut: str) -> None:
    """An answer that stands whole in the page and in none of its chunks, with the boundary."""
    found = await planted.diagnose(ZEPPELINS, "cut.md", wanted=Wanted(cut))

    assert (Stage.CUT_APART, False) == (found.stage, found.whole)
    assert "chunk 1 ends at character" in found.said
