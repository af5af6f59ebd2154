"""A message about an earlier answer -> what it asks: "that is not it", or a changed search.

It refers to the latest answer of its thread; the pages of that answer, and of those before it, are
left out when it is searched again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.slack.asked import small_talk
from bot.slack.asking import bare, begins_wrong, says_wrong_at
from bot.slack.decode import says_something
from retrieval.errors import LedgerError
from retrieval.ports import Postings, RewriteCase, Rewrites, Traces
from retrieval.values import Outcome, Trace

NOT_IT, SEARCHED = "not_it", "searched"
"""Subjects of a question that is asked again: of a correction, and of a changed search."""
MOST_ANSWERS = 10
"""Answers of a thread whose pages are left out, the latest."""

_CLAUSE = re.compile(r"[.,;:!?。、！？]+\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class Meant:
    """What is to be searched, and without which pages; `as_is` means without rewording.

    `corrects` says that an answer was not it: then people are offered to ask.
    """

    text: str
    without: tuple[str, ...] = ()
    as_is: bool = False
    corrects: bool = False


@dataclass(frozen=True, slots=True)
class Corrections:
    """Knows what was answered before."""

    postings: Postings
    traces: Traces
    rewrites: Rewrites

    async def meant(self, asked: Inbound) -> Meant:
        """Say what a question means. Raises LedgerError."""
        if asked.subject == SEARCHED:
            return Meant(asked.text, asked.without, as_is=True)
        if asked.subject != NOT_IT:
            return Meant(asked.text, asked.without)
        before = await self._before(asked)
        if not before:
            return Meant(asked.text, asked.without, corrects=True)
        cited = dict.fromkeys([*asked.without, *(key for trace in before for key in _pages(trace))])
        if more := beyond(asked.text):
            return Meant(more, tuple(cited), corrects=True)
        last = before[-1]
        text = last.queries.standalone if last.queries else last.question.text
        return Meant(text, tuple(cited), as_is=True, corrects=True)

    async def learn(self, asked: Inbound) -> None:
        """Keep what somebody made of a search; what goes wrong with it costs no answer."""
        if asked.subject != SEARCHED or not asked.trace_id:
            return
        try:
            trace = await self.traces.find(asked.trace_id)
            await self.rewrites.keep(_case(asked, trace))
        except LedgerError as error:
            structlog.get_logger().warning("rewrite_not_kept", reason=str(error))

    async def _before(self, asked: Inbound) -> Sequence[Trace]:
        """Return the traces of the thread's latest answers, oldest first."""
        place = (asked.team, asked.channel, asked.root)
        postings = [one for one in await self.postings.in_thread(*place) if one.trace_id]
        found: list[Trace] = []
        for posting in postings[-MOST_ANSWERS:]:
            try:
                trace = await self.traces.find(posting.trace_id)
            except LedgerError:
                continue
            if trace.answer and trace.answer.outcome is not Outcome.FAILED:
                found.append(trace)
        return found


def beyond(text: str) -> str:
    """Return what a correction says besides that an answer was not it; empty where nothing."""
    said = bare(text)
    last = max(says_wrong_at(said), default=-1)
    if last < 0:
        return ""
    clauses = (clause.end() for clause in _CLAUSE.finditer(said))
    start = next((at for at in clauses if at >= last and not begins_wrong(said, at)), len(said))
    more = said[start:].strip()
    return more if says_something(more) and not small_talk(more) else ""


def _pages(trace: Trace) -> Mapping[str, None]:
    """Return the keys of the pages that an answer cited."""
    claims = trace.answer.claims if trace.answer else ()
    return dict.fromkeys(c.document.key for claim in claims for c in claim.citations)


def _case(asked: Inbound, trace: Trace) -> RewriteCase:
    question = trace.question
    return RewriteCase(
        id=asked.key[-64:],
        trace_id=trace.id,
        person=asked.user,
        place=asked.channel,
        asked=question.text,
        turns=question.history,
        rewrite=trace.queries.standalone if trace.queries else question.text,
        wanted=asked.text,
    )
