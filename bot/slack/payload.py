"""Reading payloads from Slack, in which anything may be missing or of another type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.inbound import ChannelKind

_KINDS: Mapping[str, ChannelKind] = {
    "im": "direct",
    "mpim": "group",
    "group": "private",
    "channel": "channel",
}
_WORD = re.compile(r"[a-z_]{1,60}")

SLACKS_OWN = frozenset({"USLACK", "USLACKBOT"})
Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Facts:
    """Who the bot is, by auth.test, and what is known of the place of a payload.

    `name` is what people call it; `ours` says whether the thread is the bot's, and `refused` whom
    it could not answer there last. `listen`, `auto`
    `bots` and `maintainers` are the policy's: what is heard in the channel, and of whom. `team` is
    the workspace that the bot is installed in: with a channel that several share, Slack may name
    another one's, and what was heard must be worked on by the bot that heard it.
    """

    bot_user: str
    bot_id: str = ""
    app_id: str = ""
    ours: bool = False
    team: str = ""
    name: str = ""
    listen: str = "threads"
    auto: bool = False
    bots: frozenset[str] = frozenset()
    maintainers: frozenset[str] = frozenset()
    refused: str = ""

    @property
    def hears_all(self) -> bool:
        """Whether every question of the channel is heard."""
        return self.auto or self.listen == "questions"


def delivery(payload: Payload, event: Payload) -> str:
    """Name a delivery: Slack sends the same id again when it delivers again.

    Two apps that are mentioned in one message are sent the same id.
    """
    app, event_id = string(payload, "api_app_id"), string(payload, "event_id")
    if event_id:
        return f"event:{app}:{event_id}"
    parts = [word(event, "type"), word(event, "subtype"), string(event, "channel")]
    item = mapping(event, "item")
    parts += [string(item, "channel"), string(item, "ts"), string(event, "user")]
    return ":".join(["event", app, string(payload, "team_id"), *parts, string(event, "event_ts")])


def team_of(payload: Payload, facts: Facts) -> str:
    """Return the workspace that a payload is for: the bot's own, where that is known."""
    return facts.team or string(payload, "team_id")


def kind_of(event: Payload) -> ChannelKind:
    """Say what kind of channel it is; an id alone tells only the direct ones for certain."""
    named = _KINDS.get(string(event, "channel_type"))
    if named:
        return named
    return {"D": "direct", "G": "private"}.get(string(event, "channel")[:1], "channel")  # type: ignore[return-value]


def mapping(holder: Payload, name: str) -> Payload:
    """Return what should be an object, an empty one where it is not."""
    value = holder.get(name)  # JSON's objects are of one type, and to ask for it is quicker.
    return value if type(value) is dict or isinstance(value, Mapping) else {}


def string(holder: Payload, name: str) -> str:
    """Return what should be text, an empty one where it is not."""
    value = holder.get(name)
    return value if isinstance(value, str) else ""


def word(holder: Payload, name: str) -> str:
    """Return what should be one of Slack's own words; anything else may not reach the log."""
    value = string(holder, name)
    return value if not value or _WORD.fullmatch(value) else "unknown"
