"""Tests of retrieval/ledger/again.py: which earlier answers are found, and for whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion, Posting
from retrieval.values import Answer, Outcome, Question, Scope, Trace, Turn

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ASKED = "How many days of vacation do I get?"
OPEN = Scope(("docs",))


def _trace(name: str, text: str = ASKED, outcome: Outcome = Outcome.ANSWERED, at: int = 0) -> Trace:
    answer = Answer(outcome, (), (), (), (), name, 0.1)
    when = (NOON + timedelta(minutes=at)).isoformat()
    question = Question(text, OPEN, asker="U1", place="C1")
    return Trace(name, when, "", question, answer=answer)


async def _keep(ledger: Ledger, trace: Trace, *values: int, channel: str = "C1") -> None:
    """Keep a trace with where its answer stands, and what people think of it."""
    await ledger.record(trace)
    ts = (f"2.{trace.id}",) if channel else ()
    await ledger.postings.keep(Posting(trace.id, "T1", channel or "C1", "1.0", ts, "U1", "1.0"))
    for number, value in enumerate(values):
        opinion = Opinion(trace.id, f"U{number}", value, "button", "C1", NOON)
        await ledger.feedback.give(opinion)


async def _found(ledger: Ledger, text: str = ASKED, asker: str = "U2") -> list[str]:
    liked = await ledger.earlier.liked(Question(text, OPEN, asker=asker))
    return [trace.id for trace in liked]


async def test_liked_answers_to_the_same_question_are_found(ledger_url: str) -> None:
    """The newest first, whatever the politeness; nothing for another number or no wording."""
    async with Ledger.open(ledger_url) as ledger:
        await _keep(ledger, _trace("t1"), 1)
        await _keep(ledger, _trace("t2", at=1), 1, 1)

        assert ["t2", "t1"] == await _found(ledger, "hi, how many vacation days do I get")
        assert [] == await _found(ledger, "How many days of vacation do I get in 2025?")
        assert [] == await _found(ledger, "it?")


@pytest.mark.parametrize("values", [(), (-1,), (1, -1)])
async def test_what_nobody_likes_or_somebody_dislikes_is_not(
    ledger_url: str, values: tuple[int, ...]
) -> None:
    """One thumbs-down outweighs any thumbs-up."""
    async with Ledger.open(ledger_url) as ledger:
        await _keep(ledger, _trace("t1"), *values)

        assert [] == await _found(ledger)


async def test_only_full_answers_to_first_questions_are_found(ledger_url: str) -> None:
    """A refusal, a part of an answer and a follow-up are not."""
    async with Ledger.open(ledger_url) as ledger:
        await _keep(ledger, _trace("t1", outcome=Outcome.NOT_IN_CONTEXT), 1)
        await _keep(ledger, _trace("t2", outcome=Outcome.PARTIAL), 1)
        late = _trace("t3")
        after = replace(late.question, history=(Turn("user", "hello"),))
        await _keep(ledger, replace(late, question=after), 1)

        assert [] == await _found(ledger)


async def test_what_somebody_asked_alone_is_theirs(ledger_url: str) -> None:
    """Nobody else learns that it was asked: in a direct message, or answered to them alone."""
    async with Ledger.open(ledger_url) as ledger:
        await _keep(ledger, _trace("t1"), 1, channel="D1")
        await _keep(ledger, _trace("t2", at=1), 1, channel="")

        assert [] == await _found(ledger)
        assert ["t2", "t1"] == await _found(ledger, asker="U1")
