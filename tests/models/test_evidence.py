"""How much of a question a text has in it."""

from __future__ import annotations

import pytest

from retrieval.models.evidence import asked
from retrieval.models.pieces import bag
from retrieval.text.query import parse
from retrieval.text.synonyms import parse as synonyms
from retrieval.values import Frequencies


def test_rare_words_weigh_more() -> None:
    """A word in every chunk weighs nearly nothing, one in none weighs one."""
    counts = {"team": 99, "rippling": 1, "zebra": 0}
    question = asked(parse("team rippling zebra", "asked"), Frequencies(100, counts))
    common, rare, unseen = question.weights

    assert common < 0.1
    assert 0.7 < rare < unseen
    assert 1.0 == unseen


def test_endings_do_not_matter() -> None:
    """Words are compared by their stems, and counted by them."""
    question = asked(parse("expensing lunches", "asked"), Frequencies(10, {"lunches": 3}))

    assert 1.0 == question.share(question.found(bag("Lunch can be expensed.")))


def test_a_synonym_is_as_good() -> None:
    """A phrase that means the same is found when all its words are there."""
    known = synonyms("vpn, virtual private network")
    question = asked(parse("vpn", "asked", known), Frequencies())

    assert 1.0 == question.share(question.found(bag("the virtual private network")))
    assert 0.0 == question.share(question.found(bag("a private matter")))


def test_without_frequencies_all_words_weigh_the_same() -> None:
    """Nothing is known of rarity, so half of the words is half of the question."""
    question = asked(parse("parental leave", "asked"), Frequencies())

    assert 0.5 == question.share(question.found(bag("leave")))


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("年假有多少天?", "年假为15天。", 1.0),
        ("年假有多少天?", "年假为十五天。", 1.0),
        ("年假多少天？", "年假需要申请。", 0.5),
        ("病假需要什么?", "病假需要医生证明。", 1.0),
        ("公司的股票代码是什么?", "年假为15天。", 0.0),
        ("休暇は何日ですか", "休暇があります。", 1.0),
        ("How many leave days?", "Leave lasts 5 days.", 1.0),
        ("How many?", "Leave lasts 5 days.", 0.0),
    ],
)
def test_what_only_asks_is_not_looked_for(question: str, text: str, expected: float) -> None:
    """A page that answers does not say "how many" again; what is counted it says at a number."""
    said = asked(parse(question, "asked"), Frequencies())

    assert expected == pytest.approx(said.share(said.found(bag(text))))


@pytest.mark.parametrize("text", ["Widget 1.7", "Widget v1.7", "Widget-1.7"])
def test_a_version_is_one_term(text: str) -> None:
    """With or without a `v`, alone or joined to its product, and not the digits of another."""
    question = asked(parse(text, "asked"), Frequencies())

    assert 1.0 == question.share(question.found(bag("Widget v1.7.3")))
    assert 0.5 == question.share(question.found(bag("Widget 7.1 of 17")))
    assert [bag("widget") | {"1.7"}] == [one | bag("widget") for one in question.identifiers]


@pytest.mark.parametrize(
    "text",
    [
        "What does vacation mean?",
        "what is meant by vacation",
        "Explain vacation",
        "meaning of vacation?",
        "What is our vacation called?",
        "Who is in charge of vacation?",
        "What is the difference between vacation and vacations?",
    ],
)
def test_words_that_ask_to_be_told_weigh_nothing(text: str) -> None:
    """What tells it seldom says that it means or explains it."""
    question = asked(parse(text, "asked"), Frequencies())

    assert 1.0 == question.share(question.found(bag("Vacation is paid.")))


def test_a_question_is_about_a_name_with_little_beside_it() -> None:
    """A name among many words is one of them."""
    short = asked(parse("How do I set RCLONE_RETRIES?", "asked"), Frequencies())
    long = asked(
        parse("Who pays for meals and trains after a merger in Section9?", "asked"), Frequencies()
    )

    assert ["RCLONE_RETRIES"] == [name.text for name in short.names]
    assert () == long.names
