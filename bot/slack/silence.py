"""Why the bot kept quiet, told in private to whoever wonders; whichever process decided it.

A decision about a row is in the inbox. A message that left no row is judged once more by the
current rules: so nothing has to be kept, and every process says the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.inbound import Ignore, Inbound
from bot.slack import phrases
from bot.slack.admission import QUIET
from bot.slack.hear import hear
from bot.slack.past import event_of
from bot.slack.payload import Facts, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.policy import Policy
from retrieval.ports import Postings, Talks

_ENDED = {"": "waiting", "not_allowed": "not allowed", "deleted": "gone", "muted": "muted"}
"""What results of rows mean to whoever wonders; any other result but `QUIET` is an answer."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Tells why nothing was said."""

    web: Web
    postings: Postings
    talks: Talks
    facts: Facts
    policy: Policy

    async def __call__(self, work: Work) -> str:
        """Tell who reacted with a thinking face. Raises LedgerError."""
        found = Inbound.read(work.job.payload)
        message = await self._message(found)
        reason = await self._reason(found, message)
        root = string(message, "thread_ts")
        place = replace(found, thread_ts="" if root == found.ts else root)
        told = await tell(self.web, place, phrases.why(reason))
        return "told" if told else "not_told"

    async def _reason(self, found: Inbound, message: Mapping[str, Any]) -> str:
        """Return, in the log's words, why a message got no answer."""
        if await self.postings.of_question(found.team, found.channel, found.ts):
            return "answered"
        result = await self.talks.decided(found.message_key)
        if result is None:
            return await self._heard_again(found, message)
        if result.startswith(QUIET):
            return result.removeprefix(QUIET)
        return _ENDED.get(result, "answered")

    async def _heard_again(self, found: Inbound, message: Mapping[str, Any]) -> str:
        """Judge a message as if it had just arrived."""
        if not message:
            return "unreadable"
        rules = self.policy.channel(found.channel)
        facts = replace(
            self.facts, listen=rules.listen, auto=rules.auto, bots=self.policy.bots, ours=False
        )
        payload = event_of(message, found.team, found.channel, found.channel_kind)
        root = string(payload["event"], "thread_ts")
        if root and await self.postings.ours(found.team, found.channel, root):
            facts = replace(facts, ours=True)
        heard = hear(payload, facts)
        return heard.reason if isinstance(heard, Ignore) else "unheard"

    async def _message(self, found: Inbound) -> Mapping[str, Any]:
        """Return a message as it stands; an empty one where it cannot be read."""
        try:
            reply = await self.web.call(
                "conversations.replies", channel=found.channel, ts=found.ts, limit=1, inclusive=True
            )
        except SlackRefused:
            return {}
        messages = [m for m in reply.get("messages") or () if isinstance(m, Mapping)]
        return next((m for m in messages if string(m, "ts") == found.ts), {})
