"""What people answered while a refusal was being written is put to be offered once that stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack.addressed import Said
from bot.slack.meanwhile import Meanwhile
from bot.slack.refused import SlackRefused
from bot.slack.work import Work
from retrieval.ledger.ledger import Ledger
from tests.fakes.reception import ANN, BEN, answered, row

ASKED = Inbound(
    "question", "q", "T1:C1:5.0", "T1", "C1", "channel", ANN, "5.0", text="How?", source="mention"
)
LONG = "They are paid on the 25th of every month, says payroll."
THREAD = (
    Said("person", BEN, "This was said long before the question was asked by anybody.", "4.0"),
    Said("person", ANN, "<@UBOT> When are salaries paid?", "5.0"),
    Said("person", BEN, LONG, "5.2"),
    Said("person", BEN, "Happy to help you with that.", "5.3"),
    Said("person", "UEVE", "Is that so?", "5.4"),
    Said("person", ANN, "Thank you, that is all that I need.", "5.5"),
    Said("other", "BOTHER", "The build of the month is green again.", "5.6"),
    Said("bot", "UBOT", "I do not know that, says the documentation.", "5.7"),
)


@dataclass
class _Threads:
    """A thread in which others answered while the bot wrote."""

    refused: bool = False
    asked: list[Inbound] = field(default_factory=list)

    async def said(self, asked: Inbound) -> Sequence[Said]:
        self.asked.append(asked)
        if self.refused:
            raise SlackRefused("conversations.replies", "fatal_error")
        return [one for one in THREAD if float(one.ts) <= float(asked.ts)]


async def _after(
    ledger: Ledger, result: str, threads: _Threads, found: Inbound = ASKED
) -> list[Inbound]:
    """Deal with a question that ends so; return the rows that were put for it."""

    async def handle(_: Work) -> str:
        return result

    reading: Any = threads
    work = await row(ledger, found)
    looking = Meanwhile(ledger.inbox, ledger.postings, reading)
    assert result == await looking.after_questions(handle)(work)
    await ledger.inbox.finish(work.job, result)
    return [Inbound.read(job.payload) for job in await ledger.inbox.lease(seconds=0.0, most=9)]


@pytest.mark.parametrize("result", ["not_in_context", "answered_before"])
async def test_the_best_reply_of_each_other_is_put(ledger: Ledger, result: str) -> None:
    """The longest that may be an answer; not the asker's, a question, or what stood before."""
    await answered(ledger, thread_ts="5.0", ts=("5.7",), outcome="not_in_context")
    (put,) = await _after(ledger, result, _Threads())

    assert ("answered", BEN, "5.2", "5.0") == (put.kind, put.user, put.ts, put.thread_ts)


@pytest.mark.parametrize(
    ("result", "outcome", "changed"),
    [
        ("answered", "answered", {}),
        ("found_answered", "answered", {}),
        ("not_in_context", "not_in_context", {"private": True}),
        ("not_in_context", "not_in_context", {"channel_kind": "direct"}),
    ],
)
async def test_elsewhere_nobody_looks(
    ledger: Ledger, result: str, outcome: str, changed: dict[str, Any]
) -> None:
    """Where the bot answered, or where nobody else reads."""
    await answered(ledger, thread_ts="5.0", ts=("5.7",), outcome=outcome)
    threads = _Threads()

    assert [] == await _after(ledger, result, threads, replace(ASKED, **changed))
    assert [] == threads.asked


async def test_a_thread_that_cannot_be_read_is_let_be(ledger: Ledger) -> None:
    """The question is dealt with all the same."""
    await answered(ledger, thread_ts="5.0", ts=("5.7",), outcome="not_in_context")

    assert [] == await _after(ledger, "not_in_context", _Threads(refused=True))
