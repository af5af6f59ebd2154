"""Workspace, documents and ledger -> the data of each template, for one person."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.playground.page.documents import Library
from bot.playground.page.emoji import PICKER
from bot.playground.page.names import Names
from bot.playground.page.records import Records
from bot.playground.page.view import (
    Face,
    Room,
    Shown,
    face,
    reactions,
    room,
    summary,
    trace_of,
    when,
)
from bot.playground.state import Workspace
from bot.playground.values import Channel, Message, Person, Refused

THUMBS = frozenset({"+1", "-1", "thumbsup", "thumbsdown"})
"""Reactions that are an opinion, as the buttons under an answer are."""


@dataclass(slots=True)
class Screen:
    """What the page shows, and to whom; `origin` is its own address.

    `suggestions` are questions to try; `terminal` stands before a command that reads the same
    ledger; `run` is another one after each start; `pressed` remembers who pressed what, since a
    message does not.
    """

    workspace: Workspace
    library: Library
    records: Records
    origin: str
    suggestions: Sequence[str] = ()
    terminal: str = ""
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    pressed: dict[tuple[str, str, str], dict[str, str]] = field(default_factory=dict)

    def me(self, user: str) -> Person:
        """Return who looks: the person of that id, or the first one."""
        people = {one.id: one for one in self.workspace.people.values() if not one.bot}
        return people.get(user) or next(iter(people.values()))

    def room(self, me: Person, channel: str) -> Channel:
        """Return the conversation of that id, or the first one that the person is in."""
        rooms = self.workspace.channels_of(me.id)
        return next((one for one in rooms if one.id == channel), rooms[0])

    def everything(self, me: Person, channel: Channel, thread: str) -> dict[str, Any]:
        """Return the data of the whole page."""
        everybody = self.workspace.people.values()
        data = {
            "rooms": self.rooms(me),
            "people": [face(one) for one in everybody if not one.bot],
            "directory": [{"handle": one.name, "name": one.real_name} for one in everybody],
            "picker": PICKER.items(),
            "seq": self.workspace.log.last,
            "run": self.run,
        }
        found = self.workspace.archive.find(channel.id, thread) if thread else None
        opened = self.thread(me, channel, thread) if found else {"root": None}
        return data | self.channel(me, channel) | opened

    def rooms(self, me: Person) -> list[Room]:
        """Return the sidebar: conversations with how much in them is new."""
        unread = self.workspace.unread(me.id)
        people = self.workspace.people
        channels = self.workspace.channels_of(me.id)
        return [room(one, me.id, people, unread.get(one.id, 0)) for one in channels]

    def channel(self, me: Person, channel: Channel) -> dict[str, Any]:
        """Return the data of one conversation."""
        archive = self.workspace.archive
        whispers = [one for one in archive.whispers(me.id, channel.id) if not one.is_reply]
        messages = sorted([*archive.top(channel.id), *whispers], key=lambda one: one.ts)
        return {
            "me": face(me),
            "room": room(channel, me.id, self.workspace.people),
            "messages": [self.shown(one, me.id) for one in messages],
            "pages": len(self.library.paths()),
            "suggestions": self.suggestions,
        }

    def thread(self, me: Person, channel: Channel, ts: str) -> dict[str, Any]:
        """Return the data of one thread; refuses with "message_not_found"."""
        archive = self.workspace.archive
        root = archive.get(channel.id, ts)
        whispers = [one for one in archive.whispers(me.id, channel.id) if one.thread_ts == ts]
        replies = sorted([*archive.replies(channel.id, ts), *whispers], key=lambda one: one.ts)
        return {
            "me": face(me),
            "root": self.shown(root, me.id),
            "replies": [self.shown(one, me.id) for one in replies],
        }

    def shown(self, message: Message, me: str) -> Shown:
        """Return a message as somebody sees it."""
        trace = trace_of(message)
        at, time = when(message.ts)
        replies = () if message.is_reply else self._replies(message)
        key = f"{message.channel}:{message.ts}"
        one = Shown(
            key=key,
            channel=message.channel,
            ts=message.ts,
            thread_ts=message.root,
            face=self._face(message),
            at=at,
            time=time,
            text=message.text,
            blocks=message.blocks,
            names=self.names(me, trace),
            own=message.user == me and not message.by_app and message.subtype != "tombstone",
            trace_id=trace,
        )
        return replace(
            one,
            streaming=message.streaming == "in_progress",
            edited=bool(message.edited) and not message.by_app,
            private=bool(message.only_for),
            files=len(message.files),
            reactions=reactions(message, me, self.workspace.people),
            status=self.status(message.channel, message.ts),
            link=f"?as={me}&channel={message.channel}&thread={message.ts}",
            pressed=self.pressed.get((me, message.channel, message.ts), {}),
            **summary(replies, self.workspace.people),
        )

    def names(self, me: str, trace_id: str = "") -> Names:
        """Return what ids are called."""
        people = {one.id: one.real_name for one in self.workspace.people.values()}
        channels = {
            one.id: one.name or "a direct message" for one in self.workspace.channels.values()
        }
        return Names(people, channels, me, self.origin, trace_id)

    def status(self, channel: str, ts: str) -> str:
        """Return the status line of a thread, empty where there is none."""
        return self.worded(self.workspace.status(channel, ts))

    def worded(self, status: str) -> str:
        """Say a status as Slack does, with the app's name before it."""
        return f"{self.workspace.app.name} {status}" if status else ""

    def press(self, me: str, channel: str, ts: str, action_id: str, value: str) -> None:
        """Press an element of a message, and remember it."""
        self.workspace.press(me, channel, ts, action_id, value)
        self.pressed.setdefault((me, channel, ts), {})[action_id] = value

    def react(self, me: str, channel: str, ts: str, name: str) -> None:
        """React to a message; a thumb takes the place of one that was pressed, as the last one."""
        self.workspace.react(me, channel, ts, name)
        if name.partition("::")[0] in THUMBS:
            self.pressed.pop((me, channel, ts), None)

    def find(self, me: str, channel: str, ts: str) -> Message | None:
        """Return a message of a channel, or one that somebody alone is shown; None for neither."""
        archive = self.workspace.archive
        whispers = (one for one in archive.whispers(me, channel) if one.ts == ts)
        return archive.find(channel, ts) or next(whispers, None)

    def _replies(self, message: Message) -> Sequence[Message]:
        return self.workspace.archive.replies(message.channel, message.ts)

    def _face(self, message: Message) -> Face:
        try:
            return face(self.workspace.person(message.user))
        except Refused:
            return Face(message.user, "Slack", "S", 0, bot=False)
