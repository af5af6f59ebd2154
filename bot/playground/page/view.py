"""Workspace -> what one person sees of it: channels, messages and threads, ready for a template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bot.playground.cast import SLACKBOT
from bot.playground.page.emoji import emoji
from bot.playground.page.names import Names
from bot.playground.values import Channel, Message, Person

_TRACE = re.compile(r"\btrace[: ]+`?([0-9a-f]{8,32})\b")
_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_TONES = 6
_KILO = 1_000
BEGINS = 2_000
"""Characters of a text file that are shown."""
_PERSON = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_ROOM = re.compile(r"<#[CG][A-Z0-9]+\|([^<>]+)>")
_WIDE = re.compile(r"<!(here|channel|everyone)>")
_LINK = re.compile(r"<(https?://[^<>|]+)>")


@dataclass(frozen=True, slots=True)
class Face:
    """Somebody as shown beside a message: `tone` picks a colour of the style sheet."""

    id: str
    name: str
    initials: str
    tone: int
    bot: bool
    title: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """A conversation in the sidebar."""

    id: str
    name: str
    kind: str
    topic: str
    face: Face | None = None
    unread: int = 0
    with_bot: bool = True

    @property
    def app(self) -> bool:
        """Whether this is the conversation with the app itself."""
        return self.kind == "direct" and self.face is not None and self.face.bot


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction under a message, with who gave it."""

    name: str
    emoji: str
    count: int
    mine: bool
    people: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message: its name, type and size in words, and how its text begins."""

    name: str
    kind: str
    size: str
    begins: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as one person sees it.

    `draft` is one's own message as it was typed; `menu` says whether the app has shortcuts for
    messages; `wide` that a reply was also sent to the channel.
    """

    key: str
    channel: str
    ts: str
    thread_ts: str
    face: Face
    at: str
    time: str
    text: str
    blocks: Sequence[Mapping[str, Any]]
    names: Names
    own: bool
    trace_id: str = ""
    streaming: bool = False
    edited: bool = False
    private: bool = False
    wide: bool = False
    menu: bool = False
    draft: str = ""
    files: tuple[Attachment, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    replies: int = 0
    repliers: tuple[Face, ...] = ()
    last_reply: str = ""
    link: str = ""
    status: str = ""
    pressed: Mapping[str, str] = field(default_factory=dict)


def face(person: Person) -> Face:
    """Show a person by initials, in a colour that stays theirs; Slackbot is Slack, and no app."""
    letters = "".join(word[0] for word in person.real_name.split()[:2]).upper()
    tone = sum(person.id.encode()) % _TONES
    bot = person.bot and person.id != SLACKBOT
    return Face(person.id, person.real_name, letters or "?", tone, bot, person.title)


def room(channel: Channel, me: str, people: Mapping[str, Person], unread: int = 0) -> Room:
    """Show a conversation by its name, or by who is in it."""
    others = [people[one] for one in channel.members if one != me and one in people]
    bot = any(person.bot for person in others)
    if channel.kind == "direct":
        other = others[0] if others else people[me]
        return Room(channel.id, other.real_name, "direct", other.title, face(other), unread, bot)
    name = channel.name
    if channel.kind == "group":
        name = ", ".join(person.real_name.split()[0] for person in others)
    return Room(channel.id, name, channel.kind, channel.topic, None, unread, bot)


def trace_of(message: Message) -> str:
    """Return the trace that an answer names, by its metadata or under its text."""
    payload = (message.metadata or {}).get("event_payload") or {}
    told = payload.get("trace_id")
    if isinstance(told, str) and _ID.fullmatch(told):
        return told
    found = _TRACE.search(" ".join(texts(message.blocks))) if message.by_app else None
    return found[1] if found else ""


def texts(value: Any) -> Iterable[str]:
    """Yield every text in blocks, however deep."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name == "text" and isinstance(inner, str):
                yield inner
            else:
                yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def when(ts: str) -> tuple[str, str]:
    """Return the time of a ts, for machines and for people (in the zone of this machine)."""
    moment = datetime.fromtimestamp(float(ts), UTC)
    return moment.isoformat(timespec="seconds"), moment.astimezone().strftime("%H:%M")


def attachment(name: str, kind: str, content: bytes) -> Attachment:
    """Show a file: of one that is text, how it begins."""
    try:
        begins = content.decode("utf-8")[:BEGINS]
    except UnicodeDecodeError:
        begins = ""
    if any(not letter.isprintable() and letter not in "\n\r\t" for letter in begins):
        begins = ""
    return Attachment(name, kind, size(len(content)), begins)


def size(count: int) -> str:
    """Write a number of bytes."""
    if count < _KILO:
        return f"{count} bytes" if count != 1 else "1 byte"
    if count < _KILO * _KILO:
        return f"{count / _KILO:.0f} KB"
    return f"{count / _KILO / _KILO:.1f} MB"


def typed(message: Message, people: Mapping[str, Person]) -> str:
    """Return the text of a message as somebody would type it again."""
    text = _PERSON.sub(
        lambda match: f"@{people[match[1]].name}" if match[1] in people else match[0], message.text
    )
    text = _WIDE.sub(r"@\1", _ROOM.sub(r"#\1", text))
    text = _LINK.sub(r"\1", text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def reactions(message: Message, me: str, people: Mapping[str, Person]) -> tuple[Reaction, ...]:
    """Show the reactions of a message, in the order they were first given."""
    return tuple(
        Reaction(
            name,
            emoji(name),
            len(users),
            me in users,
            ", ".join(people[user].real_name if user in people else user for user in users),
        )
        for name, users in message.reactions.items()
        if users
    )


def summary(replies: Sequence[Message], people: Mapping[str, Person]) -> dict[str, Any]:
    """Say under a message how many replies its thread has, of whom, and when the last came."""
    if not replies:
        return {}
    who = dict.fromkeys(reply.user for reply in replies)
    faces = tuple(face(people[one]) for one in who if one in people)
    return {"replies": len(replies), "repliers": faces[:4], "last_reply": when(replies[-1].ts)[1]}
