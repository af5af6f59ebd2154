"""Texts fall into the smallest pieces that can be quoted."""

from __future__ import annotations

import time

import pytest
from hypothesis import given

from retrieval.text.sentences import sentences, units
from tests.fakes.markdown import markdown


def split(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [text[unit.start : unit.end] for unit in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Use e.g. Vault for this.",
        "It costs 3.50 in the U.S. Government cloud.",
        "Dr. Smith vs. Mr. Jones met J. Doe.",
        "Edit config.yaml and v1.2.3 of https://a.example/a.b.c?x=1. maybe.",
        "He waited... and waited.",
        "See Fig. 5 and No. 7 of it.",
        "Run `a. B` first.",
        "See [The page. Twice](x.md) for it.",
        "Yahoo! is a name.",
        "1. Numbered by hand",
    ],
)
def test_one_sentence_stays_whole(text: str) -> None:
    """Abbreviations, decimals, names of files, links, code and ellipses end no sentence."""
    assert [text] == split(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two! Three?", 3),
        ('He said "Stop." Then he left.', 2),
        ("The answer is no. Nothing else.", 2),
        ("Buy milk, eggs, etc. Then go home.", 2),
        ("(It ends here.) It begins here.", 2),
        ("**Note.** Read this.", 2),
        ("Call it. `x` runs.", 2),
        ("第一句。第二句！第三句？", 3),
        ("Ends with a note.[^1] Next one.", 2),
        ("first line  \nsecond line", 2),
        ("One paragraph\n\nand another", 2),
    ],
)
def test_sentences_are_told_apart(text: str, count: int) -> None:
    """A stop ends a sentence, marks after it included, in any script."""
    assert count == len(split(text))


def test_units_of_a_page() -> None:
    """Items, rows, lines of code and headings are units of their own kinds."""
    text = (
        "# H\n\nOne. Two.\n\n- only one\n- first. Second.\n\n"
        "| a |\n|---|\n| 1. b |\n\n```\nx = 1\n\ny = 2\n```\n\n---\n\n[l]: https://a.example\n"
    )
    found = [(unit.kind, text[unit.start : unit.end]) for unit in units(text)]

    assert [
        ("heading", "# H"), ("sentence", "One."), ("sentence", "Two."), ("item", "only one"),
        ("sentence", "first."), ("sentence", "Second."), ("heading", "| a |"),
        ("row", "| 1. b |"), ("code", "x = 1"), ("code", "y = 2"),
    ] == found  # fmt: skip


@given(markdown())
def test_units_come_in_order_and_apart(text: str) -> None:
    """Whatever the text, units follow one another, are not empty and have no space around."""
    at = 0
    for unit in units(text):
        assert at <= unit.start < unit.end
        said = text[unit.start : unit.end]
        assert said == said.strip()
        at = unit.end
    assert at <= len(text)


@pytest.mark.parametrize(
    "mark", [". ", "e.g. ", "。", "a  ", '." ', "[a. ", "`a. ", "...", " " * 9]
)
def test_hostile_text_takes_linear_time(mark: str) -> None:
    """A hundred thousand stops in one paragraph take seconds at most."""
    text = "a" + mark * 100_000
    began = time.process_time()
    units(text)

    assert time.process_time() - began < 6
