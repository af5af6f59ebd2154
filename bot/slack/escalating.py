"""What was done with a question that was handed over -> who is told of it, each once.

An event is told after it is in the ledger. Each message has a key made of the event, so whoever
tells it again, after a kill at any point or in another process, tells what is missing. Only when
everything stands is the event marked as told; until then it is told again from time to time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import structlog

from bot.slack import phrases
from bot.slack.access import NOWHERE
from bot.slack.card import SOLVED_ACTION, card, card_place, handed_on
from bot.slack.escaping import link
from bot.slack.packet import Packet
from bot.slack.refused import SlackRefused
from bot.slack.reply import Notice, amend
from bot.slack.typed import typed
from bot.slack.web import Web
from retrieval.policy import Policy
from retrieval.ports import Button, Clock, Escalation, EscalationEvent, Escalations, Outbox
from retrieval.ports.escalations import OPEN
from retrieval.text.shorten import shorten

GIVEN_UP = timedelta(days=1)
"""The age of an event that is not told any more: what it said is in no place that there is."""

Concluding = Callable[[Escalation, EscalationEvent], Awaitable[Notice | None]]
"""Makes of a resolved question what there is to make of it, and says what those who help read."""

PageOf = Callable[[Escalation], Awaitable[tuple[str, str]]]
"""Returns the title and the address of the page that an answer belongs in; empty if not known."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Sends the messages of events."""

    web: Web
    outbox: Outbox
    escalations: Escalations
    policy: Policy
    clock: Clock
    conclude: Concluding | None = None
    page_of: PageOf | None = None

    async def tell(self, event: EscalationEvent) -> bool:
        """Tell everybody of an event: who asked in their language, those who help in English.

        Returns:
            False where something is still on its way; then it is to be told again.

        Raises:
            SlackRefused: An edit was refused that may succeed later.
            LedgerError: The ledger cannot be used.
        """
        now = await self.escalations.find(event.escalation)
        with phrases.to_a_channel():
            with _to_asker(now):
                await self._say_to_asker(now, event)
            await self._say_to_helpers(now, event)
            stands = await self._show(event)
        old = self.clock.now() - event.at > GIVEN_UP
        if stands or old:
            await self.escalations.told(event)
        return stands

    async def _say_to_asker(self, now: Escalation, event: EscalationEvent) -> None:
        """Tell whoever asked, in messages of their own."""
        match event.what:
            case "opened":
                await self._opened(now, event)
            case "claimed" | "assigned":
                await self._taken(now, event)
            case "handed_back":
                lost = bool(event.note.get("lost"))
                if lost or now.claimed:
                    word = phrases.others_asked() if lost else phrases.passed_to_others()
                    said = f"{word} {Packet.read(now.content).unread()}".rstrip()
                    await self._to_asker(now, event, Notice(said, ""))
            case "unreachable":
                await self._to_asker(now, event, Notice(phrases.nobody_reached(), ""))
            case "resolved":
                await self._resolved(now, event)

    async def _say_to_helpers(self, now: Escalation, event: EscalationEvent) -> None:
        """Tell those who help, in messages of their own."""
        match event.what:
            case "opened" | "handed_back":
                await self._card(now, event)
            case "assigned":
                await self._given(now, event)
            case "resolved" if self.conclude:
                if made := await self.conclude(now, event):
                    await self._to_helpers(now, event, made)
            case "solved":
                said = Notice(phrases.says_solved(), "", about=event.by)
                await self._to_helpers(now, event, said)

    async def _opened(self, now: Escalation, event: EscalationEvent) -> None:
        """Tell the asker what they were not told when they pressed."""
        if where := str(event.note.get("told") or ""):
            unread = Packet.read(now.content).unread()
            said = f"{phrases.pointed_to_by_rule(where)} {unread}"
            said = said if unread else phrases.passed_on_by_rule(where)
            await self._to_asker(now, event, Notice(said, ""))
        if back := str(event.note.get("out_of_hours") or ""):
            await self._alone(now, event, back)

    async def _taken(self, now: Escalation, event: EscalationEvent) -> None:
        """Tell the asker who has their question now."""
        holder = str(event.note.get("holder") or event.by)
        said = phrases.taken()
        if not now.thread:
            said = phrases.taken_private(shorten(str(now.content.get("own") or "…"), 100))
        solved = Button(SOLVED_ACTION, phrases.solved_button(), now.id)
        told = Notice(said, "", about=holder, buttons=(solved,))
        await self._to_asker(now, event, told)

    async def _given(self, now: Escalation, event: EscalationEvent) -> None:
        """Tell whoever was picked by another that they have a question."""
        holder = str(event.note.get("holder") or event.by)
        if holder != event.by:
            packet = Packet.read(now.content)
            given = phrases.given_to_you(packet.thread).rstrip(": ")
            links = [packet.where] if packet.where else []
            await self._notify(now, event, holder, Notice(given, "holder", links, event.by))

    async def _resolved(self, now: Escalation, event: EscalationEvent) -> None:
        """Give the asker the answer."""
        answer, page = (str(now.content.get(name) or "") for name in ("answer", "page"))
        parts = [phrases.answered_by(), typed(answer)]
        title, address = await self.page_of(now) if page and self.page_of else ("", "")
        if page:
            parts.append(phrases.stands_in(link(shorten(title or page, 150), address)))
        links = [address] if address else []
        await self._to_asker(now, event, Notice("\n\n".join(parts), "", links, event.by))

    async def _card(self, now: Escalation, event: EscalationEvent) -> None:
        """Post the card for the helpers who are told from this event on, as it stood then."""
        routed = replace(now, state=OPEN, holder="", routed=event.number)
        if now.routed == event.number:
            shown = card(routed, self.policy)
            await self._notify(now, event, now.to, shown, shown.key)

    async def _to_asker(self, now: Escalation, event: EscalationEvent, said: Notice) -> None:
        """Say something where the question was asked; a private one's asker is told directly."""
        to = now.channel if now.thread else now.asker
        await self._notify(now, event, to, replace(said, key="asker", thread=now.thread))

    async def _alone(self, now: Escalation, event: EscalationEvent, text: str) -> None:
        """Say something to the asker in private."""
        direct = now.channel.startswith("D")
        to = f"{now.channel} {now.asker} {now.thread}"
        if direct or not now.thread:
            to = now.channel if direct and now.thread else now.asker
        thread = now.thread if direct else ""
        await self._notify(now, event, to, Notice(text, "alone", thread=thread))

    async def _to_helpers(self, now: Escalation, event: EscalationEvent, said: Notice) -> None:
        """Say something below the card."""
        where = await card_place(now, self.outbox)
        to, thread = where or (now.to, "")
        await self._notify(now, event, to, replace(said, key="helpers", thread=thread))

    async def _notify(
        self, now: Escalation, event: EscalationEvent, to: str, said: Notice, key: str = ""
    ) -> None:
        """Commit a message, once."""
        await self.outbox.notify(
            to,
            said.text,
            key=key or f"escalation:{now.id}:{event.number}:{said.key}",
            team=now.team,
            links=said.links,
            about=said.about,
            buttons=said.buttons,
            thread=said.thread,
        )

    async def _show(self, event: EscalationEvent) -> bool:
        """Edit the cards to what they should say; False where one is still on its way.

        What happens meanwhile is shown, too: whoever comes last has looked last.
        """
        if event.what == "unreachable":  # It changes no card: there is none that is seen.
            return True
        changes = -1
        while True:
            now = await self.escalations.find(event.escalation)
            if now.changes == changes:
                return True
            changes = now.changes
            if not (await self._left(now, event) and await self._current(now)):
                return False

    async def _left(self, now: Escalation, event: EscalationEvent) -> bool:
        """Show on the card of those who passed a question on that they did."""
        routed = event.note.get("routed")
        if event.what != "handed_back" or not isinstance(routed, int):
            return True
        last = handed_on(now, event.by, routed)
        return await self._amend(await self.outbox.where(last.key), last)

    async def _current(self, now: Escalation) -> bool:
        """Update the card of the current helpers, if anything has happened."""
        fresh = now.state == OPEN and now.routed == now.changes - 1
        if fresh:
            return True
        return await self._amend(await card_place(now, self.outbox), card(now, self.policy))

    async def _amend(self, where: tuple[str, str] | None, notice: Notice) -> bool:
        """Edit a message that is there; one that is out of reach is as good as edited."""
        if where is None:
            return False
        try:
            await amend(self.web, where, notice)
        except SlackRefused as refused:
            if refused.error not in NOWHERE | {"cant_update_message", "edit_window_closed"}:
                raise
            structlog.get_logger().warning("card_not_edited", error=refused.error)
        return True


def _to_asker(now: Escalation) -> AbstractContextManager[None]:
    """Speak the language in which whoever asked called for people."""
    return phrases.speaking(str(now.content.get("language") or ""))


def kept(packet: Packet, language: str, **more: Any) -> Mapping[str, Any]:
    """Return what the ledger keeps of a question that is handed over."""
    return {**packet.content(), "language": language, **more}
