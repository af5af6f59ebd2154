"""A question that may be answered -> what is said: the answer, or why there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog

from bot.inbound import AFRESH, Inbound
from bot.slack import phrases, render
from bot.slack.asked import small_talk
from bot.slack.correction import Meant
from bot.slack.desk import Desk, Exchange, keep
from bot.slack.leased import leased, still_ours
from bot.slack.notices import target
from bot.slack.refused import SlackRefused
from bot.slack.reply import Posted, Reply
from bot.slack.reply.gone import GONE
from bot.slack.reply.privately import Privately
from bot.slack.reply.stream import STOPPED
from bot.slack.reply.twice import tidy
from bot.slack.thread import History
from retrieval.errors import StoreUnavailable
from retrieval.values import Answer, Note, Outcome, Packed, Question, Scope, VerifiedClaim

Speaker = Reply | Privately
"""Says an answer in a thread, or to its asker alone."""


async def respond(desk: Desk, exchange: Exchange, reply: Speaker) -> str:
    """Say what there is to say; return the outcome in a word.

    Raises StoreUnavailable where search is down, SlackRefused, LedgerError.
    """
    asked = exchange.asked
    if exchange.ready:
        await reply.sources(exchange.ready.packed)
        exchange.answer = exchange.ready.answer
        return await _conclude(desk, exchange, reply, exchange.answer)
    if not asked.text or small_talk(asked.text):
        await reply.say(await _how_to_ask(desk, asked))
        return "help"
    may_search = await desk.access.scope(asked)
    if isinstance(may_search, str):
        await reply.say(may_search)
        return "not_allowed"
    await reply.status(phrases.reading_question())
    exchange.meant = await desk.corrections.meant(asked)
    pages = await desk.access.pages(may_search)
    if pages is None:
        await reply.say(phrases.no_index())
        return "no_index"
    await reply.status(phrases.searching(pages))
    await desk.corrections.learn(asked)
    exchange.answer = await _answer_near(desk, exchange, reply, may_search)
    await still_ours(exchange.work)
    return await _conclude(desk, exchange, reply, exchange.answer)


async def _how_to_ask(desk: Desk, asked: Inbound) -> str:
    """Say how the bot is asked, and what of the files that came along was not read."""
    notes = (await desk.threads.along(asked)).notes if asked.files else ()
    told = [render.note(note) for note in notes if note.kind == "files_unread"]
    return " ".join([phrases.help_(), *told])


async def _conclude(desk: Desk, exchange: Exchange, reply: Speaker, answer: Answer) -> str:
    """Say the answer, and keep where it stands."""
    if exchange.posted:
        await keep(desk, exchange, exchange.posted)
    human = bool(exchange.meant and exchange.meant.corrects)
    posted = await reply.conclude(answer, human=human)
    if reply.gone == STOPPED and isinstance(reply, Reply):
        await reply.stopped(phrases.stopped())
        return "stopped"
    if reply.gone:
        structlog.get_logger().warning(
            "answer_ended_early", job=exchange.work.job.id, error=reply.gone
        )
        return "deleted"
    await keep(desk, exchange, posted)
    if exchange.work.job.attempts > 1 and not exchange.asked.private:
        await _tidy(desk, exchange, posted)
    return str(answer.outcome)


async def _tidy(desk: Desk, exchange: Exchange, posted: Posted) -> None:
    """Delete what a stalled worker posted while this one answered in its place."""
    asked = exchange.asked

    async def known(ts: str) -> bool:
        return await desk.postings.find(asked.team, asked.channel, ts) is not None

    await tidy(leased(desk.web, exchange.work), target(asked), posted.ts, known)


async def _answer_near(desk: Desk, exchange: Exchange, reply: Speaker, may_search: Scope) -> Answer:
    """Answer from the pages of the channel that the asker looks at, else from all they may see."""
    near = desk.access.near(exchange.asked.about, may_search)
    if near:
        answer = await _answer(desk, exchange, reply, near)
        if answer.outcome is not Outcome.NOT_IN_CONTEXT:
            return answer
    return await _answer(desk, exchange, reply, may_search)


async def _answer(desk: Desk, exchange: Exchange, reply: Speaker, may_search: Scope) -> Answer:
    """Answer within the deadline; each hop and claim is shown as it comes."""
    asked = exchange.asked
    afresh = asked.subject == AFRESH
    history, notes = (History(), []) if afresh else await _history(desk, asked)
    meant = exchange.meant or Meant(asked.text)
    question = Question(
        meant.text,
        may_search,
        history.turns,
        asker=asked.user,
        place=asked.channel,
        without=meant.without,
        as_is=meant.as_is,
        afresh=afresh,
    )
    watch = _watch(desk, exchange, reply)
    try:
        async with asyncio.timeout(desk.seconds):
            answer = await desk.answerer.answer(question, watch)
    except TimeoutError:
        reason = phrases.too_late(round(desk.seconds))
        answer = Answer(Outcome.FAILED, exchange.claims, (), (), (), "", desk.seconds, reason)
    if any(note.kind == "search_down" for note in answer.notes):
        raise StoreUnavailable(answer.reason)
    aside = [Note("set_aside")] if meant.corrects and meant.without else []
    return replace(answer, notes=(*answer.notes, *_cut(asked, question, answer), *notes, *aside))


def _cut(asked: Inbound, question: Question, answer: Answer) -> list[Note]:
    """Note that a message was longer than was read, where the answer does not say so itself."""
    told = any(note.kind == "question_cut" for note in answer.notes)
    cut = asked.cut and question.text == asked.text and not told
    return [Note("question_cut", str(len(asked.text)))] if cut else []


async def _history(desk: Desk, asked: Inbound) -> tuple[History, list[Note]]:
    """Read the thread; where Slack refuses, answer without it and say so."""
    try:
        history = await desk.threads.before(asked)
    except SlackRefused as refused:
        if refused.error in GONE:
            raise
        return History(), [Note("history_missing", refused.error)]
    cut = [Note("history_cut")] if history.cut else []
    return history, [*history.notes, *cut]


def _watch(desk: Desk, exchange: Exchange, reply: Speaker) -> Callable[[object], Awaitable[None]]:
    """Show each hop in the status line, and each claim as soon as it is verified."""

    async def watch(hop: object) -> None:
        desk.metrics.hop(hop)
        if isinstance(hop, Packed):
            await reply.sources(hop)
            await reply.status(phrases.reading(len(hop.sources)))
        elif isinstance(hop, VerifiedClaim):
            if not exchange.claims and not exchange.posted:
                await still_ours(exchange.work)
            exchange.claims = (*exchange.claims, hop)
            await reply.claim(hop)

    return watch
