"""Tests of what turns a clause round."""

from __future__ import annotations

import pytest

from retrieval.text.polarity import clauses, contradicts, denials, difference, polarity, turns


def differ(claim: str, proof: str) -> str:
    """Return how two clauses are turned otherwise."""
    return difference(polarity(claim), polarity(proof))


@pytest.mark.parametrize(
    ("claim", "proof"),
    [
        ("you must share it", "you must not share it"),
        ("it isn't open", "it is open"),
        ("you can never leave", "you can leave"),
        ("do it with approval", "do not do it with approval"),
        ("deploy with approval", "deploy without approval"),
        ("staff may deploy", "only staff may deploy"),
        ("it is allowed", "it is forbidden"),
        ("you must go", "you may go"),
        ("you should go", "you must go"),
        ("at least 5", "at most 5"),
        ("always ask", "sometimes ask"),
        ("before noon", "after noon"),
        ("some teams", "all teams"),
        ("rotate weekly", "rotate monthly"),
        ("it works unless it rains", "it works if it rains"),
    ],
)
def test_a_clause_turned_round_differs(claim, proof):
    """Negations, restrictions, obligations, bounds and opposites are told apart."""
    assert differ(claim, proof)


@pytest.mark.parametrize(
    ("claim", "proof"),
    [
        ("you mustn't share it", "you must not share it"),
        ("it can't be used", "it cannot be used"),
        ("never share it", "do not share it"),
        ("you must rotate keys", "rotate keys"),
        ("you have to go", "you are required to go"),
        ("it isn't allowed", "it is not allowed"),
        ("each team", "every team"),
    ],
)
def test_the_same_turn_in_other_words_is_none(claim, proof):
    """Contractions and near words turn a clause the same way."""
    assert "" == differ(claim, proof)


def test_clauses_part_at_conjunctions_and_signs():
    """A negation reaches to the end of its clause."""
    expected = ("if it rains", "stay in", "but do not sleep.")

    assert expected == clauses("if it rains, stay in but don't sleep.")


def test_a_leading_answer_is_held_against_its_clause():
    """A yes before a denial and a no before none contradict themselves; else they add nothing."""
    assert clauses("you can not go") == clauses("no, you cannot go")
    assert contradicts("yes, it isn't open")
    assert contradicts("no, it is open")
    assert not contradicts("no, it is not open")
    assert not contradicts("no cash is accepted")


def test_words_that_condition_are_seen_where_a_quote_is_cut():
    """What stands beside a quote may deny or condition it."""
    assert turns("unless your contract says so")
    assert turns("You don’t")
    assert not turns("on weekdays")


def test_turning_words_are_counted():
    """Two texts with the same words have the same counts."""
    assert denials("never do it") != denials("do it")
