"""Places that say outright what is asked."""

from __future__ import annotations

import pytest

from retrieval.models.evidence import asked
from retrieval.models.outright import outright
from retrieval.models.pieces import take_apart
from retrieval.models.spots import spots
from retrieval.text.query import parse
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source


def said(question: str, text: str) -> float:
    """Return what the best place of a page has of it."""
    page = DocumentFacts("d1", "docs", "d1.md", "Page")
    chunk = Chunk("d1-0", page.id, 0, 0, len(text), text)
    passage = take_apart(Source("S1", page, (chunk,), text, 0, len(text)))
    sought = asked(parse(question, "asked"), Frequencies())
    return outright(sought, spots(sought, [passage])[0])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where is the assembly point?", 1.0),
        ("Where do I park my car?", 0.0),
        ("Where is the assembly line?", 0.0),
        ("Where is the point?", 0.0),
    ],
)
def test_a_sentence_may_say_outright_what_is_asked(question: str, expected: float) -> None:
    """All words in the question's order say it; the same words in another order do not."""
    text = "The assembly point is the car park behind the house."

    assert expected == said(question, text)


@pytest.mark.parametrize(
    "text",
    [
        "DORA\n:   The four metrics of delivery.",
        "**DORA**: the four metrics of delivery.",
        "- **DORA** \u2013 the four metrics of delivery",
        "DORA (DevOps Research and Assessment) has four metrics of delivery.",
        "DORA stands for four metrics of delivery.",
        "| Term | Meaning |\n|---|---|\n| DORA | four metrics of delivery |",
    ],
)
def test_what_a_page_defines_it_says_outright(text: str) -> None:
    """However a glossary is written; what only mentions the term does not define it."""
    assert 1.0 == said("What is DORA?", text)
    assert 1.0 == said("What does DORA mean?", text)
    assert 0.0 == said("What is DORA?", "Every quarter we look at DORA: the metrics of delivery.")


def test_no_definition_says_how_to_do_a_thing() -> None:
    """Whoever asks how, why or when is not told what the word means."""
    assert 0.0 == said("How do I deploy?", "Deploy: bring a version to production.")
    assert 1.0 == said("What is a deploy?", "Deploy: bring a version to production.")
