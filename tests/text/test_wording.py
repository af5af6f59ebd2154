"""Tests of retrieval/text/wording.py: which questions are the same question, and which are not."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from retrieval.text.wording import LONGEST, key, wording

SAME = (
    ("How many days of vacation do I get?", "how many vacation days do I get"),
    ("How do I reset my password?", "How can I reset my password"),
    ("How do I reset my password?", "hi team, how to reset the password? thanks!"),
    ("What is the policy on travel?", "What's the travel policy"),
    ("Where can I find the VPN client?", "where do we find the vpn client?"),
    ("How do I get a Figma licence?", "Could you please tell me how do I get a Figma licence"),
    ("Who approves purchase orders?", "who approves a purchase order"),
    ("Does the plan cover dentists?", "Do the plans cover dentists"),
    ("Who owns the on-call rota?", "Who owns the on\u2011call rota"),
)
OTHER = (
    ("How do I migrate from Jenkins to GitHub?", "How do I migrate from GitHub to Jenkins?"),
    ("How do I migrate to Jenkins?", "How do I migrate from Jenkins?"),
    ("Can legal approve finance requests?", "Can finance approve legal requests?"),
    ("Who approves travel?", "When is travel approved?"),
    ("What was the meal limit?", "What is the meal limit?"),
    ("What does plan A cover?", "What does plan B cover?"),
    ("What does plan a cover?", "What does the plan cover?"),
    ("Do US employees get leave?", "Do us employees get leave?"),
    ("Do interns get leave?", "Do internal employees get leave?"),
    ("How do I get a travel allowance?", "How do I get a travel permit?"),
    ("When do I get paid?", "When do you get paid?"),
    ("Can I expense a taxi?", "Should I expense a taxi?"),
    ("How do I turn on MFA?", "How do I turn off MFA?"),
    ("Is the Windows client supported?", "Is the window client supported?"),
    ("Can we take leave before probation ends?", "Can we take leave after probation ends?"),
    ("What is the limit for meals?", "What is the limit without meals?"),
    ("Wer genehmigt Reisen nach Bonn?", "Wer genehmigt Reisen nach Berlin?"),
    (
        "\u7d4c\u8cbb\u306f\u3044\u304f\u3089\u3067\u3059\u304b",
        "\u7d4c\u8cbb\u306f\u3044\u3064\u3067\u3059\u304b",
    ),
    ("rm -r or -R for folders?", "rm -R or -r for folders?"),
)
NAMES = st.sampled_from(
    ("Kafka", "Postgres", "Redis", "Apollo", "Berlin", "Bonn", "Figma", "SAP", "Adam", "Adams")
)
NUMBERS = st.integers(0, 10_000)
VERSIONS = st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40)).map(
    lambda parts: ".".join(map(str, parts))
)
IDENTIFIERS = st.from_regex(r"\A(?:[A-Z]{2,5}_[A-Z]{2,6}|[a-z]{2,6}-[0-9]{1,3}|--[a-z]{3,8})\Z")
FRAMES = st.sampled_from(
    (
        "How do I upgrade {}?",
        "What is the limit for {} users",
        "Can contractors use {} in production?",
        "hi, who approves {} for travel please",
        "Does {} need an approval?",
        "Wie lange gilt {}?",
    )
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_makes_no_difference_is_let_pass(one: str, other: str) -> None:
    """Politeness, articles, plurals and the order around "of" do not make another question."""
    assert "" != key(one)
    assert wording(one) == wording(other)
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_what_may_make_a_difference_does(one: str, other: str) -> None:
    """Directions, roles, tenses, persons, permissions and letters make another question."""
    assert key(one) != key(other)


@pytest.mark.parametrize(
    "text",
    [
        "Is tomorrow a holiday?",
        "How do I use it?",
        "What is the limit here?",
        "and for those?",
        "VPN?",
        "",
        "...",
        "why does the build fail " * 20,
    ],
)
def test_what_leans_on_its_moment_is_never_known_again(text: str) -> None:
    """What points at a day or at something said, says too little or tells a story has no key."""
    assert "" == key(text)


@given(FRAMES, st.one_of(NAMES, NUMBERS.map(str), VERSIONS, IDENTIFIERS), st.data())
def test_another_number_name_version_or_identifier_is_another_question(
    frame: str, one: str, data: st.DataObject
) -> None:
    """Whatever of these is put in a question's place, no other has its key."""
    other = data.draw(st.one_of(NAMES, NUMBERS.map(str), VERSIONS, IDENTIFIERS))
    assume(one.casefold() != other.casefold())

    assert key(frame.format(one)) != key(frame.format(other)) or not key(frame.format(one))


@given(
    st.sampled_from([text for pair in (*SAME, *OTHER) for text in pair]),
    st.sampled_from(("not", "never", "no", "without", "except", "only", "unless", "n't")),
    st.integers(1, 6),
)
def test_a_negation_more_is_another_question(text: str, negation: str, at: int) -> None:
    """A word that denies or restricts, put anywhere, makes another question."""
    words = text.split()
    at = min(at, len(words))
    if negation == "n't":
        denied = " ".join([*words[:at], "don't", *words[at:]])
    else:
        denied = " ".join([*words[:at], negation, *words[at:]])

    assert key(denied) != key(text)


@given(st.text(max_size=LONGEST + 20))
def test_any_text_has_a_wording_and_its_own_wording_stays(text: str) -> None:
    """Whatever is asked, its wording is made and is the same each time."""
    assert wording(text) == wording(text)
    assert bool(key(text)) == bool(wording(text))


def test_no_two_questions_of_the_evaluation_sets_are_taken_for_one(evaldata: Path) -> None:
    """Of some 800 questions of handbooks, runbooks and offices no two different ones agree."""
    seen: dict[str, set[str]] = defaultdict(set)
    for name in ("handbooks", "runbooks", "mtrag"):
        for line in (evaldata / name / "questions.jsonl").read_text("utf-8").splitlines():
            asked = json.loads(line)["question"]
            if found := key(asked):
                seen[found].add(" ".join(asked.split()))

    assert [] == [texts for texts in seen.values() if len(texts) > 1]
    assert len(seen) > 500
