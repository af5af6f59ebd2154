"""A question -> what may be searched for it, by who asks and where; nothing if that is unknown."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.facts import Lookup
from bot.slack.refused import SlackRefused
from retrieval.errors import IndexMissing, StoreError, StoreUnavailable
from retrieval.policy import Asker, Place, Policy, Refusal, scope
from retrieval.ports import Store
from retrieval.values import Scope

NOWHERE = frozenset(
    {
        "account_inactive",
        "channel_not_found",
        "is_archived",
        "message_not_found",
        "messages_tab_disabled",
        "missing_scope",
        "not_in_channel",
        "restricted_action",
        "restricted_action_thread_locked",
        "thread_not_found",
        "user_not_found",
    }
)
"""Refusals after which there is no place to answer in: trying again would not help."""
UNKNOWN = frozenset({"missing_scope", "user_not_found"})
"""Of these, those that only mean that a person or a place cannot be looked up."""
UNSEEN = frozenset({"channel_not_found", "not_in_channel"})
"""What Slack says of a channel that the bot is not in."""
_STORE_SECONDS = 5.0
"""How long a store may take to name its collections."""


@dataclass(frozen=True, slots=True)
class Access:
    """Decides what may be searched."""

    lookup: Lookup
    store: Store
    policy: Policy

    async def scope(self, asked: Inbound) -> Scope | str:
        """Return what may be searched, or the sentence that says why nothing may.

        Where Slack does not say who asks where, nothing may. A collection that the policy opens
        before it is indexed is left out. Raises SlackRefused where there is no place to answer.
        """
        try:
            found = await self.allowed(asked)
        except SlackRefused as refused:
            if refused.error in NOWHERE - UNKNOWN:
                raise
            structlog.get_logger().warning(
                "place_unknown", method=refused.method, error=refused.error
            )
            return phrases.place_unknown()
        if isinstance(found, Refusal):
            structlog.get_logger().info(
                "not_allowed", reason=found.reason, message=asked.message_key
            )
            return phrases.refused(found.reason)
        there = await self.store.collections()
        return Scope(tuple(name for name in found.collections if name in there))

    async def allowed(self, asked: Inbound) -> Scope | Refusal:
        """Return what the policy opens to whoever asks where, indexed or not.

        A bot that the policy lists belongs to the workspace. Raises SlackRefused where Slack does
        not say who asks where.
        """
        asker, place = await asyncio.gather(self._asker(asked), self._place(asked))
        place = replace(place, shared=place.shared or asked.shared)
        return scope(asker, place, self.policy)

    async def _asker(self, asked: Inbound) -> Asker:
        """Say who asks."""
        if asked.bot and asked.bot in self.policy.bots:
            return Asker(asked.user, asked.team)
        return await self.lookup.asker(asked.user)

    async def _place(self, asked: Inbound) -> Place:
        """Say where it is asked.

        A private answer is read by its asker alone, so a place that the bot is not in is as good
        as a direct message.
        """
        try:
            return await self.lookup.place(asked.channel)
        except SlackRefused as refused:
            if asked.private and refused.error in UNSEEN:
                return Place(asked.channel, "direct")
            raise

    def near(self, channel: str, allowed: Scope) -> Scope | None:
        """Return the part of a scope that is a channel's own; None if that is nothing, or all.

        It is never more than the scope: looking at a channel gives nobody more to see.
        """
        every = self.policy.collections
        its = tuple(
            name
            for name in allowed.collections
            if name in every and channel in {*every[name].channels, every[name].support} - {""}
        )
        return Scope(its) if its and its != allowed.collections else None

    async def searchable(self) -> bool:
        """Whether the store answers; Slack is not involved."""
        try:
            async with asyncio.timeout(_STORE_SECONDS):
                await self.store.collections()
        except (StoreUnavailable, TimeoutError):
            return False
        return True

    async def pages(self, may_search: Scope) -> int | None:
        """Count the pages of a scope; None where nothing of it is indexed.

        Raises StoreUnavailable where none of it can be read now. That is so of an index file that
        is damaged or locked as well: it can be mended while a question is kept.
        """
        try:
            if may_search.collections:
                return (await self.store.within(may_search).census()).documents or None
        except IndexMissing:
            pass
        except StoreError as error:
            raise StoreUnavailable(str(error)) from error
        return None
