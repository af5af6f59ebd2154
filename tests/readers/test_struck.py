"""Tests of leaving out what is struck through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers import html, markdown, rst
from retrieval.readers.page import Options, Removals
from retrieval.readers.struck import without_struck


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("It is ~~not~~ required.", "It is required."),
        ("~~3 bar~~ 2 bar", "2 bar"),
        ("up to ~~200\n220~~ 250 EUR", "up to 250 EUR"),
        ("~~**a** [b](http://c)~~ d", "d"),
        ("| a |\n| - |\n| ~~b~~ c |", "| a |\n| - |\n| c |"),
        ("a <del>b</del> c", "a  c"),
        ("a <s>b</s> c <strike>d</strike>", "a  c"),
        ('a <b style="text-decoration: line-through red">b</b> c', "a  c"),
        ("# ~~Old~~ New", "# New"),
    ],
)
def test_struck_text_is_not_read(source, text):
    """The report says so, as it does of hidden text."""
    page = markdown.read(source.encode(), Options("a.md"))

    assert text == page.text.strip()
    assert "struck-through passage" in " ".join(page.warnings)


@pytest.mark.parametrize(
    "source",
    [
        "`~~a~~` b",
        "```\n~~a~~\n```",
        "a ~~ b ~~ c",
        "\\~~a~~ b",
        "~~a\n\nb~~",
        "- ~~a\n- b~~",
        "| a |\n| - |\n| ~~b | c~~ |",
    ],
)
def test_what_only_looks_struck_stays(source):
    """Code, signs apart from words, and what does not end in its paragraph, item or cell."""
    page = markdown.read(source.encode(), Options("a.md"))

    assert (source, ()) == (page.text.strip(), page.warnings)


def test_a_style_can_take_the_stroke_away():
    """As in a browser, where it is the style of the element and not its name that strikes."""
    page = markdown.read(b'a <del style="text-decoration:none">b</del>', Options("a.md"))

    assert ("a b", ()) == (page.text.strip(), page.warnings)


@pytest.mark.parametrize(
    "source",
    [
        "<p>It is <del>not</del> required.",
        "<p>It is <s>not</s> required.",
        "<style>.x{text-decoration-line:line-through}</style><p>It is <i class=x>not</i> required.",
        "<ul><li>It is <strike>not</strike> required.</ul>",
    ],
)
def test_html_is_read_without_it(source):
    """By the name of the element or by a rule of the page's own style sheet."""
    page = html.read(source.encode(), Options("a.html"))

    assert "It is required." == page.text.strip().removeprefix("- ")
    assert ("Took out 1 struck-through passage.",) == page.warnings


def test_roles_of_restructuredtext_that_strike():
    """It has none of its own; what they are called says what they are for."""
    page = rst.read(b"It is :strike:`not` required. ``~~a~~``\n", Options("a.rst"))

    assert "It is required. `~~a~~`" == page.text.strip()
    assert ("Took out 1 struck-through passage.",) == page.warnings


@given(st.text(st.sampled_from("a ~\\\n|-"), max_size=60))
def test_only_parts_of_the_text_go(text):
    """Whatever the marks are, what is left is made of what was there, in its order."""
    left = iter(text)

    assert all(char in left for char in without_struck(text, Removals()))
