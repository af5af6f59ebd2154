"""Invited to a channel -> a greeting that says how to ask and how to mute, once in a while."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.leased import leased
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.reply.public import greet, may_not_write
from bot.slack.work import Work

AGAIN = timedelta(days=1)
"""A channel is not greeted again within a day, however often the bot is invited."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """Introduces the bot to channels."""

    reception: Reception

    async def __call__(self, work: Work) -> str:
        """Greet a channel, unless it was greeted lately, has muted the bot, or strangers read it.

        Raises SlackRefused, LedgerError.
        """
        found, places = Inbound.read(work.job.payload), self.reception.books.places
        begun = bool(work.job.progress.get("greeting"))
        if not begun:
            if not await self._welcome(found.channel):
                return "not_allowed"
            if (await places.find(found.team, found.channel)).muted_by:
                return "muted"
            if not await places.greet(found.team, found.channel, again=AGAIN):
                return "greeted_before"
            await work.note({"greeting": True})
        web, listen = leased(self.reception.web, work), await self._heard(found)
        text = phrases.greeting(self.reception.command, listen)
        try:
            await greet(web, found.channel, text, key=f"joined:{found.key}", again=begun)
        except SlackRefused as refused:
            if may_not_write(refused):
                return f"undeliverable_{refused.error}"
            raise
        return "greeted"

    async def _heard(self, found: Inbound) -> str:
        """Say in a word what is heard in a channel: "auto" where it is answered unasked."""
        rules = self.reception.access.policy.channel(found.channel)
        if not rules.auto:
            return rules.listen
        known = await self.reception.books.places.find(found.team, found.channel)
        return rules.listen if known.auto_off_reason else "auto"

    async def _welcome(self, channel: str) -> bool:
        """Whether the bot may speak in a channel: not before strangers, unless they may ask."""
        place = await self.reception.place(channel)
        opened = self.reception.access.policy.channel(channel).outsiders
        return place is not None and (opened or not place.shared)
