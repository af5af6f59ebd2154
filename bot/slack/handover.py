"""Hands a question to the people who help with its documentation, and tells them once.

Whoever is told sees no more than they may: of a question from a place that they cannot read they
are told who asks, and its link.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.escalating import Telling, kept
from bot.slack.limits import CALLS, CALLS_WINDOW, Few
from bot.slack.packet import Packet
from bot.slack.packing import Packing
from bot.slack.reply.privately import tell
from bot.slack.routing import Routing
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.errors import LedgerError
from retrieval.policy import CollectionPolicy
from retrieval.policy_support import SupportPolicy
from retrieval.ports import Changed, Escalation, Notifier, Postings, Traces
from retrieval.text.shorten import shorten
from retrieval.values import Trace

OWN = 200
"""Characters of a question by which its own asker is reminded of it."""


@dataclass(frozen=True, slots=True)
class Handover:
    """Hands questions over, and tells whoever called for help who was told."""

    web: Web
    traces: Traces
    postings: Postings
    notifier: Notifier
    calls: Few
    routing: Routing
    packing: Packing
    telling: Telling

    async def __call__(self, work: Work) -> str:
        """Hand a question over; return in a word what came of it.

        Raises SlackRefused and LedgerError where another attempt may succeed.
        """
        found = Inbound.read(work.job.payload)
        if found.source == "thread" and not self.calls.lets(found.person, found.message_key):
            return await self._too_many(found)
        if not await self._belongs(found):
            structlog.get_logger().warning("trace_of_another_place", job=work.job.id)
            await self._answer(found, phrases.not_kept())
            return "of_another_place"
        trace = await self._trace(found)
        if trace is None:
            said = phrases.not_kept() if found.trace_id else phrases.ask_first()
            await self._answer(found, said)
            return "no_question"
        if self._another_s(found, trace):
            await tell(self.web, found, phrases.not_yours_to_pass_on())
            return "not_the_asker"
        to, collection = await self.routing.whom(trace)
        if not to:
            await self._answer(found, phrases.nobody_to_ask())
            return "nobody_to_ask"
        return await self._hand(found, trace, to, collection)

    async def _hand(self, found: Inbound, trace: Trace, to: str, collection: str) -> str:
        """Tell the helpers, once per thread and asker; tell whoever called them who they are."""
        changed = await self._open(found, trace, to, collection)
        now = changed.escalation
        where = await self.routing.called(found.user, found.channel, now.to)
        if changed.event is None:
            await self._answer(found, _said(now, where, before=True))
            return "handed_over_before"
        await self.telling.tell(changed.event)
        await self._answer(found, _said(now, where))
        return "handed_over"

    async def _open(self, found: Inbound, trace: Trace, to: str, collection: str) -> Changed:
        """Keep that a question is handed over, until when, and what is to be told of it."""
        in_thread = found.thread_ts and not found.private
        about = f"{found.channel}:{found.thread_ts}" if in_thread else trace.id
        packet = await self.packing.pack(found, trace, to)
        subject = f"{found.team}:{about}:{packet.who}"
        support, now = self._support(collection), self.calls.clock.now()
        note = {}
        if not support.hours.has(now):
            note["out_of_hours"] = support.out_of_hours or phrases.out_of_hours(_back(support, now))
        if found.source == "rule":
            note["told"] = await self.routing.called("", found.channel, to)
        own = shorten(trace.question.text, OWN)
        escalation = Escalation(
            hashlib.sha256(f"{subject}|{found.key}".encode("utf-8", "replace")).hexdigest()[:16],
            subject,
            trace.id,
            found.team,
            found.channel,
            "" if found.private else found.root,
            packet.who,
            to,
            collection,
            now,
            support.hours.after(now, support.minutes),
            kept(packet, phrases.spoken(), own=own),
        )
        by = found.user if found.source != "rule" else ""
        return await self.telling.escalations.open(escalation, key=found.key, by=by, note=note)

    def _support(self, collection: str) -> SupportPolicy:
        """Return the hours and deadline of a collection's helpers."""
        known = self.routing.policy.collections.get(collection, CollectionPolicy())
        return known.helping

    async def _answer(self, found: Inbound, text: str) -> None:
        """Tell whoever called for people; nobody where a rule did."""
        if found.source != "rule":
            await tell(self.web, found, text)

    async def _too_many(self, found: Inbound) -> str:
        """Tell somebody, once in a while, that they have called for people too often."""
        to = f"{found.channel} {found.user} {found.thread_ts}".rstrip()
        number = int(self.calls.clock.now().timestamp() // CALLS_WINDOW.total_seconds())
        key = f"too_many_calls:{found.team}:{found.user}:{number}"
        await self.notifier.notify(to, phrases.too_many_calls(CALLS), key=key, team=found.team)
        return "over_a_limit"

    async def _belongs(self, found: Inbound) -> bool:
        """Whether a press is about an answer that is seen where it was made, by whoever made it.

        The value of a button may be anybody's.
        """
        if not found.trace_id:
            return True
        posting = await self.postings.of_trace(found.trace_id)
        if posting is None or (posting.team, posting.channel) != (found.team, found.channel):
            return False
        alone = found.private or not posting.ts
        return not alone or found.source == "rule" or posting.asker == found.user

    async def _trace(self, found: Inbound) -> Trace | None:
        """Return what was found for a question: that of the button, or the thread's latest.

        By words somebody calls for people about a question of their own.
        """
        ids = [found.trace_id] if found.trace_id else []
        if not ids and found.thread_ts:
            place = (found.team, found.channel, found.root)
            postings = await self.postings.in_thread(*place)
            ids = [one.trace_id for one in postings if one.asker == found.user and one.trace_id]
        for trace_id in reversed(ids):
            try:
                return await self.traces.find(trace_id)
            except LedgerError as error:
                structlog.get_logger().warning("no_trace_to_hand_over", reason=str(error))
        return None

    def _another_s(self, found: Inbound, trace: Trace) -> bool:
        """Whether somebody passes on what another asked where nobody else reads along."""
        if found.source == "rule":
            return False
        alone = found.private or found.channel_kind == "direct"
        return alone and trace.question.asker not in {"", found.user}


def _said(now: Escalation, where: str, *, before: bool = False) -> str:
    """Tell whoever called for people who was told, and truly of what."""
    packet = Packet.read(now.content)
    if packet.question:
        return phrases.handed_over_before(where) if before else phrases.handed_over(where)
    called = phrases.called_for_before(where) if before else phrases.called_for(where)
    return f"{called} {packet.unread()}"


def _back(support: SupportPolicy, now: datetime) -> str:
    """Say when those who help are back."""
    hours = support.hours
    return f"{hours.local(hours.opening(now)):%Y-%m-%d %H:%M} ({hours.zone})"
