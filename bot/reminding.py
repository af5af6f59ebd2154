"""While the bot runs: reminds people of questions that were handed over, and tells what is untold.

Every process of the bot does it. A reminder has a key made of the deadline that it is about, so
it is sent once; what was not told because a process was killed is told by whoever looks next.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from bot.inbound import Inbound
from bot.metrics import Metrics
from bot.slack import phrases
from bot.slack.card import card_key, deadline, helping
from bot.slack.escalating import Telling
from bot.slack.escalation import LOST
from bot.slack.escaping import link
from bot.slack.payload import string
from bot.slack.refused import SlackRefused
from retrieval.errors import FootnoteError
from retrieval.policy import Policy
from retrieval.ports import Clock, Escalation, EscalationList, Inbox, Outbox
from retrieval.ports.escalations import CLAIMED, OPEN, UNRESOLVED

LOOK_SECONDS = 15.0
UNTOLD = timedelta(seconds=20)
"""How old an event is that whoever wrote it has had the time to tell."""
LOST_AFTER = timedelta(minutes=30)
"""How long a message may be on its way; the outbox gives one up before that."""
BEFORE = 0.75
"""The part of the time for an answer after which people are reminded the first time."""
OVERDUE = 3
"""Reminders after the deadline, one each time as long again as there was for the answer."""
MOST = 1_000


@dataclass(frozen=True, slots=True)
class Reminding:
    """Looks at the questions of one workspace."""

    listed: EscalationList
    telling: Telling
    outbox: Outbox
    inbox: Inbox
    policy: Policy
    clock: Clock
    team: str

    async def run(self) -> None:
        """Look for as long as the task lives."""
        while True:
            try:
                await self.look()
            except FootnoteError as error:
                structlog.get_logger().warning("not_reminded", reason=str(error))
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Look once. Raises LedgerError."""
        now = self.clock.now()
        for event in await self.listed.untold(self.team, now - UNTOLD):
            try:
                await self.telling.tell(event)
            except SlackRefused as refused:
                log = structlog.get_logger().bind(escalation=event.escalation)
                log.warning("event_untold", what=event.what, error=refused.error)
        waiting = await self.listed.list(states=UNRESOLVED, team=self.team, most=MOST)
        for escalation in waiting:
            await self._remind(escalation, now)
            if now - _since(escalation) > LOST_AFTER:
                await self._lost(escalation)

    async def _remind(self, escalation: Escalation, now: datetime) -> None:
        """Send the latest reminder that is due, and none of those before it any more."""
        number = due_reminders(escalation, self.policy, now)
        if number <= escalation.reminded:
            return
        with phrases.speaking(str(escalation.content.get("language") or "")):
            await self._say(escalation, number)
        await self.telling.escalations.remind(escalation, number)
        log = structlog.get_logger()
        log.info("reminded", escalation=escalation.id, number=number, state=escalation.state)

    async def _lost(self, escalation: Escalation) -> None:
        """Have others asked where those who should have been told could not be, by now."""
        if await self.outbox.where(card_key(escalation)):
            return
        key = f"lost:{escalation.id}:{escalation.routed}"
        row = Inbound(
            kind="escalation",
            key=key,
            message_key=key,
            team=self.team,
            channel=escalation.channel,
            channel_kind="channel",
            user="",
            ts="",
            about=escalation.id,
            subject=LOST,
            source="rule",
        )
        if await self.inbox.put(row.kind, row.lane, row.payload(), (key,)):
            log = structlog.get_logger()
            log.warning("nobody_was_told", escalation=escalation.id, to=escalation.to)

    async def _say(self, escalation: Escalation, number: int) -> None:
        """Remind those who help, below what they were told; who has it is named."""
        when = deadline(escalation, self.policy)
        open_ = escalation.state == OPEN
        if number == 1:
            said = phrases.due_soon_open(when) if open_ else phrases.due_soon(when)
        else:
            said = phrases.overdue_open(when) if open_ else phrases.overdue(when)
        where = await self.outbox.where(card_key(escalation))
        to, thread = where or (escalation.to, "")
        key = f"escalation:{escalation.id}:{escalation.routed}:{number}"
        about = escalation.holder if escalation.state == CLAIMED else ""
        team = escalation.team
        await self.outbox.notify(to, said, key=key, team=team, about=about, thread=thread)
        main = self.policy.maintainers_channel
        if number == 2 and main and main != escalation.to:
            address = await self._address(where)
            card = link(phrases.the_card(), address) if address else ""
            text = phrases.overdue_elsewhere(when, card).rstrip(": ")
            links = [address] if address else []
            await self.outbox.notify(main, text, key=f"{key}:main", team=team, links=links)

    async def _address(self, where: tuple[str, str] | None) -> str:
        """Return the address of a card; empty where it has none."""
        if where is None:
            return ""
        place = {"channel": where[0], "message_ts": where[1]}
        try:
            reply = await self.telling.web.call("chat.getPermalink", **place)
        except SlackRefused:
            return ""
        return string(reply, "permalink")


def due_reminders(escalation: Escalation, policy: Policy, now: datetime) -> int:
    """Count the reminders that are due by now: one before the deadline, then those after it.

    They come in the hours of those who help alone.
    """
    support = helping(escalation, policy)
    if now >= escalation.due:
        over, late = 1, escalation.due
        while over < OVERDUE:
            late = support.hours.after(late, support.minutes)
            if now < late:
                break
            over += 1
        return 1 + over
    soon = support.hours.after(_since(escalation), BEFORE * support.minutes)
    return 1 if now >= soon else 0


def _since(escalation: Escalation) -> datetime:
    """Return since when those have the question who were told last."""
    asked = escalation.content.get("since")
    return datetime.fromisoformat(asked) if isinstance(asked, str) and asked else escalation.opened


async def count_handed(metrics: Metrics, escalations: EscalationList, clock: Clock) -> None:
    """Bring the figures of what waits for people up to date. Raises LedgerError."""
    waiting = await escalations.list(states=UNRESOLVED, most=MOST)
    for state in UNRESOLVED:
        metrics.escalations.labels(state).set(sum(one.state == state for one in waiting))
    now = clock.now()
    metrics.overdue.set(sum(one.due < now for one in waiting))
