"""Names that a question is about: found whole, or not known."""

from __future__ import annotations

import pytest

from retrieval.models.evidence import asked
from retrieval.models.named import about, unknown
from retrieval.models.pieces import Passage, take_apart
from retrieval.text.query import parse
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source


def passage(text: str) -> Passage:
    """Return a text as a passage of one chunk."""
    page = DocumentFacts("d1", "docs", "d1.md", "Page")
    return take_apart(
        Source("S1", page, (Chunk("c", "d1", 0, 0, len(text), text),), text, 0, len(text))
    )


def test_a_rare_name_is_better_evidence() -> None:
    """What every page names says nothing, and what else is asked says the less the more it is."""
    rare = asked(parse("What does KT-4031 mean?", "asked"), Frequencies(1000, {"kt4031": 1}))
    often = dict.fromkeys(("kt", "4031", "kt4031"), 900)
    common = asked(parse("What does KT-4031 mean?", "asked"), Frequencies(1000, often))
    more = asked(parse("What is the limit of KT-4031?", "asked"), Frequencies(1000))
    there = "see kt-4031."

    assert about(rare, rare.named(there)) > 0.8
    assert about(common, common.named(there)) < 0.1
    assert 0.0 < about(more, more.named(there)) < about(rare, rare.named(there))
    assert 0.0 == about(rare, rare.named("see kt-4032."))


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What does KT-4032 mean?", "KT-4031 is a timeout. Mean time: 4032 s.", 1.0),
        ("What does KT-4031 mean?", "KT-4031 is a timeout.", 0.0),
        ("What is PagerDuty?", "The pager duty rota.", 0.0),
        ("What is PagerDuty?", "The pager.", 1.0),
        ("What is a check-in?", "Check-ins are weekly.", 0.0),
        ("How long may parents stay home for 90-days?", "Parents stay.", 0.0),
        ("How do I set KT-4031 in kt.yml?", "KT-4031 is a timeout.", 2 / 6),
        ("How often does KT-4032 try before the job fails?", "KT-4031 tries.", 3 / 7),
    ],
)
def test_a_name_that_no_passage_has_is_unknown(question: str, text: str, expected: float) -> None:
    """A code must stand whole, words may be apart; a number with its unit is no name."""
    said = asked(parse(question, "asked"), Frequencies())

    assert pytest.approx(expected) == unknown(said, [passage(text)])
