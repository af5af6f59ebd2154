"""Tests of retrieval/learn/scoring.py: what each case scores on an answer path."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from retrieval.answer.answerer import Answerer, Team
from retrieval.answer.pack import Budget
from retrieval.errors import IndexMissing, StoreError
from retrieval.learn.path import AnswerPath
from retrieval.learn.scoring import CaseScore, failing, score, task_of
from retrieval.ports import EvalCase, Label
from tests.fakes.team import (
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
    facts,
)

PAY = "Salaries are paid on the last working day."


def case(name: str, question: str = "When are salaries paid?", **label: Any) -> EvalCase:
    """Make a labelled case of the one collection."""
    content = {"question": question, "collections": ["docs"], "history": []}
    made = datetime(2026, 1, 1, tzinfo=UTC)
    return EvalCase(name, "", made, "triaged", "U1", "C1", content, label=Label(**label))


def path(store: MemoryStore | None = None) -> AnswerPath:
    """Put a path together that quotes the best page's first sentence."""
    if store is None:
        store = MemoryStore()
        store.put(facts("vpn.md", "VPN"), "The VPN client is installed from the portal.")
        store.put(facts("pay.md", "Pay"), PAY)
    team = Team(
        store,
        BagEmbedder(),
        ScriptedReranker(),
        FirstSentence(),
        FirstSentence(),
        MemoryTraces(),
        FixedClock(),
    )
    return AnswerPath(Answerer(team), store, Budget())


async def test_a_case_is_scored() -> None:
    """Rank, citations, refusal and what was said, each where somebody says what is right."""
    seen: list[tuple[int, int]] = []
    cases = [
        case("a", right=("docs:pay.md",), must_say=(("last working day",),)),
        case("b", right=("docs:gone.md",)),
        case("c", answerable=False),
    ]
    a, b, c = await score(cases, path(), progress=lambda done, total: seen.append((done, total)))

    assert (1, True, "docs", "answered", "") == (
        a.rank,
        a.found,
        a.collection,
        a.outcome,
        a.failure,
    )
    assert (1, 1, True) == (a.citations, a.valid, a.cited_right)
    assert (True, True, None) == (a.refused_right, a.said_right, a.gold_right)
    assert ("docs:pay.md", "Pay") == a.top[0]
    assert (None, False, True, None) == (b.rank, b.found, b.refused_right, b.said_right)
    assert (None, None, False) == (c.rank, c.found, c.refused_right)
    assert [(1, 3), (2, 3), (3, 3)] == seen


async def test_the_right_page_is_handed_over_beside() -> None:
    """The writer alone is measured where a case says what must be said."""
    wanted = case(
        "a", "How is the VPN client installed?", right=("docs:pay.md",), must_say=(("last",),)
    )
    (found,) = await score([wanted], path(), gold=True)

    assert (False, True) == (found.said_right, found.gold_right)


async def test_an_expected_answer_is_held_against_what_was_said() -> None:
    """Where no words are required, the expected answer's numbers and words are."""
    cases = [
        case("a", right=("docs:pay.md",), expected="They are paid on the last working day."),
        case("b", right=("docs:pay.md",), expected="Paid on the 3rd."),
    ]

    assert [True, False] == [one.said_right for one in await score(cases, path())]


async def test_a_case_that_cannot_be_asked_says_why() -> None:
    """It measures nothing; whether its collection is not indexed is known."""
    store = MemoryStore(error=StoreError("The index is damaged."))
    (found,) = await score([case("a", right=("docs:pay.md",))], path(store))

    assert ("The index is damaged.", "failed", None, None, None) == (
        found.failure,
        found.outcome,
        found.found,
        found.refused_right,
        found.cited_right,
    )
    missing = MemoryStore(error=IndexMissing("Nothing has been indexed as 'docs' yet."))
    (away,) = await score([case("a", right=("docs:pay.md",))], path(missing))
    assert (False, True) == (found.unindexed, away.unindexed)


@pytest.mark.parametrize(
    ("unindexed", "out", "enough"),
    [(0, 2, True), (0, 3, False), (50, 0, True), (51, 0, False), (50, 1, True), (50, 2, False)],
)
def test_so_many_must_be_asked(unindexed: int, out: int, enough: bool) -> None:
    """Half may lack an index; of the rest two in a hundred may fail."""
    scores = [
        CaseScore(
            str(n),
            "docs",
            None,
            failure="No." if n < unindexed + out else "",
            unindexed=n < unindexed,
        )
        for n in range(100)
    ]

    assert enough == (not failing(scores))


@pytest.mark.parametrize(
    ("asked", "right", "across", "pages"),
    [
        (["docs", "hr"], ("hr:a.md",), ("docs", "hr"), ("hr:a.md",)),
        ([], ("hr:a.md", "it:b.md"), ("hr", "it"), ("hr:a.md", "it:b.md")),
        ([], (), ("docs",), ()),
        (["hr"], (":a.md",), ("hr",), ("hr:a.md",)),
    ],
)
def test_a_case_is_asked_where_it_was_asked(
    asked: list[str], right: tuple[str, ...], across: tuple[str, ...], pages: tuple[str, ...]
) -> None:
    """The scope is that of the question, or else the collections of the right pages."""
    content = {"question": "?", "collections": asked}
    made = datetime(2026, 1, 1, tzinfo=UTC)
    found = task_of(EvalCase("a", "", made, "kept", "", "", content, label=Label(right=right)))

    assert (across, pages) == (found.scope.collections, found.right)
    assert (pages[0].partition(":")[0] if pages else across[0]) == found.corpus.collection


def test_found_needs_a_right_page_among_the_first_five() -> None:
    """The sixth place is too low, and without a right page nothing is said."""
    ranks = [CaseScore("a", "docs", rank, right=("docs:a",)).found for rank in (5, 6, None)]

    assert [True, False, False, None] == [*ranks, CaseScore("a", "docs", None).found]
