"""Who may ask, decided before anything is said, shown or read in Slack; closed by default.

Whoever may not is told why in private, once a day in each place; the maintainers are told of a
channel once.
What nobody addressed to the bot is let go in silence.
"""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.access import NOWHERE, UNKNOWN, Access
from bot.slack.notices import Handler
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.policy import Reason, Refusal
from retrieval.ports import Clock, Notifier

GATED = frozenset({"question", "human", "share", "why"})
"""The kinds of row that somebody asks for an answer by."""
UNASKED = frozenset({"thread", "auto", "channel", "reaction", "rule"})
"""Sources of what may not be meant for the bot at all."""
LOOK_UPS = 2
"""Attempts to learn who asks where; each calls Slack several times, and somebody waits."""
_NOT_PEOPLE = frozenset({Reason.DEACTIVATED, Reason.BOT})
_OF_THE_CHANNEL = frozenset({Reason.STRANGER, Reason.GUEST, Reason.SHARED, Reason.TEAM})


@dataclass(frozen=True, slots=True)
class Gate:
    """Lets rows through to their handlers."""

    web: Web
    access: Access
    notifier: Notifier
    clock: Clock

    def before(self, handle: Handler) -> Handler:
        """Return a handler that is reached only by those who may ask."""

        async def handled(work: Work) -> str:
            if work.job.kind not in GATED:
                return await handle(work)
            asked = Inbound.read(work.job.payload)
            shut = await self._shut(asked, last=work.job.attempts >= LOOK_UPS)
            return shut or await handle(work)

        return handled

    async def lets(self, asked: Inbound) -> bool:
        """Whether somebody may ask, with no more said; False where Slack does not say."""
        try:
            return await self.counts(asked)
        except SlackRefused:
            return False

    async def counts(self, given: Inbound) -> bool:
        """Whether what somebody thinks counts: as `lets`, but waits for Slack to say.

        Raises SlackRefused where another attempt may succeed.
        """
        try:
            found = await self.access.allowed(given)
        except SlackRefused as refused:
            if refused.error in NOWHERE:
                return False
            raise
        return not (isinstance(found, Refusal) and found.reason != Reason.NOTHING)

    async def _shut(self, asked: Inbound, *, last: bool) -> str:
        """Return the outcome of a row that must not be handled; empty for one that may be.

        Raises SlackRefused where Slack does not say now and another attempt is left.
        """
        try:
            found = await self.access.allowed(asked)
        except SlackRefused as refused:
            if refused.error in NOWHERE - UNKNOWN:
                return "" if asked.source not in UNASKED else f"undeliverable_{refused.error}"
            if not last and refused.error not in UNKNOWN:
                raise
            structlog.get_logger().warning("place_unknown", error=refused.error)
            await self._tell(asked, phrases.place_unknown(), "unknown")
            return "not_allowed"
        if not isinstance(found, Refusal) or found.reason == Reason.NOTHING:
            return ""
        await self._refuse(asked, found.reason)
        return "not_allowed"

    async def _refuse(self, asked: Inbound, reason: Reason) -> None:
        """Tell whoever asked, and the maintainers."""
        log = structlog.get_logger()
        log.info("not_allowed", reason=str(reason), message=asked.message_key, user=asked.user)
        if reason in _NOT_PEOPLE or asked.source in UNASKED:
            return
        await self._tell(asked, phrases.refused(str(reason)), str(reason))
        if reason not in _OF_THE_CHANNEL or asked.channel_kind == "direct":
            return
        policy = self.access.policy
        with phrases.to_a_channel():  # The maintainers did not ask.
            text = phrases.refused_in(asked.channel, str(reason))
        for to in (
            (policy.maintainers_channel,) if policy.maintainers_channel else (policy.maintainers)
        ):
            key = f"refused:{asked.team}:{asked.channel}:{to}"
            await self.notifier.notify(to, text, key=key, team=asked.team, about=asked.channel)

    async def _tell(self, asked: Inbound, text: str, why: str) -> None:
        """Tell a person in private, once a day in a place; after a command, each time."""
        if asked.source in UNASKED:
            return
        if asked.private:
            await tell(self.web, asked, text)
            return
        day = self.clock.now().date().isoformat()
        key = f"refused:{asked.team}:{asked.channel}:{asked.user}:{why}:{day}"
        to = asked.channel
        if asked.channel_kind != "direct":
            to = f"{asked.channel} {asked.user} {asked.thread_ts}".rstrip()
        await self.notifier.notify(to, text, key=key, team=asked.team)
