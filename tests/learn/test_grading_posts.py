"""Tests of retrieval/learn/grading_posts.py: what is put before whom, a few at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.learn.grading_posts import post, read_value, value, whom
from retrieval.learn.grading_told import lines, message
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy
from retrieval.ports import Posting
from retrieval.ports.grades import GRADES, Gradable, Grade, Sample
from tests.test_tracing import TRACE

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
POLICY = Policy(
    {
        "docs": CollectionPolicy(open=True, support="C7"),
        "hr": CollectionPolicy(support="C8"),
        "faq": CollectionPolicy(open=True),
    },
    "T1",
    ("U1",),
    "C9",
)


@pytest.mark.parametrize(
    ("collections", "kind", "channel"),
    [
        (("docs",), "channel", "C7"),
        (("faq",), "channel", "C9"),
        (("hr",), "channel", "C8"),
        (("docs", "hr"), "channel", "C8"),
        (("docs",), "private", ""),
        (("docs",), "direct", ""),
        (("docs",), "", ""),
        (("gone",), "channel", ""),
        ((), "channel", ""),
    ],
)
def test_only_those_who_may_see_it_are_shown_an_answer(
    collections: Sequence[str], kind: str, channel: str
) -> None:
    """Asked in public, of what is open or is that channel's own; else nobody is."""
    answer = Gradable("t1", "U2", tuple(collections), "T1", "C1", kind)

    assert channel == whom(answer, POLICY)


@pytest.mark.parametrize("wrong", ["", "|", "s1|", "|t1", "s1", "a|b|c"])
def test_a_buttons_value_is_read_back(wrong: str) -> None:
    """Anything else is nothing."""
    assert ("s1", "t1") == read_value(value("s1", "t1"))
    assert read_value(wrong) is None


async def test_a_batch_waits_and_a_grade_makes_room(tmp_path: Path) -> None:
    """None is posted twice, and what may not be shown is counted."""
    sample = Sample("s1", NOON, NOON, 1, tuple(f"t{number}" for number in range(6)))
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        for number, name in enumerate(sample.traces):
            await ledger.record(replace(TRACE, id=name))
            kind = "direct" if number == 1 else "channel"
            posting = Posting(name, "T1", "C1", "", (f"2.{number}",), "U2", "1.0", kind=kind)
            await ledger.postings.keep(posting)
        answers = await ledger.grades.drawn(sample)

        first = await post(ledger, sample, answers, POLICY, batch=2)
        again = await post(ledger, sample, answers, POLICY, batch=2)
        await ledger.grades.give(Grade("t0", "U1", "right", NOON, "s1"))
        after = await post(ledger, sample, answers, POLICY, batch=2)
        jobs = await ledger.outbox.due(seconds=1, most=10, team="T1")

    assert (2, 2, 1) == (first.new, first.waiting, first.hidden)
    assert (0, 1) == (again.new, after.new)
    assert "C7" == jobs[0].payload["to"]
    buttons = jobs[0].payload["buttons"]
    assert [f"footnote_grade_{grade}" for grade in GRADES] == [one["action"] for one in buttons]
    assert {"s1|t0"} == {one["value"] for one in buttons}


def test_what_is_shown_has_the_question_the_answer_and_its_proof() -> None:
    """On a terminal and in a message alike; a message leaves out mark-up of the pages."""
    assert TRACE.answer
    claim = TRACE.answer.claims[0]
    told, (said, links) = "\n".join(lines(TRACE)), message(TRACE)

    for text in (told, said):
        assert TRACE.question.text in text
        assert " ".join(claim.text.split()) in text
        assert claim.citations[0].document.title in text
    assert {c.url for one in TRACE.answer.claims for c in one.citations if c.url} == set(links)
