"""A row of the inbox -> what is said in Slack: a question becomes an answer, in place, once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import structlog

from bot.inbound import Inbound
from bot.metrics import Metrics
from bot.slack import phrases
from bot.slack.access import NOWHERE, Access
from bot.slack.asked import small_talk
from bot.slack.held import leased, still_ours
from bot.slack.notices import target
from bot.slack.outage import keep, outage
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace, Posted, Reply
from bot.slack.reply.gone import GONE
from bot.slack.reply.twice import tidy, withdraw
from bot.slack.resume import begun, progress, standing
from bot.slack.thread import History, Threads
from bot.slack.web import Web
from bot.slack.work import ATTEMPTS, Later, LeaseLost, Work
from retrieval.answer.answerer import Answerer
from retrieval.errors import LedgerError, StoreUnavailable
from retrieval.ports import Notifier, Posting, Postings
from retrieval.values import Answer, Note, Outcome, Packed, Question, Scope, VerifiedClaim

OUTSIDE = frozenset({"channel_not_found", "not_in_channel", "restricted_action"})
"""Those after which the asker can still be told directly."""


CRASHES = 25
"""Attempts after which a question is given up that never ended: it seems to kill its process."""


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


class Converse:
    """Answers questions."""

    def __init__(self, desk: Desk) -> None:
        """Take what answering needs."""
        self._desk = desk

    async def __call__(self, work: Work) -> str:
        """Answer a question; return its outcome in a word.

        Raises SlackRefused and LedgerError where another attempt may succeed.
        """
        exchange = Exchange(Inbound.read(work.job.payload), work)
        try:
            if work.job.attempts > CRASHES:
                outcome = await self._give_up(exchange)
            else:
                outcome = await self._exchange(exchange)
        except SlackRefused as refused:
            if refused.error not in NOWHERE:
                return await self._again(exchange, refused)
            outcome = await self._nowhere(exchange, refused)
        except (LeaseLost, Later):
            raise
        except Exception as error:  # noqa: BLE001 - whoever asked gets a reason in the end
            return await self._again(exchange, error)
        self._desk.metrics.questions.labels(outcome).inc()
        return outcome

    async def _again(self, exchange: Exchange, error: Exception) -> str:
        """Leave a question for another attempt by raising; the last attempt says so in place."""
        if exchange.work.job.attempts < ATTEMPTS:
            raise error
        structlog.get_logger().error(
            "question_given_up", job=exchange.work.job.id, reason=str(error), exc_info=error
        )
        return await self._give_up(exchange)

    async def _give_up(self, exchange: Exchange) -> str:
        """Say that something is broken, with what the log has it under. Raises SlackRefused."""
        reply = self._reply(exchange)
        try:
            await reply.say(phrases.broken(f"job {exchange.work.job.id}"))
        finally:
            await reply.close()
        self._desk.metrics.questions.labels("failed").inc()
        return "failed"

    async def _nowhere(self, exchange: Exchange, refused: SlackRefused) -> str:
        """Leave a question without an answer in place; tell its asker where they can be told."""
        asked = exchange.asked
        structlog.get_logger().warning(
            "no_place_to_answer",
            job=exchange.work.job.id,
            method=refused.method,
            error=refused.error,
        )
        if refused.error in GONE:
            return "deleted"
        if asked.channel_kind != "direct" and refused.error in OUTSIDE:
            key = f"nowhere:{asked.message_key}"
            text = phrases.not_in_channel(asked.channel)
            await self._desk.notifier.notify(asked.user, text, key=key, team=asked.team)
        return f"undeliverable_{refused.error}"

    async def _exchange(self, exchange: Exchange) -> str:
        """Go on from what an earlier attempt posted, or start."""
        desk, asked, work = self._desk, exchange.asked, exchange.work
        place = (asked.team, asked.channel, asked.ts)
        if work.job.attempts == 1 and await desk.postings.of_question(*place):
            return "answered_before"  # Its row was forgotten, and an edit sent it again.
        down = outage(work.job.progress) is not None and not await desk.access.searchable()
        if down:
            exchange.posted = standing(target(asked), work.job.progress).posted
        elif work.job.attempts > 1:
            earlier = await begun(desk.web, target(asked), work.job.progress)
            exchange.posted = earlier.posted
            if earlier.done and earlier.posted:
                await self._keep(exchange, earlier.posted)
                return "found_answered"
        reply = self._reply(exchange)
        try:
            return await self._unless(exchange, reply, down=down)
        except asyncio.CancelledError:
            if work.stopped == "deleted" and exchange.posted:
                await reply.say(phrases.deleted())
            raise
        finally:
            await reply.close()

    async def _unless(self, exchange: Exchange, reply: Reply, *, down: bool) -> str:
        """Respond, unless search is down: then keep the question for later, or close it."""
        reason = "as before"
        if not down:
            try:
                return await self._respond(exchange, reply)
            except StoreUnavailable as error:
                reason = str(error)
        await still_ours(exchange.work)
        return await keep(exchange.work, reply, reason, seconds=self._desk.outage_seconds)

    def _reply(self, exchange: Exchange) -> Reply:
        """Open the reply to a question; what it posts is committed before it is written into."""
        desk, place = self._desk, target(exchange.asked)

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
                await self._keep(exchange, posted)

        web = leased(desk.web, exchange.work)
        return Reply(web, place, desk.pace, on_posted=on_posted, resume=exchange.posted)

    async def _respond(self, exchange: Exchange, reply: Reply) -> str:
        """Say what there is to say: the answer, or why there is none."""
        asked = exchange.asked
        if not asked.text or small_talk(asked.text):
            unread = phrases.note("files_unread", str(asked.files)) if asked.files else ""
            await reply.say(f"{phrases.help_()} {unread}".rstrip())
            return "help"
        await reply.status(phrases.reading_question())
        may_search = await self._desk.access.scope(asked)
        if isinstance(may_search, str):
            await reply.say(may_search)
            return "not_allowed"
        pages = await self._desk.access.pages(may_search)
        if pages is None:
            await reply.say(phrases.no_index())
            return "no_index"
        await reply.status(phrases.searching(pages))
        answer = await self._answer(exchange, reply, may_search)
        exchange.answer = answer
        await still_ours(exchange.work)
        if exchange.posted:
            await self._keep(exchange, exchange.posted)
        posted = await reply.conclude(answer)
        if reply.gone:
            structlog.get_logger().warning(
                "answer_ended_early", job=exchange.work.job.id, error=reply.gone
            )
            return "deleted" if reply.gone in GONE else "stopped"
        await self._keep(exchange, posted)
        if exchange.work.job.attempts > 1:
            await self._tidy(exchange, posted)
        return str(answer.outcome)

    async def _tidy(self, exchange: Exchange, posted: Posted) -> None:
        """Take away what a worker that had stood still posted while we answered in its place."""
        desk, asked = self._desk, exchange.asked

        async def known(ts: str) -> bool:
            return await desk.postings.find(asked.team, asked.channel, ts) is not None

        await tidy(leased(desk.web, exchange.work), target(asked), posted.ts, known)

    async def _answer(self, exchange: Exchange, reply: Reply, may_search: Scope) -> Answer:
        """Answer within the deadline; each hop and claim is shown as it comes."""
        asked, desk = exchange.asked, self._desk
        history, notes = await self._history(asked)
        question = Question(
            asked.text, may_search, history.turns, asker=asked.user, place=asked.channel
        )
        watch = self._watch(exchange, reply)
        try:
            async with asyncio.timeout(desk.seconds):
                answer = await desk.answerer.answer(question, watch)
        except TimeoutError:
            reason = phrases.too_late(round(desk.seconds))
            answer = Answer(Outcome.FAILED, exchange.claims, (), (), (), "", desk.seconds, reason)
        if any(note.kind == "search_down" for note in answer.notes):
            raise StoreUnavailable(answer.reason)
        return replace(answer, notes=(*answer.notes, *notes))

    async def _history(self, asked: Inbound) -> tuple[History, list[Note]]:
        """Read the thread; where Slack refuses, the question is answered without, and that said."""
        notes = [Note("files_unread", str(asked.files))] if asked.files else []
        try:
            history = await self._desk.threads.before(asked)
        except SlackRefused as refused:
            if refused.error in GONE:
                raise
            return History(), [*notes, Note("history_missing", refused.error)]
        return history, [*notes, Note("history_cut")] if history.cut else notes

    def _watch(self, exchange: Exchange, reply: Reply) -> Callable[[object], Awaitable[None]]:
        """Show each hop in the status line, and each claim as soon as it is verified."""

        async def watch(hop: object) -> None:
            self._desk.metrics.hop(hop)
            if isinstance(hop, Packed):
                await reply.sources(hop)
                await reply.status(phrases.reading(len(hop.sources)))
            elif isinstance(hop, VerifiedClaim):
                if not exchange.claims and not exchange.posted:
                    await still_ours(exchange.work)
                exchange.claims = (*exchange.claims, hop)
                await reply.claim(hop)

        return watch

    async def _keep(self, exchange: Exchange, posted: Posted) -> None:
        """Keep where an answer stands, so that opinions and follow-ups find it."""
        asked, answer = exchange.asked, exchange.answer
        trace_id = answer.trace_id if answer else posted.trace_id
        if not trace_id:
            return
        posting = Posting(
            trace_id=trace_id,
            team=asked.team,
            channel=asked.channel,
            thread_ts=asked.root,
            ts=posted.ts,
            asker=asked.user,
            question_ts=asked.ts,
            outcome=str(answer.outcome) if answer else "",
        )
        try:
            await self._desk.postings.keep(posting)
        except LedgerError as error:
            structlog.get_logger().warning("posting_not_kept", reason=str(error))
