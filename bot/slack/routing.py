"""Whom a question is handed to: those who help with what came nearest, and then others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import structlog

from bot.slack import phrases
from bot.slack.facts import Lookup
from bot.slack.paging import is_member
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.web import Web
from retrieval.policy import Policy
from retrieval.values import DocumentFacts, Outcome, Trace


@dataclass(frozen=True, slots=True)
class Routing:
    """Knows who helps with what, and who they are to others."""

    web: Web
    policy: Policy
    lookup: Lookup
    names: dict[str, str] = field(default_factory=dict)
    """What channels are called, for whoever may know of them."""

    async def whom(self, trace: Trace | None, without: Collection[str] = ()) -> tuple[str, str]:
        """Return whom to tell, a channel or a maintainer, and for which collection they help.

        Both are empty where there is nobody. Raises SlackRefused where that cannot be said now.
        """
        for channel, collection in dict(self._channels(trace)).items():
            if channel not in without and await self._reachable(channel):
                return channel, collection
        maintainer = next((one for one in self.policy.maintainers if one not in without), "")
        self.names[maintainer] = phrases.a_maintainer()
        return maintainer, ""

    def _channels(self, trace: Trace | None) -> Iterator[tuple[str, str]]:
        """Name the support channels, of what came nearest first; then the maintainers' channel."""
        found: list[tuple[str, str]] = []
        searched = trace.question.scope.collections if trace else ()
        pages = nearest_pages(trace) if trace else ()
        for name in [*(page.collection for page in pages), *searched]:
            known = self.policy.collections.get(name)
            if known and known.support and known.support not in dict(found):
                found.append((known.support, name))
        yield from found
        main = self.policy.maintainers_channel
        if main and main not in dict(found):
            yield main, ""

    async def _reachable(self, channel: str) -> bool:
        """Whether the bot can write to a channel; its name is remembered for who asks."""
        try:
            reply = await self.web.call("conversations.info", channel=channel)
        except SlackRefused as refused:
            structlog.get_logger().warning("nobody_there", channel=channel, error=refused.error)
            if refused.unsure or refused.retry_after:
                raise
            return False
        known: Mapping[str, object] = mapping(reply, "channel")
        self.names[channel] = f"#{string(known, 'name')}" if known.get("name") else channel
        return known.get("is_member") is not False and not known.get("is_archived")

    async def called(self, user: str, channel: str, to: str) -> str:
        """Name those who were told as far as somebody in a channel may know of them.

        Without a person: as far as everybody may.
        """
        name = self.names.get(to, to)
        if to.startswith(("U", "W")) or to == channel:
            return name
        try:
            if (await self.lookup.place(to)).kind == "channel":
                return name
            return name if user and await self.member(to, user) else phrases.support_team()
        except SlackRefused:
            return phrases.support_team()

    async def member(self, to: str, user: str) -> bool:
        """Whether somebody is one of those who were told, looked at now. Raises SlackRefused."""
        if to.startswith(("U", "W")):
            return user == to
        return await is_member(self.web, to, user)


def nearest_pages(trace: Trace) -> tuple[DocumentFacts, ...]:
    """Return the pages that came nearest: those that were cited, else the best of the search."""
    if trace.answer is None:
        return ()
    if trace.answer.outcome is Outcome.NOT_IN_CONTEXT:
        found = [hit.document for hit in trace.answer.nearest]
    else:
        found = [c.document for claim in trace.answer.claims for c in claim.citations]
    return tuple({page.key: page for page in found}.values())
