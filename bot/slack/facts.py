"""What Slack says about people and channels, looked up and kept for a while.

Fails closed: where Slack does not answer there is no fact, and SlackRefused is raised.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from bot.slack.paging import next_cursor
from bot.slack.payload import string
from bot.slack.refused import SlackRefused
from bot.slack.web import Web
from retrieval.policy import Asker, Place

PERSON_SECONDS = 600.0
PLACE_SECONDS = 120.0
"""A channel can become shared with another organisation at any time; a person seldom changes."""
NOT_ALLOWED = frozenset({"missing_scope", "not_allowed_token_type", "unknown_method"})
"""Refusals of an app that may not look at user groups; what has passed tomorrow is none."""
KEPT = 5_000
MEMBERS = 200
"""People of a group message or a channel that are looked at."""
AT_ONCE = 20
"""People that are looked up side by side."""

_Fact = TypeVar("_Fact")


class Kept(Generic[_Fact]):
    """Facts by id, each for a number of seconds, the oldest forgotten first."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._facts: OrderedDict[str, tuple[float, _Fact]] = OrderedDict()
        self._coming: dict[str, asyncio.Task[_Fact]] = {}
        """What is being looked up: many may ask at once, and Slack allows few a minute."""

    async def get(self, key: str, look_up: Callable[[], Awaitable[_Fact]]) -> _Fact:
        """Return the fact of a key, looked up once where it is not known or too old."""
        known = self._facts.get(key)
        if known and self._clock() - known[0] < self._seconds:
            return known[1]
        task = self._coming.get(key)
        if task is None:
            task = self._coming[key] = asyncio.create_task(self._find(key, look_up))
            task.add_done_callback(lambda done: self._came(key, done))
        return await asyncio.shield(task)

    def forget(self, key: str) -> None:
        """Have a fact looked up again when it is wanted next."""
        self._facts.pop(key, None)

    def _came(self, key: str, task: asyncio.Task[_Fact]) -> None:
        """Forget that something was looked up; whoever waits is told what became of it."""
        del self._coming[key]
        if not task.cancelled():
            task.exception()

    async def _find(self, key: str, look_up: Callable[[], Awaitable[_Fact]]) -> _Fact:
        """Look a fact up and keep it."""
        fact = await look_up()
        self._facts[key] = (self._clock(), fact)
        self._facts.move_to_end(key)
        while len(self._facts) > KEPT:
            self._facts.popitem(last=False)
        return fact


class Lookup:
    """People and channels as the policy wants to know them."""

    def __init__(
        self,
        web: Web,
        team: str,
        bot_user: str,
        clock: Callable[[], float] = time.monotonic,
        *,
        organisation: str = "",
    ) -> None:
        """Take Slack, the workspace that the bot is installed in, and the bot's own id.

        `organisation` is that of an app that all workspaces of one have installed together.
        """
        self._web = web
        self._team = team
        self._organisation = organisation
        self._bot_user = bot_user
        self._people: Kept[tuple[Asker, str]] = Kept(PERSON_SECONDS, clock)
        self._places: Kept[Place] = Kept(PLACE_SECONDS, clock)
        self._groups: Kept[Mapping[str, str]] = Kept(PERSON_SECONDS, clock)

    async def asker(self, user: str, *, fresh: bool = False) -> Asker:
        """Say who someone is, looked up again where it is to be fresh. Raises SlackRefused."""
        if fresh:
            self._people.forget(user)
        return (await self._person(user))[0]

    async def locale(self, user: str) -> str:
        """Say which language and region someone uses, as "de-DE". Raises SlackRefused."""
        return (await self._person(user))[1]

    async def group(self, named: str) -> str:
        """Return what a user group is called, by its id or its @handle; empty where nobody knows.

        To an app without the scope `usergroups:read` none is known. Raises SlackRefused.
        """
        known = await self._groups.get("", self._look_up_groups)
        return known.get(named.strip().casefold(), "")

    async def _look_up_groups(self) -> Mapping[str, str]:
        """Return the groups of the workspace by what people name them."""
        try:
            reply = await self._web.call("usergroups.list")
        except SlackRefused as refused:
            if refused.error not in NOT_ALLOWED:
                raise
            return {}
        found: dict[str, str] = {}
        for group in filter(lambda one: isinstance(one, Mapping), reply.get("usergroups") or ()):
            handle = f"@{string(group, 'handle')}"
            said = f"{string(group, 'name')} ({handle})"
            found |= {string(group, "id").casefold(): said, handle.casefold(): said}
        return found

    async def _person(self, user: str) -> tuple[Asker, str]:
        """Say who someone is, with their locale, empty where Slack does not give it."""

        async def look_up() -> tuple[Asker, str]:
            reply = await self._web.call("users.info", user=user, include_locale=True)
            found = reply.get("user") or {}
            locale = found.get("locale")
            asker = _asker(user, found, self._team, self._organisation)
            return asker, locale if isinstance(locale, str) else ""

        return await self._people.get(user, look_up)

    def forget(self, channel: str) -> None:
        """Have a channel looked up again: what is said there next may be for fewer people."""
        self._places.forget(channel)

    async def place(self, channel: str) -> Place:
        """Say what a channel is. Raises SlackRefused."""

        async def look_up() -> Place:
            reply = await self._web.call("conversations.info", channel=channel)
            place = _place(channel, reply.get("channel") or {}, self._organisation)
            return await self._with_people(place) if place.kind == "group" else place

        return await self._places.get(channel, look_up)

    async def within(self, to: str) -> bool:
        """Whether only full members read what a channel or a person is told. Raises SlackRefused.

        Of a channel with more members than are looked at that is not known, and so not said.
        """
        if to.startswith(("U", "W")):
            return _is_full(await self.asker(to))
        place = await self.place(to)
        if place.shared or place.guests:
            return False
        reply = await self._web.call("conversations.members", channel=to, limit=MEMBERS)
        if next_cursor(reply):
            return False
        members = [str(one) for one in reply.get("members") or () if one != self._bot_user]
        for start in range(0, len(members), AT_ONCE):
            some = await asyncio.gather(*map(self.asker, members[start : start + AT_ONCE]))
            if not all(map(_is_full, some)):
                return False
        return True

    async def _with_people(self, place: Place) -> Place:
        """Add who reads along in a group message, the bot left out."""
        reply = await self._web.call("conversations.members", channel=place.id, limit=MEMBERS)
        members = [str(m) for m in reply.get("members") or () if m != self._bot_user]
        askers = await asyncio.gather(*map(self.asker, members))
        return replace(
            place,
            people=tuple(members),
            guests=any(asker.guest for asker in askers),
            shared=place.shared or any(asker.stranger for asker in askers),
        )


def _asker(user: str, found: Mapping[str, Any], team: str, organisation: str) -> Asker:
    """Read users.info; whoever is of another workspace is a stranger.

    In an app of a whole organisation everyone of that organisation belongs to it.
    """
    home, grid = str(found.get("team_id") or ""), found.get("enterprise_user")
    grid = grid if isinstance(grid, Mapping) else {}
    of = str(grid.get("enterprise_id") or "")
    teams = grid.get("teams")
    own = team in {home, *(teams if isinstance(teams, list) else ())}
    own = own or bool(organisation and organisation in {of, home})
    return Asker(
        id=user,
        team=home,
        guest=bool(found.get("is_restricted") or found.get("is_ultra_restricted")),
        stranger=bool(found.get("is_stranger")) or not own,
        deactivated=bool(found.get("deleted")),
        bot=bool(found.get("is_bot") or found.get("is_workflow_bot")),
        organisation=of,
    )


def _is_full(asker: Asker) -> bool:
    """Whether somebody belongs to the organisation, and is no guest in it."""
    return not (asker.guest or asker.stranger)


def _place(channel: str, found: Mapping[str, Any], organisation: str) -> Place:
    """Read conversations.info; what is about to be shared counts as shared.

    A channel of several workspaces of an organisation is shared, unless all of them have the app.
    """
    kind = "channel"
    if found.get("is_im"):
        kind = "direct"
    elif found.get("is_mpim"):
        kind = "group"
    elif found.get("is_private") or not found:
        kind = "private"
    shared = any(bool(found.get(name)) for name in _OUTSIDE)
    within = bool(found.get("is_org_shared"))
    if (within and not organisation) or (found.get("is_shared") and not within):
        shared = True
    return Place(id=channel, kind=kind, shared=shared)


_OUTSIDE = (
    "is_ext_shared",
    "is_pending_ext_shared",
    "pending_shared",
    "pending_connected_team_ids",
)
"""What conversations.info says of a channel that others read, or soon will."""
