"""Whose language the bot speaks: that of the person who asks, presses or looks; else English.

What is written for later (notices of the outbox) keeps the language in which it was worded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.inbound import Acknowledged, Listener
from bot.slack import phrases
from bot.slack.facts import Lookup
from bot.slack.notices import Handler
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.work import Work

SECONDS = 0.4
"""How long is waited for somebody's language: what they read in English is better than late."""

Locale = Callable[[str], Awaitable[str]]
"""Says which locale somebody has, by their id."""


async def english(_user: str) -> str:
    """Speak English with everybody."""
    return ""


@dataclass(frozen=True, slots=True)
class Locales:
    """Has rows dealt with, and presses answered, in the language of whoever they came from."""

    lookup: Lookup

    async def of(self, user: str) -> str:
        """Return somebody's locale; an empty one where Slack does not say so in time."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self.lookup.locale(user) if user else ""
        except (SlackRefused, TimeoutError):
            return ""

    def before(self, handle: Handler) -> Handler:
        """Return a handler that speaks the language of the row's person.

        Nobody asked for the greeting, which a whole channel reads: it is English.
        """

        async def handled(work: Work) -> str:
            user = "" if work.job.kind == "joined" else str(work.job.payload.get("user") or "")
            with phrases.speaking(await self.of(user)):
                return await handle(work)

        return handled

    def within(self, listen: Listener) -> Listener:
        """Return a listener that speaks the language of who typed or pressed."""

        async def listened(payload: Mapping[str, Any]) -> Acknowledged:
            with phrases.speaking(await self.of(user_of(payload))):
                return await listen(payload)

        return listened


def user_of(payload: Mapping[str, Any]) -> str:
    """Return who typed a command, pressed or submitted."""
    return string(payload, "user_id") or string(mapping(payload, "user"), "id")
