"""Tests of retrieval/learn/outline.py: an outline is made of what was asked alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.lacking import Page, lacking
from retrieval.learn.outline import LONGEST, SECTIONS, Section, outline
from retrieval.text.words import words

ASKED = (
    "How do I get a parking permit?",
    "Who approves a parking permit?",
    "How long is a parking permit valid?",
    "How can I get a parking permit for a guest?",
)
PAGE = Page("docs", "office.md", "The office", text="The office has parking for permit holders.")


def test_headings_are_the_questions_own_words() -> None:
    """The title is what most of them share; a heading stands for each kind, most asked first."""
    found = outline(ASKED, ("guest",), None)

    assert "Parking permit" == found.title
    assert (
        Section("How do I get a parking permit", 2),
        Section("Who approves a parking permit", 1),
        Section("How long is a parking permit valid", 1),
    ) == found.sections
    assert (("guest",), "", True) == (found.lacking, found.beside, found.new)


def test_headings_in_german_keep_the_verb_and_no_function_words() -> None:
    """Whatever its form and its umlauts, and the kinds of question are German, too."""
    asked = (
        "Wie kündige ich meinen Vertrag?",
        "Wer kann einen Vertrag kündigen?",
        "Wie lange vorher muss ich den Vertrag kündigen?",
    )
    page = "Kündigungen gehen an HR."
    found = outline(asked, lacking(asked, page), None)

    assert "Kündige Vertrag" == found.title
    assert [one.rstrip("?") for one in asked] == [one.heading for one in found.sections]
    assert not {"wie", "ich", "meinen", "den", "muss"} & set(found.lacking)
    assert "Urlaub" == outline(["Wie bekomme ich Urlaub?"], (), None).title


def test_a_page_that_is_about_it_gets_a_section() -> None:
    """A page that has the words of the title is the place; one that has not is only near."""
    far = Page("docs", "cats.md", "Cats", text="All about cats.")

    assert ("The office", False) == _place(outline(ASKED, (), PAGE))
    assert ("Cats", True) == _place(outline(ASKED, (), far))


def _place(found: object) -> tuple[str, bool]:
    return found.beside, found.new  # type: ignore[attr-defined]


@given(st.lists(st.text(min_size=1, max_size=300), min_size=1, max_size=8))
def test_nothing_is_invented_whatever_was_asked(asked: list[str]) -> None:
    """Every word of an outline stands in a question, and the same ones give the same outline."""
    found = outline(asked, (), None)
    said = {word for text in asked for word in words(text)}

    assert found == outline(asked, (), None)
    assert len(found.sections) <= SECTIONS
    for heading in (found.title, *(one.heading for one in found.sections)):
        assert len(heading) <= LONGEST
        whole = words(heading.removesuffix(" …"))
        assert set(whole[:-1]) <= said
