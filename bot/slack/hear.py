"""A payload from Slack -> Inbound or Ignore: decides whether there is anything to do.

Pure: what must be looked up comes in as `Facts`, and `thread_of` says what to look up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.inbound import Heard, Ignore, Inbound, Source
from bot.slack.asked import question, small_talk
from bot.slack.decode import mentions, says_something
from bot.slack.interactions import SURFACES, interaction, surface
from bot.slack.opinion import reaction
from bot.slack.payload import (
    SLACKS_OWN,
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

_HUMAN_SUBTYPES = frozenset({"", "file_share", "thread_broadcast", "me_message"})
_OPENING_MENTION = re.compile(r"\s*<@")


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
    heard = interaction(payload, facts)
    if heard:
        return heard
    kind, event = word(payload, "type"), mapping(payload, "event")
    kind = word(event, "type") if kind == "event_callback" else kind
    match kind:
        case "app_mention" | "message":
            return _message(payload, event, facts)
        case "reaction_added" | "reaction_removed":
            return reaction(payload, event, facts)
        case "member_joined_channel":
            return _joined(payload, event, facts)
        case kind if kind in SURFACES:
            return surface(payload, event, facts)
    return Ignore(f"nothing to do for {kind or 'what has no type'}")


def thread_of(payload: Any, facts: Facts) -> Thread | None:
    """Return the thread that must be looked up before `hear` can decide, None where none."""
    payload = payload if isinstance(payload, Mapping) else {}
    event = mapping(payload, "event")
    if word(event, "type") != "message":
        return None
    message, old = _versions(event)
    root = string(message, "thread_ts")
    decided = (
        not root
        or kind_of(event) == "direct"
        or _not_a_person(message, facts)
        or facts.bot_user in mentions(string(message, "text") + string(old, "text"))
    )
    if decided:
        return None
    age = _seconds(string(message, "ts")) - _seconds(root)
    return Thread(team_of(payload, facts), string(event, "channel"), root, age)


def _seconds(ts: str) -> float:
    """Read a ts; what is none counts as very old."""
    try:
        return float(ts)
    except ValueError:
        return math.inf


# --- messages -------------------------------------------------------------------------------


def _message(payload: Payload, event: Payload, facts: Facts) -> Heard:
    """Decide about a message, its edit or its deletion."""
    subtype = _subtype(event)
    message, old = _versions(event)
    if reason := _not_a_message(event, message) or _not_a_person(message, facts):
        return Ignore(reason)
    found = _inbound(payload, event, message, facts)
    if subtype == "message_deleted":
        gone = replace(found, kind="deleted", text="")
        return gone if found.source else Ignore("a deletion that is not for the bot")
    if subtype == "message_changed":
        return _edit(found, message, old, facts)
    return _question(found, message)


def _not_a_message(event: Payload, message: Payload) -> str:
    """Say why there is no message to look at; empty where there is one."""
    subtype = word(event, "subtype")
    if subtype not in _HUMAN_SUBTYPES | {"message_changed", "message_deleted"}:
        return f"a message of subtype {subtype}"
    if event.get("hidden") and subtype in _HUMAN_SUBTYPES:
        return "a hidden message"
    placed = string(event, "channel") and string(message, "ts")
    return "" if placed else "a message without a place"


def _question(found: Inbound, message: Payload) -> Heard:
    """Decide whether a person's message is a question to the bot."""
    if not found.source:
        return Ignore("not addressed to the bot")
    if found.source == "thread":
        if _OPENING_MENTION.match(string(message, "text")):
            return Ignore("said to someone else in the bot's thread")
        if not found.text or small_talk(found.text) == "greeting":
            return Ignore("nothing asked in the bot's thread")
    return found


def _edit(found: Inbound, message: Payload, old: Payload, facts: Facts) -> Heard:
    """Decide about an edit: only one that brings the first mention is a question."""
    new_text, old_text = string(message, "text"), string(old, "text")
    if new_text == old_text:
        return Ignore("an update that leaves the text as it was")
    if not mapping(message, "edited"):
        return Ignore("an update that no person made")
    was = facts.bot_user in mentions(old_text)
    if found.source == "mention" and not was:
        return found
    if found.source or was:
        return replace(found, kind="edited", text="")
    return Ignore("an edit that is not for the bot")


def _inbound(payload: Payload, event: Payload, message: Payload, facts: Facts) -> Inbound:
    """Gather what a message says, as a question."""
    team, channel, ts = team_of(payload, facts), string(event, "channel"), string(message, "ts")
    root = string(message, "thread_ts")
    files = message.get("files")
    return Inbound(
        kind="question",
        key=delivery(payload, event),
        message_key=f"{team}:{channel}:{ts}",
        team=team,
        channel=channel,
        channel_kind=kind_of(event),
        user=string(message, "user"),
        ts=ts,
        thread_ts="" if root == ts else root,
        text=_asked(string(message, "text")),
        source=_source(event, message, facts),
        files=len(files) if isinstance(files, list) else 0,
        shared=payload.get("is_ext_shared_channel") is True,
    )


def _asked(text: str) -> str:
    """Return what is asked, decoded; nothing where it is only mentions or emoji."""
    shown = question(text)
    return shown if says_something(shown) else ""


def _source(event: Payload, message: Payload, facts: Facts) -> Source:
    """Say how a message addresses the bot; empty where it does not."""
    if kind_of(event) == "direct":
        return "direct"
    if facts.bot_user in mentions(string(message, "text")):
        return "mention"
    if word(event, "type") == "app_mention":
        return "mention"
    return "thread" if facts.ours and string(message, "thread_ts") else ""


def _subtype(event: Payload) -> str:
    """Return what a message event tells of; a deleted message that has replies is a tombstone."""
    subtype = word(event, "subtype")
    tombstone = word(mapping(event, "message"), "subtype") == "tombstone"
    return "message_deleted" if subtype == "message_changed" and tombstone else subtype


def _versions(event: Payload) -> tuple[Payload, Payload]:
    """Return a message as it is now and as it was before."""
    match _subtype(event):
        case "message_changed":
            return mapping(event, "message"), mapping(event, "previous_message")
        case "message_deleted":
            gone = dict(mapping(event, "previous_message"))
            gone.setdefault("ts", string(event, "deleted_ts"))
            return gone, {}
    return event, {}


def _not_a_person(message: Payload, facts: Facts) -> str:
    """Say why the author of a message is not a person to answer; empty for a person."""
    user, bot = string(message, "user"), string(message, "bot_id")
    app = string(message, "app_id")
    pairs = ((user, facts.bot_user), (bot, facts.bot_id), (app, facts.app_id))
    if any(its and its == our for its, our in pairs):
        return "our own message"
    if bot or mapping(message, "bot_profile"):
        return "another bot's message"
    if user in SLACKS_OWN:
        return "a message of Slack's"
    subtype = word(message, "subtype")
    if subtype not in _HUMAN_SUBTYPES:
        return f"a message of subtype {subtype}"
    return "" if user else "a message without an author"


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
