"""Tests of the parts of a question: which are answered, and where the others are looked for."""

from __future__ import annotations

import pytest

from retrieval.models.choice import choose
from retrieval.models.evidence import asked
from retrieval.models.logistic import load
from retrieval.models.parts import alone, completing, unanswered
from retrieval.models.pieces import take_apart
from retrieval.models.reading import Reading, read
from retrieval.models.spots import spots
from retrieval.text.query import parse
from retrieval.text.synonyms import Synonyms
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source

LEAVE = "Leave is booked in Rippling.\n\n# Paying\n\nIt is paid out in June."
SIGNING = "Contracts need the signature of two directors."


def source(number: int, text: str) -> Source:
    """Return a text as a source of one chunk."""
    page = DocumentFacts(f"d{number}", "docs", f"d{number}.md", "Page")
    chunk = Chunk(f"d{number}-0", page.id, 0, 0, len(text), text)
    return Source(f"S{number}", page, (chunk,), text, 0, len(text))


def reading(text: str, *pages: str, close: str = "") -> Reading:
    """Read pages for a question: what holds `close` is close to it, and the rest is not."""
    question = asked(parse(text, "asked"), Frequencies())
    passages = [take_apart(source(n, page)) for n, page in enumerate(pages, start=1)]
    found = spots(question, passages)
    cosines = [0.9 if close and close in one.window else 0.1 for one in found]
    return read(question, passages, found, cosines, load())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How is leave booked?", ()),
        ("How is leave booked and when is it booked in Rippling?", ()),
        ("How is leave booked and who audits petty cash?", ("who audits petty cash",)),
        ("How is leave booked, and where do bookings go? Who audits?", ("Who audits",)),
        ("How is leave booked and how long?", ()),
    ],
)
def test_a_part_that_no_quotation_speaks_of_is_named(text: str, expected: tuple[str]) -> None:
    """Words in other forms count, and those that only ask do not."""
    whole = reading(text, LEAVE, close="booked")

    assert expected == unanswered(whole.asked, choose(whole))


def test_a_part_of_common_words_is_not_missed() -> None:
    """Its answer need not have them: "why do they happen"."""
    common = Frequencies(1000, {"happen": 200, "audit": 2})
    query = parse("How is leave booked and why does it happen and who audits it?", "asked")
    chosen = choose(reading("How is leave booked?", LEAVE, close="booked"))

    assert ("who audits it",) == unanswered(asked(query, common), chosen)


def test_a_part_in_other_forms_of_its_words_is_spoken_of() -> None:
    """Signed is said of what has a signature."""
    whole = reading("What do contracts need and how are they signed?", SIGNING, close="need")

    assert () == unanswered(whole.asked, choose(whole))


def test_a_part_is_found_on_the_page_that_is_quoted() -> None:
    """There it need not be sure, for it leans on what the page is about."""
    whole = reading("How is leave booked?", LEAVE, close="booked")
    part = reading("when is it paid?", LEAVE, "It is paid in May.", close="June")
    one = completing(part, choose(whole))

    assert one
    assert ("It is paid out in June.",) == one.texts


def test_a_part_that_leans_on_another_is_not_looked_for_elsewhere() -> None:
    """What "it" is, another page does not know; a part that stands alone may be answered there."""
    quoted = choose(reading("How is leave booked?", "Leave is booked in Rippling.", close="booked"))
    elsewhere = ("Leave is booked.", SIGNING)
    leaning = reading("does it need a signature of directors?", *elsewhere, close="signature")
    standing = reading("do contracts need a signature?", *elsewhere, close="signature")
    found = completing(standing, quoted)

    assert completing(leaning, quoted) is None
    assert found
    assert (SIGNING,) == found.texts


def test_a_part_keeps_the_synonyms_of_the_question() -> None:
    """They were found in the whole one, and the collection is not asked again."""
    whole = parse("Who books leave and who pays?", "asked", Synonyms({("leav",): ("holiday",)}, 1))
    part = alone(whole, "Who books leave")

    assert "Who books leave?" == part.text
    assert ("leave", "holiday") in [term.alternatives for term in part.terms]
