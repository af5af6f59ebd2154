"""A question and who is told of it -> what they are told: no more than they may see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.inbound import Inbound
from bot.slack.facts import Lookup
from bot.slack.packet import Packet, Passage
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.routing import nearest_pages
from bot.slack.web import Web
from retrieval.policy import CollectionPolicy, Policy
from retrieval.shortfall import nearest
from retrieval.values import DocumentFacts, Trace

_BY_ID = re.compile(r"[UWS][A-Z0-9]{6,20}|@\S{1,80}")
"""How a page names a person or a group by what Slack calls them."""
MOST_PAGES = 3
MOST_OWNERS = 5
LOOKED_AT = 10
"""Passages among which those are that may be shown."""


@dataclass(frozen=True, slots=True)
class Packing:
    """Packs questions."""

    web: Web
    policy: Policy
    lookup: Lookup

    async def pack(self, found: Inbound, trace: Trace, to: str) -> Packet:
        """Gather what of a question the people who are told may see.

        Where nobody may ask a thing more, or Slack does not say who may, that is who asks and the
        link alone.
        """
        who = trace.question.asker or found.user
        presser = found.user if found.user not in {"", who} else ""
        alone = found.private or found.channel_kind == "direct"
        where = "" if alone else await self._address(found)
        bare = Packet(who, where=where, presser=presser, rule=found.source == "rule")
        return await self.fill(bare, "" if alone else found.channel, trace, to)

    async def fill(self, packet: Packet, channel: str, trace: Trace, to: str) -> Packet:
        """Put into a packet what the people told may see of a question that a channel asked.

        Without a channel it was asked, or answered, where nobody else reads: they see nothing.
        """
        bare = Packet(packet.who, where=packet.where, presser=packet.presser, rule=packet.rule)
        if await self._hidden(channel, to):
            return bare
        seen = [near for near in nearest(trace, LOOKED_AT) if self.may_see(near.document, to)]
        near = seen[:MOST_PAGES]
        keys = {one.document.key for one in near}
        pages = [page for page in nearest_pages(trace) if self.may_see(page, to)]
        further = [page for page in pages if page.key not in keys][: MOST_PAGES - len(near)]
        named = [*(one.document for one in near), *further]
        return Packet(
            packet.who,
            trace.question.text,
            trace.queries.standalone if trace.queries else "",
            (*map(Passage.of, near), *map(Passage.of_page, further)),
            await self._owners(named),
            packet.where,
            packet.presser,
            packet.rule,
        )

    def may_see(self, page: DocumentFacts, to: str) -> bool:
        """Whether the pages of a collection may be named where a question is handed over."""
        known = self.policy.collections.get(page.collection)
        return known is not None and (known.open or known.support == to)

    async def _hidden(self, channel: str, to: str) -> bool:
        """Whether the question is hidden from those who are told; where that is unknown, it is."""
        if not channel:
            return True
        if channel == to:
            return False
        try:
            place = await self.lookup.place(channel)
            if place.kind != "channel":
                return True
            if to.startswith(("U", "W")):
                return False
            both = place.shared and (await self.lookup.place(to)).shared
            return not (both or await self.lookup.within(to))
        except SlackRefused:
            return True

    async def _owners(self, pages: Sequence[DocumentFacts]) -> tuple[str, ...]:
        """Name the owners of pages, as the pages say, else as the policy does."""
        found: dict[str, None] = {}
        for page in pages:
            if page.metadata.owner:
                found[await self._called(page.metadata.owner)] = None
                continue
            known = self.policy.collections.get(page.collection, CollectionPolicy())
            for owner in known.owners:
                if len(found) < MOST_OWNERS and (name := await self._name(owner)):
                    found[name] = None
        return tuple(found)[:MOST_OWNERS]

    async def _called(self, owner: str) -> str:
        """Return the name of an owner whom a page names, perhaps by an id or a handle."""
        named = owner.strip()
        return (await self._name(named) if _BY_ID.fullmatch(named) else "") or owner

    async def _name(self, owner: str) -> str:
        """Return what a person or a user group is called; empty where Slack does not say."""
        try:
            if owner.startswith(("S", "@")):
                return await self.lookup.group(owner)
            user = mapping(await self.web.call("users.info", user=owner), "user")
        except SlackRefused:
            return ""
        shown = string(mapping(user, "profile"), "display_name")
        return shown or string(user, "real_name") or string(user, "name")

    async def _address(self, found: Inbound) -> str:
        """Return the address of the message that it is about; empty where Slack does not say."""
        try:
            reply = await self.web.call(
                "chat.getPermalink", channel=found.channel, message_ts=found.ts
            )
        except SlackRefused:
            return ""
        return string(reply, "permalink")
