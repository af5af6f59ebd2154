"""What waits for people, in the home of those who help and of those who look after the bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.slack import phrases
from bot.slack.blocks import Block
from bot.slack.card import by_their_clock, card_place, deadline
from bot.slack.escaping import inline
from bot.slack.packet import SHOWN_QUESTION
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.reply.views import header, linked, section
from bot.slack.routing import Routing
from retrieval.ports import Escalation
from retrieval.ports.escalations import UNRESOLVED
from retrieval.text.shorten import shorten_line

MOST, LOOKED_AT = 5, 200
"""Questions that are shown, the most urgent; and how many they are chosen from."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Lists them: to those who help what their channels have, to maintainers all."""

    reception: Reception

    async def blocks(self, user: str) -> list[Block]:
        """Return what somebody's home shows of them; nothing to whoever helps nowhere.

        What was asked is shown to those who were told alone. Raises LedgerError.
        """
        books = self.reception.books.escalations
        found = await books.list(states=UNRESOLVED, team=self.reception.team, most=LOOKED_AT)
        theirs = await self._theirs(user, found)
        every = self.reception.maintains(user)
        shown = [one for one in found if every or one.to in theirs]
        if not shown and not every:
            return []
        urgent = sorted(shown, key=lambda one: one.due)[:MOST]
        lines = [await self._line(one, asked=one.to in theirs) for one in urgent]
        told = lines or [section(phrases.none_handed_over())]
        return [header(phrases.home_handed_over()), *told]

    async def _theirs(self, user: str, found: Sequence[Escalation]) -> set[str]:
        """Return those channels of them that somebody is in, as far as Slack says so."""
        reception = self.reception
        routing = Routing(reception.web, reception.access.policy, reception.access.lookup)
        theirs = set()
        for to in dict.fromkeys(one.to for one in found):
            try:
                if await routing.member(to, user):
                    theirs.add(to)
            except SlackRefused:
                continue
        return theirs

    async def _line(self, one: Escalation, *, asked: bool) -> Block:
        """Show how a question stands, with the way to where it can be dealt with."""
        policy, state = self.reception.access.policy, phrases.stands(one.state)
        late = one.due < self.reception.clock.now()
        stands = phrases.handed_over_late if late else phrases.handed_over_line
        since = by_their_clock(one, policy, one.opened)
        named = inline(", ".join(filter(None, (one.collection, one.id))))
        which = phrases.handed_over_since(since, named)
        said = f"{stands(state, deadline(one, policy))}\n\n{which}"
        question = str(one.content.get("question") or "") if asked else ""
        if question:
            said = f"{inline(shorten_line(question, SHOWN_QUESTION))}\n\n{said}"
        address = await self._address(one)
        return linked(said, phrases.see_card() if address else "", address)

    async def _address(self, one: Escalation) -> str:
        where = await card_place(one, self.reception.books.outbox)
        if where is None:
            return ""
        place = {"channel": where[0], "message_ts": where[1]}
        try:
            reply = await self.reception.web.call("chat.getPermalink", **place)
        except SlackRefused:
            return ""
        return str(reply.get("permalink") or "")
