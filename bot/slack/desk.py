"""What answering needs, and one question in work with the answer that is posted for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.metrics import Metrics
from bot.slack.access import Access
from bot.slack.correction import Corrections, Meant
from bot.slack.leased import leased
from bot.slack.notices import target
from bot.slack.ready import Ready
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace, Posted, Reply
from bot.slack.reply.twice import withdraw
from bot.slack.resume import progress
from bot.slack.thread import Threads
from bot.slack.web import Web
from bot.slack.work import LeaseLost, Work
from retrieval.answer.answerer import Answerer
from retrieval.errors import LedgerError
from retrieval.ports import Notifier, Posting, Postings
from retrieval.values import Answer, VerifiedClaim


@dataclass(frozen=True, slots=True)
class Desk:
    """What answering needs: Slack, the answerer, what is known and what is allowed."""

    web: Web
    pace: Pace
    access: Access
    threads: Threads
    postings: Postings
    notifier: Notifier
    answerer: Answerer
    metrics: Metrics
    corrections: Corrections
    seconds: float
    outage_seconds: float = 600.0


@dataclass(slots=True)
class Exchange:
    """One question in work: what was posted for it, and the answer once there is one."""

    asked: Inbound
    work: Work
    posted: Posted | None = None
    answer: Answer | None = None
    claims: tuple[VerifiedClaim, ...] = ()
    meant: Meant | None = None
    ready: Ready | None = None
    """The answer, where it was there before anything was said."""


def open_reply(desk: Desk, exchange: Exchange) -> Reply:
    """Open the reply to a question; what it posts is committed before it is written into."""
    place = target(exchange.asked)

    async def on_posted(posted: Posted) -> None:
        exchange.posted = posted
        try:
            await exchange.work.note(progress(posted))
        except LeaseLost:
            if exchange.work.stopped == "lost":
                await withdraw(desk.web, place, posted.ts[-1])
            await asyncio.sleep(0)  # The work was cancelled: here it ends.
            raise
        if exchange.answer:
            await keep(desk, exchange, posted)

    web = leased(desk.web, exchange.work)
    reply = Reply(web, place, desk.pace, on_posted=on_posted, resume=exchange.posted)
    reply.scripted = desk.access.policy.scripted
    return reply


async def _kind(desk: Desk, asked: Inbound) -> str:
    """Say what kind of place an answer stands in; empty where Slack does not say."""
    try:
        return (await desk.access.lookup.place(asked.channel)).kind
    except SlackRefused:
        return ""


async def keep(desk: Desk, exchange: Exchange, posted: Posted) -> None:
    """Keep where an answer stands, so that opinions and follow-ups find it."""
    asked, answer = exchange.asked, exchange.answer
    trace_id = answer.trace_id if answer else posted.trace_id
    if not trace_id:
        return
    posting = Posting(
        trace_id=trace_id,
        team=asked.team,
        channel=asked.channel,
        thread_ts="" if asked.private else asked.root,  # A private answer makes no thread ours.
        ts=posted.ts,
        asker=asked.user,
        question_ts="" if asked.private else asked.ts,
        outcome=str(answer.outcome) if answer else "",
        source=asked.source,
        kind=await _kind(desk, asked),
    )
    try:
        await desk.postings.keep(posting)
    except LedgerError as error:
        structlog.get_logger().warning("posting_not_kept", reason=str(error))
