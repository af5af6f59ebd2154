"""Tests of newer pages that say otherwise: when they are quoted too, and when nothing is."""

from __future__ import annotations

from datetime import date

import pytest

from retrieval.answer.newer import MOST, differing, newer
from retrieval.answer.verify import verify
from retrieval.values import (
    Chunk,
    Claim,
    DocumentFacts,
    Metadata,
    Packed,
    Quote,
    Source,
    VerifiedClaim,
)

OLD = "A visa for contractors is valid for 6 months."
NEW = "A visa is valid for 12 months."
ASKED = "How many months is a visa valid?"


def source(number: int, text: str, year: int, title: str = "Page") -> Source:
    """Return a text as a source of one chunk, of a page last verified in that year."""
    verified = date(year, 1, 1) if year else None
    page = DocumentFacts(
        f"d{number}", "docs", f"d{number}.md", title, metadata=Metadata(verified=verified)
    )
    chunk = Chunk(f"d{number}-0", page.id, 0, 0, len(text), text)
    return Source(f"S{number}", page, (chunk,), text, 0, len(text))


def quoting(packed: Packed, *labels: str, side: str = "") -> list[VerifiedClaim]:
    """Return the texts of sources, quoted whole."""
    texts = {one.label: one.text for one in packed.sources}
    verdicts = [
        verify(Claim(texts[label], (Quote(label, texts[label]),), side), packed) for label in labels
    ]
    return [one for one in verdicts if isinstance(one, VerifiedClaim)]


def pages(*told: tuple[str, int]) -> Packed:
    """Return texts of pages with the year of each."""
    return Packed(tuple(source(n, text, year) for n, (text, year) in enumerate(told, start=1)))


def added(packed: Packed, asked: str = ASKED) -> list[str]:
    """Return what is quoted beside the first source."""
    return [one.text for one in newer(asked, packed, quoting(packed, "S1"))]


def test_a_newer_page_that_says_otherwise_is_quoted_too() -> None:
    """Its sentence stands word for word, under its own label."""
    packed = pages((OLD, 2021), (f"Our visas. {NEW} Ask us.", 2026))
    (claim,) = newer(ASKED, packed, quoting(packed, "S1"))

    assert NEW == claim.text
    assert ["S2"] == [citation.label for citation in claim.citations]


@pytest.mark.parametrize(
    ("other", "year"),
    [
        (NEW, 2020),
        (NEW, 2021),
        (NEW, 0),
        ("A visa is valid for 6 months.", 2026),
        ("A visa is valid in Germany.", 2026),
        ("A pass is valid for 12 months.", 2026),
        ("A visa is handed out after 3 months.", 2026),
    ],
)
def test_nothing_is_added_otherwise(other: str, year: int) -> None:
    """A page that is older, undated, says the same or speaks of something else is not quoted."""
    assert [] == added(pages((OLD, 2021), (other, year)))


def test_what_is_beside_the_question_is_not_quoted() -> None:
    """Pages may differ in much that nobody has asked for."""
    text = "Visas are made in Bonn. The office opens at 9 hours of the day."
    other = "Visas are made in Bonn. The office opens at 10 hours of the day."

    assert [] == added(pages((text, 2021), (other, 2026)), "Where are visas made?")


def test_the_title_says_what_a_sentence_is_about() -> None:
    """A sentence need not repeat what it stands under."""
    old = source(1, "Sessions end after 8 hours.", 2021, "VPN (old)")
    packed = Packed((old, source(2, "Sessions end after 12 hours.", 2026, "VPN")))

    assert ["Sessions end after 12 hours."] == added(packed, "When does a VPN session end?")


def test_few_pages_are_added() -> None:
    """Each page once, and no more than a few."""
    others = [(f"A visa is valid for {n} months.", 2026) for n in range(12, 20)]

    assert MOST == len(added(pages((OLD, 2021), *others)))


def test_two_sides_that_are_set_against_each_other_stay_as_they_are() -> None:
    """The writer has told of the conflict itself."""
    packed = pages((OLD, 2021), (NEW, 2026))

    assert [] == newer(ASKED, packed, quoting(packed, "S1", side="a"))


def test_pages_that_are_quoted_and_differ_are_known() -> None:
    """The newest day of them is told, whichever is quoted first."""
    packed = pages((OLD, 2021), (NEW, 2026), ("A visa costs 80 euros.", 2027))

    assert date(2026, 1, 1) == differing(ASKED, quoting(packed, "S1", "S2", "S3"))
    assert date(2026, 1, 1) == differing(ASKED, quoting(packed, "S2", "S1"))
    assert differing(ASKED, quoting(packed, "S1", "S3")) is None
