"""What is quoted for a piece, so that it can be read without its page."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.models.excerpt import STEPS_WORDS, excerpt
from retrieval.models.pieces import take_apart
from retrieval.values import Chunk, DocumentFacts, Source

LONG = "".join(f"- item {n} {'has many words to say ' * 5}\n" for n in range(12))


def quoted(text: str, word: str) -> tuple[str, ...]:
    """Return what is quoted for the first piece that holds a word."""
    passage = take_apart(source(text))
    return excerpt(passage, next(p for p in passage.pieces if word in p.text)).texts


def source(text: str) -> Source:
    """Return a text as a source of one chunk."""
    page = DocumentFacts("d", "docs", "d.md", "Page")
    chunk = Chunk("d-0", "d", 0, 0, len(text), text)
    return Source("S1", page, (chunk,), text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("One here. Two here.\n\nThree.", "Two", ("One here. Two here.",)),
        ("You need:\n\n- a key\n- a card\n\nAfter.", "card", ("You need:\n\n- a key\n- a card",)),
        ("You need:\n\n- a key\n- a card\n\nAfter.", "need", ("You need:\n\n- a key\n- a card",)),
        ("1. a key\n2. a card\n\nAfter.", "card", ("1. a key\n2. a card",)),
        ("Q: **Who is paid**\n\nA: All are.", "paid", ("Q: **Who is paid**\n\nA: All are.",)),
        ("Run it:\n\n```\nls -l\n```\n", "ls", ("Run it:", "ls -l")),
        ("Run it:\n\n```\nls -l\n```\n", "Run", ("Run it:", "ls -l")),
        ("**Q: Paid?**\n\nA: Yes, it is.\n\nMore.", "Paid", ("**Q: Paid?**\n\nA: Yes, it is.",)),
        ("| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n", "y", ("| A | B |", "| y | 2 |")),
    ],
)
def test_what_belongs_together_is_quoted_together(
    text: str, word: str, expected: tuple[str, ...]
) -> None:
    """A paragraph, a list with its introduction, code with the sentence before, row with header."""
    assert expected == quoted(text, word)


def test_of_a_long_list_the_item_comes_with_the_introduction() -> None:
    """Nobody reads 300 words; the item that was looked for stands for the list."""
    intro, item = quoted(f"These are the items:\n\n{LONG}", "item 7")

    assert "These are the items:" == intro
    assert item.startswith("item 7")


def test_of_a_long_paragraph_a_leaning_sentence_brings_the_one_before() -> None:
    """The word "this" means nothing without the sentence that it points to."""
    filler = "Something else is said here at length and again. " * 12
    text = f"{filler}Leave is paid. This holds for all staff in every country we work in."

    assert ("Leave is paid. This holds for all staff in every country we work in.",) == quoted(
        text, "This holds"
    )


@given(st.text(max_size=400))
def test_every_quotation_holds_its_piece(text: str) -> None:
    """Whatever the text, the spans are in order, not empty, and hold what they were made for."""
    passage = take_apart(source(text))
    for piece in passage.pieces:
        spans = excerpt(passage, piece).spans

        assert any(a <= piece.start < b for a, b in spans)
        assert all(a < b for a, b in spans)
        assert list(spans) == sorted(spans)


def _numbered(count: int, words: int = 12) -> str:
    steps = (f"{n}. Step{n} {'turn ' * (words - 2)}it." for n in range(1, count + 1))
    return "\n".join(steps)


def test_numbered_steps_are_quoted_whole_and_in_order() -> None:
    """One step alone is of little use; of bullets as long, the one that was found is enough."""
    steps = _numbered(20)
    bullets = re.sub(r"(?m)^\d+\.", "-", steps)

    assert (steps,) == quoted(f"# Failover\n\n{steps}\n", "Step14")
    assert 1 == quoted(f"# Failover\n\n{bullets}\n", "Step14")[0].count("Step")


def test_of_too_many_steps_the_first_are_quoted() -> None:
    """With the one that was found among them; else it is quoted by itself."""
    text = f"# Failover\n\n{_numbered(60)}\n"
    near, far = quoted(text, "Step3")[0], quoted(text, "Step50")[0]

    assert near.startswith("1. Step1 ")
    assert STEPS_WORDS - 13 < len(near.split()) <= STEPS_WORDS + 30
    assert far.startswith("Step50 ")
