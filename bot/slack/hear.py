"""A payload from Slack -> Inbound or Ignore: decides whether there is anything to do.

Pure: what must be looked up comes in as `Facts`, and `thread_of` says what to look up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.inbound import Heard, Ignore, Inbound
from bot.slack.interactions import SURFACES, interaction, surface
from bot.slack.message import message, needs_thread, versions
from bot.slack.opinion import reaction
from bot.slack.payload import (
    Facts,
    Payload,
    delivery,
    kind_of,
    mapping,
    string,
    team_of,
    word,
)

EVENTS = (
    "app_mention",
    "message",
    "reaction_added",
    "reaction_removed",
    "member_joined_channel",
    *SURFACES,
)
"""The types of event that are heard; the manifest subscribes to them."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread by its root; `age` is how many seconds after the root the reply was written."""

    team: str
    channel: str
    root: str
    age: float = math.inf


def hear(payload: Any, facts: Facts) -> Heard:
    """Decide what a payload asks for. Never raises, whatever the payload."""
    payload = payload if isinstance(payload, Mapping) else {}
    heard = interaction(payload, facts) or _elsewhere(payload, facts)
    if heard:
        return heard
    kind, event = word(payload, "type"), mapping(payload, "event")
    kind = word(event, "type") if kind == "event_callback" else kind
    match kind:
        case "app_mention" | "message":
            return message(payload, event, facts)
        case "reaction_added" | "reaction_removed":
            return reaction(payload, event, facts)
        case "member_joined_channel":
            return _joined(payload, event, facts)
        case kind if kind in SURFACES:
            return surface(payload, event, facts)
    return Ignore(f"nothing to do for {kind or 'what has no type'}")


def _elsewhere(payload: Payload, facts: Facts) -> Ignore | None:
    """Ignore an event of a workspace that the bot does not serve.

    That of a channel which several share may name any of them, and an app of a whole organisation
    works in all of its workspaces.
    """
    listed = payload.get("authorizations")
    ours = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    wide = any(one.get("is_enterprise_install") is True for one in ours)
    if wide or not facts.team or payload.get("is_ext_shared_channel") is True:
        return None
    named = {string(one, "team_id") for one in ours}
    named |= {string(payload, "team_id"), string(payload, "context_team_id")}
    known = not (named - {""}) or facts.team in named
    return None if known else Ignore("an event of another workspace")


def thread_of(payload: Any, facts: Facts) -> Thread | None:
    """Return the thread that must be looked up before `hear` can decide, None where none."""
    payload = payload if isinstance(payload, Mapping) else {}
    event = mapping(payload, "event")
    if word(event, "type") != "message" or not needs_thread(event, facts):
        return None
    said, _ = versions(event)
    root = string(said, "thread_ts")
    age = _seconds(string(said, "ts")) - _seconds(root)
    return Thread(team_of(payload, facts), string(event, "channel"), root, age)


def channel_of(payload: Any) -> str:
    """Return the channel that an event happened in, empty where it names none."""
    payload = payload if isinstance(payload, Mapping) else {}
    event = mapping(payload, "event")
    return string(event, "channel") or string(mapping(event, "item"), "channel")


def _seconds(ts: str) -> float:
    """Read a ts; anything else counts as very old."""
    try:
        return float(ts)
    except ValueError:
        return math.inf


def _joined(payload: Payload, event: Payload, facts: Facts) -> Heard:
    """Decide about somebody who joined a channel: only the bot itself matters."""
    channel = string(event, "channel")
    if string(event, "user") != facts.bot_user or not channel:
        return Ignore("somebody else joined")
    team = team_of(payload, facts)
    ts = string(event, "event_ts")
    return Inbound(
        kind="joined",
        key=delivery(payload, event),
        message_key=f"{team}:{channel}:{ts}",
        team=team,
        channel=channel,
        channel_kind=kind_of(event),
        user=string(event, "inviter"),
        ts=ts,
    )
