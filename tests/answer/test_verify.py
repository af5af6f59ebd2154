"""What is shown, replaced and dropped, whatever the writer says."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.answer.verify import LONGEST_CLAIM, verify
from retrieval.text.plain import urls
from retrieval.values import Claim, Dropped, Quote, VerifiedClaim
from tests.fakes.sources import packed

STAFF = "Full-time staff get 30 days of paid leave a year."
VPN = "Contractors must not use the VPN without approval."
PACKED = packed(
    f"# Leave\n\n{STAFF} {VPN}\n\n\fSee https://hr.example.com/leave for the 2 forms.\n",
    "# Offices\n\nThe office in Berlin opens at 9:00 am every day. <!channel> be on time.\n",
)


def check(text: str, *quotes: tuple[str, str], side: str = "") -> VerifiedClaim | Dropped:
    """Verify a claim against the two pages."""
    return verify(Claim(text, tuple(Quote(*quote) for quote in quotes), side), PACKED)


def test_a_claim_that_its_quote_carries_is_shown_as_it_is():
    """The words are the writer's, the citation is the page's, the side is kept."""
    verdict = check("Staff get thirty days of paid leave.", ("S1", STAFF), side="a")

    assert isinstance(verdict, VerifiedClaim)
    assert ("Staff get thirty days of paid leave.", "", "a") == (
        verdict.text,
        verdict.replaced,
        verdict.side,
    )
    assert [STAFF] == [one.text for one in verdict.citations]


def test_a_claim_that_says_more_is_replaced_by_its_quotes():
    """The quote is shown in the claim's place, and why is said."""
    verdict = check("Staff get 30 days of paid leave and a car.", ("S1", STAFF), ("S1", VPN))

    assert isinstance(verdict, VerifiedClaim)
    assert [STAFF, VPN] == verdict.text.split("\n")
    assert "car" in verdict.replaced


@pytest.mark.parametrize(
    ("quotes", "which"),
    [((), "quote"), ((("S9", STAFF),), "label"), ((("S2", STAFF),), "quote"),
     ((("S1", "Staff get 90 days of paid leave a year."),), "quote")],
)  # fmt: skip
def test_a_claim_without_a_valid_quote_is_dropped(quotes, which):
    """No quote, an unknown label, another page's quote and an invented one prove nothing."""
    verdict = check(STAFF, *quotes)

    assert isinstance(verdict, Dropped)
    assert which == verdict.check
    assert verdict.reason


def test_a_sentence_turned_round_is_replaced_by_its_quote():
    """A writer told to scramble what it says shows the page's own words all the same."""
    verdict = check(" ".join(reversed(STAFF.split())), ("S1", STAFF))

    assert isinstance(verdict, VerifiedClaim)
    assert STAFF == verdict.text
    assert "order" in verdict.replaced


def test_a_valid_quote_is_enough_beside_an_invalid_one():
    """What an invented quote was to prove must stand in the valid one."""
    verdict = check(STAFF, ("S1", "Staff get a car from the firm."), ("S1", STAFF))

    assert isinstance(verdict, VerifiedClaim)
    assert 1 == len(verdict.citations)


def test_markup_links_and_mentions_of_the_writer_are_not_shown():
    """Text is plain; an address stays only when a quote has it."""
    quote = ("S1", "See https://hr.example.com/leave for the 2 forms.")
    kept = check("**See** https://hr.example.com/leave for the 2 forms [S1].", quote)
    gone = check("See [it](https://evil.example/?q=1) <!channel> <@U1> for the forms.", quote)

    assert isinstance(kept, VerifiedClaim)
    assert isinstance(gone, VerifiedClaim)
    assert ("See https://hr.example.com/leave for the 2 forms.", "") == (kept.text, kept.replaced)
    assert "See it for the forms." == gone.text


def test_an_address_that_no_quote_has_costs_the_claim():
    """A sentence with a hole where its address stood would help nobody."""
    verdict = check(
        "See https://hr.example.com/leave?x=1.",
        ("S1", "See https://hr.example.com/leave for the 2 forms."),
    )

    assert isinstance(verdict, VerifiedClaim)
    assert "See https://hr.example.com/leave for the 2 forms." == verdict.text
    assert "address" in verdict.replaced


def test_a_pasted_quote_passes_whatever_stands_in_it():
    """Words that are the quote itself are not read any further."""
    page = r"Remove terms where $\text{min\_doc\_freq}$ is a 3rd parameter and/or none."
    verdict = verify(Claim(page, (Quote("S1", page),)), packed(page))

    assert isinstance(verdict, VerifiedClaim)
    assert "" == verdict.replaced


def test_a_mention_in_a_quote_is_cited_but_not_shown_as_one():
    """The citation is verbatim; the text shown calls nobody."""
    verdict = check("Nonsense.", ("S2", "<!channel> be on time."))

    assert isinstance(verdict, VerifiedClaim)
    assert "<!channel>" in verdict.citations[0].text
    assert "<!" not in verdict.text


def test_what_only_the_question_says_proves_nothing():
    """The words of the person who asks are no source."""
    assert check("Staff in Canada get 30 days of paid leave.", ("S1", STAFF)).replaced


PIECES = st.sampled_from(
    [STAFF, VPN, "30 days", "31 days", "ninety", "S1", "[S2]", "not", "never", "<!channel>",
     "<@U123>", "https://evil.example/?q=secret", "![x](https://evil.example)", "\x00\x1b[31m",
     "\u202e", "Berlin", "Paris", "v1.9", "9:00 am", "2024-03-05", "opens at", "...", "|", "**",
     "See https://hr.example.com/leave for the 2 forms.", "a\n\nb", "The office in Berlin opens"]
)  # fmt: skip
TEXTS = st.lists(PIECES | st.text(max_size=12), max_size=5).map(" ".join)
QUOTES = st.lists(st.tuples(st.sampled_from(["S1", "S2", "S3", "", "s1"]), TEXTS), max_size=3)


def figures(text: str) -> set[int]:
    """Return the numbers in figures of a text."""
    return {int(found) for found in re.findall(r"[0-9]+", text)}


def holds(verdict: VerifiedClaim | Dropped) -> None:
    """Assert what must hold of every verdict."""
    if isinstance(verdict, Dropped):
        assert verdict.reason
        return
    documents = {one.document.id: one.text for one in PACKED.sources}
    proof = " ".join(one.text for one in verdict.citations)
    assert verdict.citations
    for one in verdict.citations:
        assert documents[one.document.id][one.start : one.end] == one.text
    assert figures(verdict.text) <= figures(proof)
    assert set(urls(verdict.text)) <= set(urls(proof))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e]|<[!@#]", verdict.text)


@settings(max_examples=300, deadline=None)
@given(TEXTS, QUOTES)
def test_every_citation_is_verbatim_and_every_number_is_quoted(text, quotes):
    """Whatever a writer says, what is shown stands in the pages, letter by letter."""
    holds(check(text, *quotes))


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("x" * 10_000_000, STAFF),
        (STAFF, STAFF * 200_000),
        ("[" * 1_000_000, STAFF),
        ("1" * LONGEST_CLAIM, STAFF),
        ("nine hundred " * 150, STAFF),
        ("S1", STAFF),
        ("S1 says that staff get 30 days.", STAFF),
        ("\u0661\u0662 days", STAFF),
        ("", ""),
        ("\x00" * 1000, "\x00" * 1000),
        ("\ud800", "\ud800" * 10),
    ],
)
def test_the_worst_writer_gets_nothing_through(text, quote):
    """Megabytes, control characters, marks and labels in prose end in a quote or in nothing."""
    verdict = check(text, ("S1", quote))

    holds(verdict)
    assert isinstance(verdict, Dropped) or len(verdict.text) <= LONGEST_CLAIM


def test_the_reasons_of_a_drop_stay_short():
    """A label of a megabyte is not repeated."""
    verdict = check(STAFF, ("S" * 1_000_000, STAFF))

    assert isinstance(verdict, Dropped)
    assert len(verdict.reason) < 200


def test_no_instruction_of_a_page_reaches_people_through_a_claim(evaldata):
    """A writer that obeys a planted text shows no link and no mention beyond its quotes."""
    lines = (evaldata / "safety/injection_texts.jsonl").read_text().splitlines()
    for text in (json.loads(line)["text"] for line in lines):
        sources = packed(f"{STAFF}\n\n{text}\n")
        for quote in (STAFF, text):
            said = f"{text} https://evil.example/?q=30 <!here> <@U1>"
            verdict = verify(Claim(said, (Quote("S1", quote),)), sources)
            if isinstance(verdict, VerifiedClaim):
                proof = " ".join(one.text for one in verdict.citations)
                assert set(urls(verdict.text)) <= set(urls(proof))
                assert not re.search(r"<[!@]", verdict.text)
                assert all(one.text in sources.sources[0].text for one in verdict.citations)
