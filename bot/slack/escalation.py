"""What is done with a question that was handed over: claimed, passed on, given away, closed.

Who may act is checked at that moment: members of the channel that was told and, for "it is
solved", whoever asked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.escalating import Telling
from bot.slack.packet import Packet
from bot.slack.packing import Packing
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.routing import Routing
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.errors import EscalationMissing, LedgerError
from retrieval.policy import CollectionPolicy
from retrieval.ports import Change, Clock, Escalation, Escalations, Traces
from retrieval.ports.escalations import CLAIMED, OPEN, RESOLVED, SOLVED
from retrieval.values import Trace

CLAIM, BACK, ASSIGN, RESOLVE, SOLVE = "claim", "hand_back", "assign", "resolve", "solved"
"""What a row asks for, as its subject; `about` is the escalation's id."""
LOST = "lost"
"""The same where nobody asks for it: those who should have been told cannot be."""


@dataclass(frozen=True, slots=True)
class Escalating:
    """Applies each change once, and has everybody told."""

    web: Web
    escalations: Escalations
    traces: Traces
    telling: Telling
    routing: Routing
    packing: Packing
    clock: Clock

    async def __call__(self, work: Work) -> str:
        """Do what somebody pressed or said; return in a word what came of it.

        Raises SlackRefused and LedgerError where another attempt may succeed.
        """
        found = Inbound.read(work.job.payload)
        if known := await self.escalations.done(found.key):
            if known.event:
                await self.telling.tell(known.event)
            return f"{found.subject}_before"
        now = await self._find(found)
        if now is None:
            await tell(self.web, found, phrases.not_known_any_more())
            return "unknown"
        if not await self._may(found, now):
            if found.subject == SOLVE:
                return "not_the_asker"
            await tell(self.web, found, phrases.not_a_member())
            return "not_a_member"
        change = await self._change(found, now)
        return await self._do(found, now, change) if change else "nothing_done"

    async def _find(self, found: Inbound) -> Escalation | None:
        """Return what a row is about, None where it is none of this workspace."""
        try:
            now = await self.escalations.find(found.about)
        except EscalationMissing:
            return None
        return now if (now.id, now.team) == (found.about, found.team) else None

    async def _may(self, found: Inbound, now: Escalation) -> bool:
        """Whether somebody may do it: a button counts where it was put, and for its members."""
        if found.subject == LOST:
            return found.source == "rule"
        if found.subject == SOLVE:
            return found.user == now.asker
        direct = found.channel_kind == "direct"
        if found.source == "button" and not direct and found.channel != now.to:
            return False
        try:
            return await self.routing.member(now.to, found.user)
        except SlackRefused as refused:
            if refused.unsure or refused.retry_after:
                raise
            return False

    async def _change(self, found: Inbound, now: Escalation) -> Change | None:
        """Return the change to make; None where it is impossible, and the presser was told why."""
        by, key, subject = found.user, found.key, found.subject
        if subject == CLAIM:
            note = {"holder": by}
            return Change(key, "claimed", by, among=(OPEN,), state=CLAIMED, holder=by, note=note)
        if subject == ASSIGN:
            return await self._given(found, now)
        if subject == BACK or (subject == LOST and found.key == lost_key(now)):
            return await self._handed_back(found, now)
        if subject == RESOLVE:
            said = {**_read(found.text), "closed_by": by}
            return Change(key, "resolved", by, state=RESOLVED, content=said)
        if subject == SOLVE:
            return Change(key, "solved", by, state=SOLVED, content={"closed_by": by})
        return None

    async def _given(self, found: Inbound, now: Escalation) -> Change | None:
        """Give a question to a person who may see it, and does not have it."""
        if now.state == CLAIMED and now.holder == found.text:
            await tell(self.web, found, phrases.has_it_already())
            return None
        try:
            person = await self.routing.lookup.asker(found.text, fresh=True)
            sees = not (person.bot or person.deactivated)
            sees = sees and await self.routing.member(now.to, found.text)
        except SlackRefused:
            sees = False
        if not sees:
            await tell(self.web, found, phrases.not_in_the_channel())
            return None
        note, holder = {"holder": found.text}, found.text
        return Change(found.key, "assigned", found.user, state=CLAIMED, holder=holder, note=note)

    async def _handed_back(self, found: Inbound, was: Escalation) -> Change | None:
        """Pass a question on to whoever is asked next, with what they may see, and a deadline."""
        trace = await self._trace(was)
        tried = [*was.content.get("tried", ()), was.to]
        to, collection = await self.routing.whom(trace, tried)
        if not to:
            return await self._nobody_else(found, was)
        packet = Packet.read(was.content)
        if trace:
            asked_in = was.channel if was.thread else ""
            packet = await self.packing.fill(packet, asked_in, trace, to)
        else:
            packet = Packet(packet.who, where=packet.where)
        known = self.routing.policy.collections.get(collection, CollectionPolicy())
        now, by_hand = self.clock.now(), found.subject == BACK
        due = known.helping.hours.after(now, known.helping.minutes)
        return Change(
            found.key,
            "handed_back",
            found.user,
            state=OPEN,
            holder="",
            to=to,
            collection=collection,
            due=due,
            content={**packet.content(), "tried": tried, "since": now.isoformat()},
            note={"from": was.to, **({"routed": was.routed} if by_hand else {"lost": True})},
        )

    async def _nobody_else(self, found: Inbound, was: Escalation) -> Change | None:
        """Tell whoever pressed that nobody is left; without a press, keep that as an event."""
        if found.subject == BACK:
            await tell(self.web, found, phrases.nobody_else())
            return None
        structlog.get_logger().error("nobody_can_be_reached", escalation=was.id, to=was.to)
        return Change(found.key, "unreachable", found.user, note={"from": was.to})

    async def _trace(self, now: Escalation) -> Trace | None:
        try:
            return await self.traces.find(now.trace_id)
        except LedgerError as error:
            structlog.get_logger().warning("no_trace_to_hand_on", reason=str(error))
            return None

    async def _do(self, found: Inbound, now: Escalation, change: Change) -> str:
        """Make the change and have it told; if somebody else was first, say who."""
        changed = await self.escalations.change(now.id, change)
        log = structlog.get_logger().bind(escalation=now.id, by=found.user)
        if changed.event is None:
            first = changed.escalation
            log.info("escalation_unchanged", wanted=change.what, state=first.state)
            if not (first.state == CLAIMED and first.holder == found.user):
                taken = first.state == CLAIMED
                said = phrases.taken_before() if taken else phrases.over_already()
                await tell(self.web, found, said)
            return f"{found.subject}_too_late"
        log.info("escalation_changed", what=change.what, state=changed.escalation.state)
        await self.telling.tell(changed.event)
        if found.subject == SOLVE:
            await tell(self.web, found, phrases.solved_thanks())
        return change.what


def lost_key(escalation: Escalation) -> str:
    """Return the key of the event that the helpers who were told last can no longer be reached."""
    return f"lost:{escalation.id}:{escalation.routed}"


def written(answer: str, page: str) -> str:
    """Write what somebody typed into the window in which a question is closed."""
    return json.dumps({"answer": answer, "page": page}, ensure_ascii=False)


def _read(text: str) -> Mapping[str, Any]:
    """Read it; anything else is the answer itself."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        read = None
    read = read if isinstance(read, Mapping) else {"answer": text}
    return {name: str(read.get(name) or "") for name in ("answer", "page")}
