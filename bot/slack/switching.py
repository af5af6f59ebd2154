"""Whether the bot answers a channel unasked: off by itself where it is disliked, on by a word."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.notices import Handler
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.policy import Policy
from retrieval.ports import KnownPlace, Liking, Notifier, Places

LOOKED_AT, FEWEST, TOLERATED = 40, 10, 0.15
"""Answers that count, the newest; how many there must be; the share that may be disliked."""
BY, DISLIKED = "by", "disliked"
"""How the reasons begin that the ledger keeps: a person follows, or two numbers."""
COMMAND = "/footnote"
"""The command, as slack-manifest.yaml names it."""


@dataclass(frozen=True, slots=True)
class Switching:
    """Switches answering unasked off and on, channel by channel."""

    web: Web
    places: Places
    notifier: Notifier
    policy: Policy

    async def __call__(self, work: Work) -> str:
        """Do what a maintainer said, or tell how things stand. Raises LedgerError."""
        found = Inbound.read(work.job.payload)
        place = (found.team, found.channel)
        match found.subject:
            case "on":
                await self.places.auto_on(*place)
            case "off":
                await self.places.auto_off(*place, f"{BY} {found.user}")
        await tell(self.web, found, await self._state(found))
        return f"auto {found.subject}".rstrip()

    async def _state(self, found: Inbound) -> str:
        """Say whether the bot answers a channel unasked, and how that is liked."""
        if not self.policy.channel(found.channel).auto:
            return phrases.auto_not_in_policy()
        known = await self.places.find(found.team, found.channel)
        if known.auto_off_reason:
            return phrases.auto_is_off(_said(known.auto_off_reason), COMMAND)
        liking = await self.places.liking(found.team, found.channel, most=LOOKED_AT)
        return phrases.auto_is_on(liking.answers, liking.disliked)

    def after(self, opinions: Handler) -> Handler:
        """Return a handler of opinions that looks, after a bad one, whether too many are."""

        async def handled(work: Work) -> str:
            result = await opinions(work)
            if result == "bad":
                await self._look(Inbound.read(work.job.payload))
            return result

        return handled

    async def _look(self, given: Inbound) -> None:
        """Switch a channel off where too many answers are disliked; tell the maintainers once."""
        place = (given.team, given.channel)
        if not self.policy.channel(given.channel).auto:
            return
        liking = await self.places.liking(*place, most=LOOKED_AT)
        known = await self.places.find(*place)
        if known.auto_off_reason or not disliked(liking):
            return
        await self._tell(given, liking, known)
        reason = f"{DISLIKED} {liking.disliked} {liking.answers}"
        if await self.places.auto_off(*place, reason):
            structlog.get_logger().warning(
                "auto_off", channel=given.channel, answers=liking.answers, bad=liking.disliked
            )

    async def _tell(self, given: Inbound, liking: Liking, known: KnownPlace) -> None:
        """Tell whoever looks after the bot, before the deed: it may be repeated, never missed."""
        policy = self.policy
        counts = (liking.disliked, liking.answers)
        with phrases.to_a_channel():  # Several people may read it.
            text = phrases.auto_went_off(given.channel, *counts, COMMAND)
        since = known.auto_since.isoformat() if known.auto_since else ""
        for to in (
            (policy.maintainers_channel,) if policy.maintainers_channel else (policy.maintainers)
        ):
            key = f"auto_off:{given.team}:{given.channel}:{since}:{to}"
            await self.notifier.notify(to, text, key=key, team=given.team, about=given.channel)


def _said(reason: str) -> str:
    """Word a reason that the ledger keeps."""
    match reason.split():
        case [word, disliked, answers] if word == DISLIKED:
            return phrases.auto_disliked(int(disliked), int(answers))
        case [word, person] if word == BY:
            return phrases.auto_off_by(person)
    return reason


def disliked(liking: Liking) -> bool:
    """Whether too many of the answers that were looked at are disliked."""
    return liking.answers >= FEWEST and liking.disliked > TOLERATED * liking.answers
