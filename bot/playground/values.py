"""What a workspace is made of: its app, people, channels, messages, and what changed in it.

Times are seconds since 1970; a `ts` is Slack's name of a message, "seconds.microseconds", unique
and increasing in the workspace. What changes with time is mutable here; `Workspace` owns it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
Kind = Literal["channel", "private", "group", "direct"]
Streaming = Literal["", "in_progress", "completed"]
Feature = Literal["home", "messages", "agent", "interactive"]
"""What an app's settings turn on: its two tabs, the agent panel, buttons and modals."""
ShortcutKind = Literal["message", "global"]


class Refused(Exception):
    """What was asked is not possible, by Slack's own name for the reason.

    `error` is that name; `details` are further fields of the answer.
    """

    def __init__(self, error: str, **details: Any) -> None:
        super().__init__(error)
        self.error = error
        self.details = details


@dataclass(frozen=True, slots=True)
class Team:
    """The workspace as a whole; `url` ends with a slash."""

    id: str
    name: str
    domain: str
    url: str


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command of the app; an `escaped` one gets names as Slack's tokens."""

    name: str
    description: str = ""
    hint: str = ""
    escaped: bool = False


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A shortcut of the app: in the menu of every message, or for everywhere."""

    callback_id: str
    name: str
    kind: ShortcutKind = "message"


@dataclass(frozen=True, slots=True)
class App:
    """The one app that is installed: its names, its tokens, what it may do and hear."""

    id: str
    bot_id: str
    user_id: str
    name: str
    bot_token: str
    app_token: str
    client_id: str
    client_secret: str
    signing_secret: str
    scopes: frozenset[str]
    events: frozenset[str]
    commands: tuple[Command, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    features: frozenset[Feature] = frozenset({"home", "messages", "agent", "interactive"})

    @property
    def config_token(self) -> str:
        """The token with which its manifest can be read."""
        return f"xoxe.xoxp-{self.id}"


@dataclass(frozen=True, slots=True)
class Group:
    """A user group: people who are mentioned together by a handle."""

    id: str
    name: str
    handle: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the workspace; a `guest` sees only some channels, a `stranger` is of `team`.

    A `single` guest is in one channel alone; `enterprise` is the id of the organisation whose
    several workspaces they belong to, empty where there is none.
    """

    id: str
    name: str
    real_name: str
    team: str
    title: str = ""
    admin: bool = False
    guest: bool = False
    stranger: bool = False
    bot: bool = False
    deleted: bool = False
    single: bool = False
    locale: str = "en-US"
    enterprise: str = ""

    @property
    def bot_id(self) -> str:
        """What the messages of a bot carry, empty for a person."""
        return f"B{self.id[1:]}" if self.bot else ""


@dataclass(slots=True)
class Channel:
    """A conversation of any kind.

    `shared` with another company, or `pending` where that company has not accepted yet; `wide` is
    shared among the workspaces of one organisation.
    """

    id: str
    name: str
    kind: Kind
    created: int
    members: list[str] = field(default_factory=list)
    topic: str = ""
    shared: bool = False
    archived: bool = False
    pending: bool = False
    wide: bool = False


@dataclass(slots=True)
class Message:
    """One message; `only_for` names the one person who sees it, or is empty.

    `team` is its author's, and empty for the workspace's own; `bot` is the name of a bot that is
    not the app, and empty for everybody else.
    """

    channel: str
    ts: str
    user: str
    text: str
    thread_ts: str = ""
    blocks: list[Json] = field(default_factory=list)
    by_app: bool = False
    subtype: str = ""
    edited: Json | None = None
    metadata: Json | None = None
    attachments: list[Json] = field(default_factory=list)
    files: list[Json] = field(default_factory=list)
    reactions: dict[str, list[str]] = field(default_factory=dict)
    client_msg_id: str = ""
    streaming: Streaming = ""
    only_for: str = ""
    team: str = ""
    bot: str = ""

    @property
    def root(self) -> str:
        """The ts of the thread that a reply to this message goes to."""
        return self.thread_ts or self.ts

    @property
    def is_reply(self) -> bool:
        """Whether this message is shown in a thread only."""
        return bool(self.thread_ts) and self.thread_ts != self.ts


@dataclass(slots=True)
class Stream:
    """A message that is still being written; `parts` are blocks in the order they came."""

    message: Message
    started: float
    parts: list[Json] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Status:
    """The line that says what the app is doing in a thread, until it ends by itself."""

    channel: str
    thread_ts: str
    text: str
    phrases: tuple[str, ...]
    ends: float


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened in the workspace, as data that can be sent as JSON.

    `seq` counts from 1; `only_for` names the one person who may see it, or is empty.
    """

    seq: int
    at: float
    kind: str
    channel: str
    data: Mapping[str, Any]
    only_for: str = ""

    def as_json(self) -> Json:
        """Return the change as a JSON object."""
        return {
            "seq": self.seq,
            "at": self.at,
            "kind": self.kind,
            "channel": self.channel,
            "data": dict(self.data),
        }
