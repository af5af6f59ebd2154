"""Tests of retrieval/learn/alike.py: which questions one page would answer."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.alike import groups
from tests.fakes.team import bag

NEAR = (
    "How do I get a parking permit?",
    "Where do I get a parking permit?",
    "parking permit for the garage",
)
APART = (
    ("How do I upgrade Widget to 2.4?", "How do I upgrade Widget to 3.0?"),
    ("Who approves invoices over 5,000 euros?", "Who approves invoices over 50,000 euros?"),
    ("What does error E4021 mean?", "What does error E4022 mean?"),
    ("How do I get a Figma licence?", "How do I get a Miro licence?"),
    ("how do i restart the kafka cluster", "how do i restart the postgres cluster"),
    ("Can I work abroad for two weeks?", "Can I work abroad for six weeks?"),
)


def _grouped(texts: list[str]) -> list[set[str]]:
    """Group texts as if all of them were the same in meaning."""
    same = np.zeros((len(texts), 2), dtype=np.float32)
    same[:, 0] = 1.0
    return [{texts[at] for at in group} for group in groups(texts, same)]


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_differs_in_what_matters_stays_apart(one: str, other: str) -> None:
    """However close in meaning: a version, number, identifier, name or the one word."""
    assert [{one}, {other}] == _grouped([one, other])


def test_what_is_alike_in_words_and_meaning_is_one() -> None:
    """The same matter in other words is one group; what has no words in common is another."""
    assert [set(NEAR), {"Are dogs allowed?"}] == _grouped([*NEAR, "Are dogs allowed?"])


def test_what_is_far_in_meaning_is_apart() -> None:
    """Words in common are not enough."""
    vectors = np.eye(3, dtype=np.float32)

    assert [(0,), (1,), (2,)] == groups(NEAR, vectors)


def test_a_chain_does_not_join_what_is_apart() -> None:
    """A question near to two that differ in their versions is put with one of them."""
    texts = ["Widget upgrade 2.4 steps", "Widget upgrade 3.0 steps", "Widget upgrade 2.4"]

    assert [{texts[0], texts[2]}, {texts[1]}] == _grouped(texts)


@given(st.lists(st.sampled_from([*NEAR, *itertools.chain(*APART)]), unique=True), st.randoms())
def test_the_order_of_questions_decides_nothing(texts: list[str], dice: random.Random) -> None:
    """The same questions make the same groups; each is in exactly one."""
    other = list(texts)
    dice.shuffle(other)

    def named(given: list[str]) -> set[frozenset[str]]:
        vectors = np.array([bag(text) for text in given], dtype=np.float32)
        found = groups(given, vectors) if given else []
        return {frozenset(given[at] for at in group) for group in found}

    assert named(texts) == named(other)
    assert sorted(texts) == sorted(itertools.chain(*named(texts)))
