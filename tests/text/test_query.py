"""What a question is searched for: its words that say something, names, synonyms; bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.query import MOST_TERMS, parse
from retrieval.text.synonyms import parse as synonyms
from retrieval.values import Term


def _words(text: str) -> list[str]:
    return [term.alternatives[0] for term in parse(text, "asked").terms]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How do I reset my password?", ["reset", "password"]),
        ("reset resets resetting", ["reset"]),
        ("What is it?", ["what", "is", "it"]),
        ("is <instance> of {{ $labels.pod }} failing in ${REGION}?", ["failing"]),
        ("call getUserById", ["call", "getuserbyid", "get", "user", "by", "id"]),
        ("Wann verfällt mein Resturlaub?", ["verfallt", "resturlaub"]),
        ("Muss ich bei Umzug im März Urlaub nehmen?", ["umzug", "marz", "urlaub", "nehmen"]),
        ("When is the IST call with the ES team?", ["ist", "call", "es", "team"]),
        ("如何更新", ["如何", "何更", "更新"]),
        ("😀", []),
        ("", []),
    ],
)
def test_terms_are_the_words_that_say_something(text: str, expected: list[str]) -> None:
    """Stop words and placeholders go, unless there is nothing else; stems count once."""
    assert expected == _words(text)


def test_a_query_keeps_its_text_origin_weight_and_names() -> None:
    """What was asked stays as it was worded."""
    query = parse("Why ERR_4021?", "rewrite", weight=0.5)

    assert ("Why ERR_4021?", "rewrite", 0.5, ("ERR_4021",)) == (
        query.text,
        query.origin,
        query.weight,
        query.identifiers,
    )


def test_synonyms_are_added_to_words_and_phrases() -> None:
    """A word gets its alternatives; a phrase is added beside its words."""
    known = synonyms("vpn, virtual private network")

    assert (Term(("vpn", "virtual private network")), Term(("slow",))) == parse(
        "Is the VPN slow?", "asked", known
    ).terms
    assert (
        Term(("virtual",)),
        Term(("private",)),
        Term(("networks",)),
        Term(("virtual private networks", "vpn")),
    ) == parse("virtual private networks", "asked", known).terms


def test_a_long_paste_is_cut_to_its_start_and_end() -> None:
    """The terms are bounded, and those of both ends are kept."""
    text = "reset password " + " ".join(f"noise{n}" for n in range(5000)) + " printer"
    found = _words(text)

    assert MOST_TERMS == len(found)
    assert {"reset", "password"} <= set(found)
    assert len(parse(text, "asked").identifiers) <= 16


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_a_query(text: str) -> None:
    """No text raises, and the terms are bounded and never empty."""
    query = parse(text, "asked")

    assert len(query.terms) <= MOST_TERMS
    assert all(all(term.alternatives) for term in query.terms)
