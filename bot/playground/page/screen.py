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
    Attachment,
    Face,
    Room,
    Shown,
    attachment,
    face,
    reactions,
    room,
    summary,
    trace_of,
    typed,
    when,
)
from bot.playground.state import Workspace
from bot.playground.values import Channel, Json, Message, Person, Refused

THUMBS = frozenset({"+1", "-1", "thumbsup", "thumbsdown"})
"""Reactions that are an opinion, as the buttons under an answer are."""
TALKS = 12
"""Conversations that the app's panel lists."""


@dataclass(slots=True)
class Screen:
    """What the page shows, and to whom; `origin` is its own address.

    `suggestions` are questions to try; `terminal` stands before a command that reads the same
    ledger; `indexing` says how far that is while it goes on; `run` is another one after each
    start; `pressed` remembers who pressed what, since a message does not.
    """

    workspace: Workspace
    library: Library
    records: Records
    origin: str
    suggestions: Sequence[str] = ()
    terminal: str = ""
    indexing: str = ""
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

    def everything(
        self, me: Person, channel: Channel, thread: str, tab: str = ""
    ) -> dict[str, Any]:
        """Return the data of the whole page."""
        everybody = self.workspace.people.values()
        data = {
            "rooms": self.rooms(me),
            "people": [face(one) for one in everybody if not one.bot],
            "directory": [{"handle": one.name, "name": one.real_name} for one in everybody],
            "picker": PICKER.items(),
            "commands": self.workspace.app.commands,
            "shortcuts": [one for one in self.workspace.app.shortcuts if one.kind == "message"],
            "view": self.workspace.view(me.id),
            "seq": self.workspace.log.last,
            "run": self.run,
        }
        found = self.workspace.archive.find(channel.id, thread) if thread else None
        opened = self.thread(me, channel, thread) if found else {"root": None}
        return data | self.channel(me, channel, tab) | opened

    def rooms(self, me: Person) -> list[Room]:
        """Return the sidebar: conversations with how much in them is new."""
        unread = self.workspace.unread(me.id)
        people = self.workspace.people
        channels = self.workspace.channels_of(me.id)
        return [room(one, me.id, people, unread.get(one.id, 0)) for one in channels]

    def channel(self, me: Person, channel: Channel, tab: str = "") -> dict[str, Any]:
        """Return the data of one conversation; the app's own also has the `tab` "home"."""
        archive = self.workspace.archive
        whispers = [one for one in archive.whispers(me.id, channel.id) if not one.is_reply]
        messages = sorted([*archive.top(channel.id), *whispers], key=lambda one: one.ts)
        return {
            "me": face(me),
            "room": room(channel, me.id, self.workspace.people),
            "messages": [self.shown(one, me.id) for one in messages],
            **self.read(),
            "suggestions": self.suggestions,
            "prompts": self.prompts(channel.id),
            "tab": tab if tab == "home" and "home" in self.workspace.app.features else "",
            "home": self.workspace.views.home(me.id),
            "names": self.names(me.id),
            "app": self.workspace.app,
        }

    def read(self) -> dict[str, Any]:
        """Return how many pages there are, and how far indexing is."""
        return {"pages": len(self.library.paths()), "indexing": self.indexing}

    def index(self, said: str) -> None:
        """Say how far indexing is, nothing once it is done; open pages are told."""
        self.indexing = said
        self.workspace.record("indexed", "")

    def prompts(self, channel: str) -> Json:
        """Return what the app suggests to ask in a conversation: {title, prompts}."""
        return self.workspace.panel.prompts.get(channel, {})

    def panel(self, me: Person, beside: str) -> dict[str, Any]:
        """Return the data of the app's panel, opened beside a channel."""
        space = self.workspace
        direct = space.direct(me.id, space.app.user_id)
        talks = [one for one in space.archive.top(direct.id) if not one.by_app][-TALKS:]
        return {
            "me": face(me),
            "app": space.app,
            "direct": direct.id,
            "prompts": self.prompts(direct.id),
            "beside": room(space.room_of(me.id, beside), me.id, space.people) if beside else None,
            "names": self.names(me.id),
            "talks": [self._talk(one) for one in reversed(talks)],
        }

    def _talk(self, message: Message) -> dict[str, Any]:
        """Return a conversation of the panel by its title, or by how it begins."""
        title = self.title(message.channel, message.ts) or typed(message, self.workspace.people)
        count = len(self._replies(message))
        return {"ts": message.ts, "title": title, "time": when(message.ts)[1], "replies": count}

    def title(self, channel: str, ts: str) -> str:
        """Return the title that the app gave a thread, or nothing."""
        return self.workspace.panel.titles.get((channel, ts), "")

    def stoppable(self, channel: str, ts: str) -> bool:
        """Whether what the app does in a thread can be stopped."""
        streams = (one.message for one in self.workspace.streams.open())
        writing = any((one.channel, one.root) == (channel, ts) for one in streams)
        return writing or self.workspace.panel.stoppable((channel, ts))

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
            "title": self.title(channel.id, ts),
            "stoppable": self.stoppable(channel.id, ts),
            "wide": room(channel, me.id, self.workspace.people)
            if channel.kind in {"channel", "private"}
            else None,
        }

    def shown(self, message: Message, me: str) -> Shown:
        """Return a message as somebody sees it."""
        trace = trace_of(message)
        at, time = when(message.ts)
        replies = () if message.is_reply else self._replies(message)
        key = f"{message.channel}:{message.ts}"
        own = message.user == me and not message.by_app and message.subtype != "tombstone"
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
            own=own,
            trace_id=trace,
        )
        return replace(
            one,
            streaming=message.streaming == "in_progress",
            edited=bool(message.edited) and not message.by_app,
            private=bool(message.only_for),
            wide=message.subtype == "thread_broadcast",
            menu=any(one.kind == "message" for one in self.workspace.app.shortcuts),
            draft=typed(message, self.workspace.people) if own else "",
            files=tuple(self._attachment(file) for file in message.files),
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

    def _attachment(self, file: Json) -> Attachment:
        """Return a file of a message, as whoever sees the message may see it."""
        try:
            upload = self.workspace.uploads.get(str(file.get("id", "")))
        except Refused:
            return Attachment(str(file.get("name") or "A file"), "deleted", "")
        kind = str(self.workspace.uploads.shape(upload)["pretty_type"])
        return attachment(upload.name, kind, upload.content)

    def _replies(self, message: Message) -> Sequence[Message]:
        return self.workspace.archive.replies(message.channel, message.ts)

    def _face(self, message: Message) -> Face:
        try:
            return face(self.workspace.person(message.user))
        except Refused:
            return Face(message.user, "Slack", "S", 0, bot=False)
