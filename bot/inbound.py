"""What was heard: something to deal with, or the reason why there is nothing to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

Kind = Literal[
    "question",
    "feedback",
    "withdraw",
    "reason",
    "answered",
    "keep",
    "joined",
    "edited",
    "deleted",
    "stop",
    "why",
    "home",
    "opened",
    "share",
    "human",
    "escalation",
    "mute",
    "gate",
    "diagnose",
    "limited",
    "switch",
    "grade",
]
"""What a row of the inbox asks for; one handler a kind."""
Source = Literal[
    "mention",
    "direct",
    "thread",
    "button",
    "reaction",
    "command",
    "shortcut",
    "again",
    "auto",
    "channel",
    "rule",
    "",
]
"""How it was asked for; of a question: how it is answered, too."""
ChannelKind = Literal["channel", "private", "group", "direct"]

FEEDBACK_ACTION = "footnote_feedback"
"""The `action_id` of the two buttons under an answer."""
AFRESH = "afresh"
"""The subject of a question that is to be answered afresh."""
SHARE_ACTION, MUTE_ACTION, CASE_ACTION = "footnote_share", "footnote_mute", "footnote_case"
"""Those of sharing a private answer, of muting the bot in a channel, and of showing a case."""


@dataclass(frozen=True, slots=True)
class Inbound:
    """One thing that a person did and that the bot must deal with, once.

    `key` is that of the delivery (Slack's event id, or made from an action); `message_key` is
    "team:channel:ts" of the message it is about. `ts` is that message, `thread_ts` the thread
    it stands in, empty at the top level. `text` is what is asked, as people see it, without whom
    it mentions. `value` is +1 or -1 for an opinion, `files` how many files came along, `shared`
    whether Slack said that the channel is shared with another organisation. `bot` is the id of
    another bot that wrote it; `channels` are the ids of channels that it names, `links` the
    messages that it links to ("channel:ts:thread"), `pasted` the tables in it as lines. Where it
    only points at an earlier message, `text` is that one's, and `pointed` its ts.
    `cut` says that the message was longer than is read, so that its end is not in `text`.
    """

    kind: Kind
    key: str
    message_key: str
    team: str
    channel: str
    channel_kind: ChannelKind
    user: str
    ts: str
    thread_ts: str = ""
    text: str = ""
    value: int = 0
    answer_ts: str = ""
    trace_id: str = ""
    source: Source = ""
    files: int = 0
    file_ids: tuple[str, ...] = ()
    shared: bool = False
    private: bool = False
    response_url: str = ""
    about: str = ""
    subject: str = ""
    without: tuple[str, ...] = ()
    bot: str = ""
    channels: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    pasted: str = ""
    pointed: str = ""
    cut: bool = False

    @property
    def root(self) -> str:
        """The message that an answer is threaded under."""
        return self.thread_ts or self.ts

    @property
    def person(self) -> str:
        """Whose turn it is served in; empty for a notice, which is sent at once."""
        return "" if self.kind == "limited" else f"{self.team}:{self.user}"

    @property
    def lane(self) -> str:
        """What is worked on one at a time: a thread, an escalation, what is one person's."""
        if self.kind in {"feedback", "withdraw"}:
            return f"{lanes(self.team)}opinion:{self.channel}:{self.answer_ts}:{self.user}"
        if self.kind == "escalation":
            return f"{lanes(self.team)}escalation:{self.about}"
        if self.kind == "limited":
            return f"{lanes(self.team)}limited:{self.user}"
        if self.kind == "question" and self.private:
            return f"{lanes(self.team)}private:{self.user}"
        return lane(self.team, self.channel, self.root)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys it is kept under: a delivery with any of them is the same one again."""
        said = self.kind in {"human", "diagnose"} and self.source != "button"
        return (self.key, self.message_key) if self.kind == "question" or said else (self.key,)

    def payload(self) -> dict[str, Any]:
        """Return it as what a row of the inbox holds."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        """Read it from a row; what a later version added to the row is left alone."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in payload.items() if name in known}
        lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return cls(**(values | lists))


@dataclass(frozen=True, slots=True)
class Ignore:
    """Nothing to do, and why, in a few words for the log."""

    reason: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What must be answered inside the acknowledgement (a modal, options, a command's word).

    `listener` names who answers, `payload` is what Slack sent.
    """

    listener: str
    payload: Mapping[str, Any]


Heard = Inbound | Prompt | Ignore


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """What a listener answers with: `body` goes into the acknowledgement, `rows` are committed."""

    body: Mapping[str, Any] | None = None
    rows: tuple[Inbound, ...] = ()


Listener = Callable[[Mapping[str, Any]], Awaitable[Acknowledged]]
"""Answers a Prompt's payload within the time of an acknowledgement. Raises FootnoteError."""


def lanes(team: str) -> str:
    """Return what every lane of a workspace begins with."""
    return f"{team}:"


def lane(team: str, channel: str, root: str) -> str:
    """Name a thread's lane."""
    return f"{lanes(team)}{channel}:{root}"


def opinion_value(value: int, trace_id: str) -> str:
    """Return the value that a feedback button carries."""
    return f"{value:+d}:{trace_id}"


def read_opinion(value: str) -> tuple[int, str] | None:
    """Read a button's value; None where it is none of ours."""
    sign, _, trace_id = value.partition(":")
    if sign not in {"+1", "-1"} or not trace_id:
        return None
    return int(sign), trace_id
