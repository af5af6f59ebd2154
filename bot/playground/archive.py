"""The messages of a workspace: kept by channel and thread, each change of one recorded."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.playground.log import Log
from bot.playground.shapes import message_shape
from bot.playground.values import App, Json, Message, Refused, Team
from retrieval.ports import Clock

REACTIONS = 23
"""Different reactions that one message may carry (Slack's default for one person)."""
WHISPERS = 500
"""Private messages kept; Slack keeps them only until the person's client is loaded again."""
_EMOJI = re.compile(r"[a-z0-9_+'\-]{1,100}(?:::skin-tone-[2-6])?")
TOMBSTONE = "This message was deleted."
_LINK = re.compile(r"https?://[^\s<>|)\]]+")
_NEAR = re.compile(r"https?://(?:127\.0\.0\.1|localhost)\b")


@dataclass(slots=True)
class Shelf:
    """The messages of one channel: all by ts, and the replies of each thread."""

    all: dict[str, Message] = field(default_factory=dict)
    replies: dict[str, list[Message]] = field(default_factory=dict)


def check_emoji(name: str) -> str:
    """Return the name of an emoji, without colons; refuses with "invalid_name"."""
    if not _EMOJI.fullmatch(name):
        raise Refused("invalid_name")
    return name


class Archive:
    """Keeps messages, names them by time, and records what happens to them in the log."""

    def __init__(self, log: Log, clock: Clock, team: Team, app: App) -> None:
        self.log = log
        self._clock = clock
        self._team = team
        self._app = app
        self._shelves: dict[str, Shelf] = {}
        self._whispers: deque[Message] = deque(maxlen=WHISPERS)
        self._micros = 0

    def now(self) -> float:
        """Return the workspace's time, in seconds since 1970."""
        return self._clock.now().timestamp()

    def stamp(self) -> str:
        """Return a new ts, greater than all before it."""
        self._micros = max(int(self.now() * 1_000_000), self._micros + 1)
        return f"{self._micros // 1_000_000}.{self._micros % 1_000_000:06d}"

    def find(self, channel: str, ts: str) -> Message | None:
        """Return a message, or None."""
        return self._shelf(channel).all.get(ts)

    def get(self, channel: str, ts: str) -> Message:
        """Return a message.

        Raises:
            Refused: "message_not_found".
        """
        found = self.find(channel, ts)
        if found is None:
            raise Refused("message_not_found")
        return found

    def replies(self, channel: str, root: str) -> Sequence[Message]:
        """Return the replies of a thread, oldest first, without its first message."""
        return tuple(self._shelf(channel).replies.get(root, ()))

    def top(self, channel: str) -> list[Message]:
        """Return what stands in the channel itself, oldest first."""
        return [
            message
            for message in self._shelf(channel).all.values()
            if not message.is_reply or message.subtype == "thread_broadcast"
        ]

    def everything(self, channel: str) -> list[Message]:
        """Return all messages of a channel and its threads, oldest first."""
        return list(self._shelf(channel).all.values())

    def shape(self, message: Message, *, metadata: bool = True) -> Json:
        """Return the message as Slack shows it, with the count of its replies."""
        replies = () if message.is_reply else self.replies(message.channel, message.ts)
        return message_shape(message, self._team, self._app, replies=replies, metadata=metadata)

    def add(self, message: Message) -> Message:
        """Put a new message where it belongs; a first reply makes its parent a thread.

        Raises:
            Refused: "thread_not_found" when there is no message to reply to.
        """
        shelf = self._shelf(message.channel)
        parent = shelf.all.get(message.thread_ts) if message.is_reply else None
        if message.is_reply and (parent is None or parent.is_reply):
            raise Refused("thread_not_found")
        before = self.shape(parent) if parent else {}
        shelf.all[message.ts] = message
        if parent:
            shelf.replies.setdefault(parent.ts, []).append(message)
        self._record("message", message, message=self.shape(message))
        if parent:
            parent.thread_ts = parent.ts
            self._record("replied", parent, message=self.shape(parent), previous=before)
        return message

    def whisper(self, message: Message) -> Message:
        """Show a message to one person only; no method of Slack's finds it."""
        self._whispers.append(message)
        self._record("ephemeral", message, message=self.shape(message))
        return message

    def whispers(self, user: str, channel: str) -> list[Message]:
        """Return what was shown to one person only, oldest first."""
        return [
            message
            for message in self._whispers
            if (message.only_for, message.channel) == (user, channel)
        ]

    def unfurl(self, message: Message) -> None:
        """Show a card for each link out into the world, as Slack does a moment after a post."""
        links = [link for link in _LINK.findall(message.text) if not _NEAR.match(link)]
        cards: list[Json] = [
            {"id": number, "from_url": link, "original_url": link, "fallback": link}
            for number, link in enumerate(dict.fromkeys(links), start=1)
        ]
        if cards:
            self.rewrite(message, attachments=cards)

    def rewrite(self, message: Message, **fields: Any) -> None:
        """Change fields of a message, and record what it was."""
        before = self.shape(message)
        for name, value in fields.items():
            setattr(message, name, value)
        kind = "ephemeral" if message.only_for else "changed"
        self._record(kind, message, message=self.shape(message), previous=before)

    def remove(self, message: Message) -> None:
        """Take a message away; one that has replies leaves a tombstone."""
        shelf = self._shelf(message.channel)
        if message.only_for:
            self._whispers.remove(message)
            self._record("deleted", message, ts=message.ts, previous=self.shape(message))
            return
        if self.replies(message.channel, message.ts):
            self.rewrite(
                message,
                subtype="tombstone",
                user="USLACKBOT",
                text=TOMBSTONE,
                blocks=[],
                files=[],
                metadata=None,
                by_app=False,
                client_msg_id="",
                edited=None,
            )
            return
        before = self.shape(message)
        del shelf.all[message.ts]
        siblings = shelf.replies.get(message.thread_ts, [])
        if message in siblings:
            siblings.remove(message)
        self._record("deleted", message, ts=message.ts, previous=before)

    def react(self, user: str, message: Message, name: str) -> None:
        """Add somebody's reaction.

        Raises:
            Refused: "invalid_name", "already_reacted", or "too_many_emoji".
        """
        check_emoji(name)
        users = message.reactions.get(name, [])
        if user in users:
            raise Refused("already_reacted")
        if not users and len(message.reactions) >= REACTIONS:
            raise Refused("too_many_emoji")
        message.reactions[name] = [*users, user]
        self._reacted("reaction_added", user, message, name)

    def unreact(self, user: str, message: Message, name: str) -> None:
        """Take somebody's reaction back.

        Raises:
            Refused: "no_reaction".
        """
        users = message.reactions.get(name, [])
        if user not in users:
            raise Refused("no_reaction")
        message.reactions[name] = [one for one in users if one != user]
        if not message.reactions[name]:
            del message.reactions[name]
        self._reacted("reaction_removed", user, message, name)

    def _reacted(self, kind: str, user: str, message: Message, name: str) -> None:
        self._record(
            kind, message, user=user, reaction=name, ts=message.ts, message=self.shape(message)
        )

    def _record(self, kind: str, about: Message, /, **data: Any) -> None:
        self.log.record(self.now(), kind, about.channel, data, about.only_for)

    def _shelf(self, channel: str) -> Shelf:
        return self._shelves.setdefault(channel, Shelf())
