"""Who is in the workspace and where they talk: people, conversations, and who sees which."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from typing import Any

from bot.playground.archive import Archive
from bot.playground.log import Log
from bot.playground.shapes import channel_shape, person_shape
from bot.playground.values import App, Change, Channel, Group, Kind, Person, Refused, Team
from retrieval.ports import Clock


class Rooms:
    """The people and conversations of a workspace. Methods raise `Refused` with Slack's reason."""

    def __init__(
        self,
        clock: Clock,
        team: Team,
        app: App,
        people: Iterable[Person],
        channels: Iterable[Channel],
    ) -> None:
        self.clock = clock
        self.team = team
        self.app = app
        self.people = {person.id: person for person in people}
        self.channels = {channel.id: channel for channel in channels}
        self.groups: list[Group] = []
        self.log = Log()
        self.archive = Archive(self.log, clock, team, app)
        self.installed = True
        """Whether the app is a part of this workspace."""
        self.revoked: set[str] = set()
        """The app's tokens that do not count any more."""

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self.archive.now()

    def install(self) -> str:
        """Let the app in; return its token, a new one where the last was revoked."""
        self.installed = True
        if self.app.bot_token in self.revoked:
            self.app = replace(self.app, bot_token=f"{self.app.bot_token}-{len(self.revoked)}")
        self.record("installed", "")
        return self.app.bot_token

    def uninstall(self) -> None:
        """Take the app out: its token counts no more."""
        self.revoked.add(self.app.bot_token)
        self.record("revoked", "")
        self.installed = False

    def person(self, user: str) -> Person:
        """Return somebody by id; refuses with "user_not_found"."""
        if user not in self.people:
            raise Refused("user_not_found")
        return self.people[user]

    def channel(self, channel: str) -> Channel:
        """Return a conversation by id; refuses with "channel_not_found"."""
        if channel not in self.channels:
            raise Refused("channel_not_found")
        return self.channels[channel]

    def channels_of(self, user: str) -> list[Channel]:
        """Return the conversations that somebody is in."""
        return [channel for channel in self.channels.values() if user in channel.members]

    def room_of(self, user: str, channel: str) -> Channel:
        """Return a conversation that somebody is in; refuses with "not_in_channel"."""
        found = self.channel(channel)
        if user not in found.members:
            raise Refused("channel_not_found" if found.kind != "channel" else "not_in_channel")
        return found

    def direct(self, *users: str) -> Channel:
        """Return the direct or group conversation of these people, opened if need be."""
        members = list(dict.fromkeys(users))
        for channel in self.channels.values():
            if channel.kind in {"direct", "group"} and set(channel.members) == set(members):
                return channel
        kind: Kind = "direct" if len(members) <= 2 else "group"
        number = len(self.channels)
        ident = f"{'D' if kind == 'direct' else 'G'}0PENED{number:03d}"
        names = "--".join(self.person(user).name for user in members)
        name = "" if kind == "direct" else f"mpdm-{names}-1"
        return self.add_channel(Channel(ident, name, kind, int(self.now()), members))

    def add_channel(self, channel: Channel) -> Channel:
        """Add a conversation."""
        self.channels[channel.id] = channel
        self.record("channel_created", channel.id, channel=channel_shape(channel, ""))
        return channel

    def add_person(self, person: Person) -> Person:
        """Add somebody, with a direct conversation with the app."""
        self.people[person.id] = person
        self.record("person_added", "", user=person_shape(person))
        self.direct(person.id, self.app.user_id)
        return person

    def change_person(self, user: str, **fields: Any) -> Person:
        """Change what is known of somebody: `deleted`, `guest`, `locale` and the like."""
        self.people[user] = replace(self.person(user), **fields)
        self.record("person_changed", "", user=person_shape(self.people[user]))
        return self.people[user]

    def rename(self, channel: str, name: str) -> None:
        """Give a channel another name; its id stays."""
        room = self.channel(channel)
        room.name = name
        self.record("renamed", room.id, name=name)

    def join(self, user: str, channel: str, inviter: str = "") -> None:
        """Come into a channel; the app comes in when somebody invites it this way."""
        room = self.channel(channel)
        if user not in room.members:
            room.members.append(self.person(user).id)
            self.record("joined", room.id, user=user, inviter=inviter)

    def leave(self, user: str, channel: str) -> None:
        """Go out of a channel, or be taken out of it."""
        room = self.room_of(user, channel)
        room.members.remove(user)
        self.record("left", room.id, user=user)

    def visible(self, user: str) -> list[Channel]:
        """Return the conversations that somebody can look into: for guests, those they are in."""
        person = self.person(user)
        outsider = person.guest or person.single or person.stranger
        return [
            channel
            for channel in self.channels.values()
            if user in channel.members or (channel.kind == "channel" and not outsider)
        ]

    def sees(self, user: str, change: Change) -> bool:
        """Whether a change is somebody's to see."""
        if change.only_for:
            return change.only_for == user
        channel = self.channels.get(change.channel)
        return channel is None or channel in self.visible(user)

    async def subscribe(
        self, user: str | None = None, after: int | None = None
    ) -> AsyncIterator[Change]:
        """Yield changes as they happen: all of them, or those that somebody may see."""
        async for change in self.log.subscribe(after):
            if user is None or self.sees(user, change):
                yield change

    def record(self, kind: str, place: str, /, only_for: str = "", **data: object) -> None:
        """Note in the log that something happened in a conversation (or nowhere, "")."""
        self.log.record(self.now(), kind, place, data, only_for)
