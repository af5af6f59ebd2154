"""While the bot runs: reminds people of questions that were handed over, and tells what is untold.

Every process of the bot does it. A reminder has a key made of the deadline that it is about, so
it is sent once; what was not told because a process was killed is told by whoever looks next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

import structlog

from bot.inbound import Inbound
from bot.metrics import Metrics
from bot.slack import phrases
from bot.slack.card import card_place, deadline, helping
from bot.slack.escalating import GIVEN_UP, Telling
from bot.slack.escalation import LOST, lost_key
from bot.slack.escaping import link
from bot.slack.payload import string
from bot.slack.refused import SlackRefused
from bot.slack.standing import stands
from bot.trying import Tries
from retrieval.errors import FootnoteError
from retrieval.policy import Policy
from retrieval.ports import Clock, Escalation, EscalationEvent, EscalationList, Inbox, Outbox
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
OVERDUE_FROM = 2
"""The number of the reminder at the deadline."""
MOST = 1_000
LOOK_AGAIN, LOOKED_AT = timedelta(hours=1), 5
"""How often it is looked whether a message stands, and of how many at once, beside reminders."""

_Act = Callable[[], Awaitable[object]]


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
    metrics: Metrics = field(default_factory=Metrics)
    tries: Tries = field(default_factory=Tries)
    looked: dict[str, datetime] = field(default_factory=dict)
    """When it was looked last whether the message of a question stands."""

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
            await self._tell(event, now)
        waiting = await self.listed.list(states=UNRESOLVED, team=self.team, most=MOST)
        looked_at = self._to_look_at(waiting, now)
        for escalation in waiting:
            await self._see(escalation, now, look=escalation.id in looked_at)

    async def _tell(self, event: EscalationEvent, now: datetime) -> None:
        """Tell of one event; if that never succeeds, only this event is given up."""
        what = f"tell:{event.escalation}:{event.number}"
        tell, told = self.telling.tell, self.telling.escalations.told
        old = now - event.at > GIVEN_UP
        await self._tried(what, partial(tell, event), partial(told, event), old=old)

    async def _see(self, escalation: Escalation, now: datetime, *, look: bool) -> None:
        """Remind of one question or pass it on; if that fails, only this question is given up."""
        number = due_reminders(escalation, self.policy, now)
        due = number > escalation.reminded
        await self._tried(
            f"remind:{escalation.id}:{escalation.routed}:{number}",
            partial(self._seen, escalation, number if due else 0, now, look=look),
            partial(self.telling.escalations.remind, escalation, number),
        )

    async def _tried(self, what: str, act: _Act, give_up: _Act, *, old: bool = False) -> None:
        """Do something, whatever became of the others; give it up after many failures.

        That Slack is away for a while counts for nothing but what is old.
        """
        now = self.clock.now()
        if not self.tries.due(what, now):
            return
        log, over = structlog.get_logger().bind(what=what), False
        try:
            await act()
            self.tries.went(what)
        except Exception as error:
            passing = isinstance(error, SlackRefused) and error.passing
            over = (old or not passing) and self.tries.failed(what, now)
            self.metrics.handed_failures.labels(what.partition(":")[0]).inc()
            unknown = None if isinstance(error, FootnoteError) else error
            log.warning("handed_over_failed", reason=str(error), given_up=over, exc_info=unknown)
        if over:
            await give_up()

    def _to_look_at(self, waiting: Sequence[Escalation], now: datetime) -> frozenset[str]:
        """Choose a few whose messages were not looked at for the longest; keep that they are."""
        last = {
            one.id: self.looked.get(one.id, datetime.min.replace(tzinfo=UTC)) for one in waiting
        }
        old = sorted((one for one in last if now - last[one] > LOOK_AGAIN), key=last.__getitem__)
        self.looked.clear()
        self.looked.update(last | dict.fromkeys(old[:LOOKED_AT], now))
        return frozenset(old[:LOOKED_AT])

    async def _seen(self, escalation: Escalation, due: int, now: datetime, *, look: bool) -> None:
        """Pass the question on if its helpers cannot see it; otherwise remind them."""
        where = await card_place(escalation, self.outbox)
        if where and not escalation.card:
            await self.telling.escalations.delivered(escalation, where)
        if where is None:
            lost = now - _since(escalation) > LOST_AFTER
        else:
            lost = bool(due or look) and not await stands(self.telling.web, where)
        if lost:
            await self._lost(escalation)
        if due and lost:
            await self.telling.escalations.remind(escalation, due)
        elif due:
            await self._remind(escalation, due)

    async def _remind(self, escalation: Escalation, number: int) -> None:
        """Send the latest reminder that is due; earlier ones are skipped."""
        with phrases.to_a_channel():
            await self._say(escalation, number)
        await self.telling.escalations.remind(escalation, number)
        log = structlog.get_logger()
        log.info("reminded", escalation=escalation.id, number=number, state=escalation.state)

    async def _lost(self, escalation: Escalation) -> None:
        """Pass the question on, once for each place that could not be told."""
        key = lost_key(escalation)
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
        """Remind the helpers below their card; whoever has the question is named."""
        when = deadline(escalation, self.policy)
        open_ = escalation.state == OPEN
        said = _reminder(number, when, open_=open_)
        where = await card_place(escalation, self.outbox)
        to, thread = where or (escalation.to, "")
        key = f"escalation:{escalation.id}:{escalation.routed}:{number}"
        about = escalation.holder if escalation.state == CLAIMED else ""
        team = escalation.team
        await self.outbox.notify(to, said, key=key, team=team, about=about, thread=thread)
        if number >= OVERDUE_FROM:
            await self._elsewhere(escalation, where, when)

    async def _elsewhere(
        self, escalation: Escalation, where: tuple[str, str] | None, when: str
    ) -> None:
        """Tell the maintainers' channel, once a deadline, that it is over."""
        main, team = self.policy.maintainers_channel, escalation.team
        if main and main != escalation.to:
            key = f"escalation:{escalation.id}:{escalation.routed}:{OVERDUE_FROM}:main"
            address = await self._address(where)
            card = link(phrases.the_card(), address) if address else ""
            text = phrases.overdue_elsewhere(when, card).rstrip(": ")
            links = [address] if address else []
            await self.outbox.notify(main, text, key=key, team=team, links=links)

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


def _reminder(number: int, when: str, *, open_: bool) -> str:
    """Word a reminder, each so that it is told from the one before."""
    if number < OVERDUE_FROM:
        return phrases.due_soon_open(when) if open_ else phrases.due_soon(when)
    if number == OVERDUE_FROM:
        return phrases.overdue_open(when) if open_ else phrases.overdue(when)
    if number <= OVERDUE:
        return phrases.overdue_still_open(when) if open_ else phrases.overdue_still(when)
    return phrases.overdue_last_open(when) if open_ else phrases.overdue_last(when)


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
    """Return since when the current helpers have had the question."""
    asked = escalation.content.get("since")
    return datetime.fromisoformat(asked) if isinstance(asked, str) and asked else escalation.opened


async def count_handed(metrics: Metrics, escalations: EscalationList, clock: Clock) -> None:
    """Update the metrics of what waits for people. Raises LedgerError."""
    waiting = await escalations.list(states=UNRESOLVED, most=MOST)
    for state in UNRESOLVED:
        metrics.escalations.labels(state).set(sum(one.state == state for one in waiting))
    now = clock.now()
    metrics.overdue.set(sum(one.due < now for one in waiting))
