"""Reactions and feedback buttons -> what a person thinks of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.inbound import FEEDBACK_ACTION, Heard, Ignore, Inbound, Kind, read_opinion
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

REACTIONS = {"+1": 1, "thumbsup": 1, "-1": -1, "thumbsdown": -1}

WONDERS = frozenset({"thinking_face", "thinking"})
"""Whoever reacts so to a message asks why the bot kept quiet there."""


def reaction(payload: Payload, event: Payload, facts: Facts) -> Heard:
    """Decide about a reaction put on or taken off."""
    if string(event, "reaction") in WONDERS:
        return _wondered(payload, event, facts)
    item, user = mapping(event, "item"), string(event, "user")
    value = REACTIONS.get(string(event, "reaction").partition("::")[0], 0)
    channel, ts = string(item, "channel"), string(item, "ts")
    if not value:
        return Ignore("a reaction that says neither good nor bad")
    if not user or user == facts.bot_user or user in SLACKS_OWN:
        return Ignore("a reaction that is not a person's")
    author = string(event, "item_user")
    if not channel or not ts or (author and author != facts.bot_user):
        return Ignore("a reaction to what is not ours")
    kind: Kind = "feedback" if word(event, "type") == "reaction_added" else "withdraw"
    return _about_answer(
        Inbound(
            kind=kind,
            key=delivery(payload, event),
            message_key="",
            team=team_of(payload, facts),
            channel=channel,
            channel_kind=kind_of({"channel": channel}),
            user=user,
            ts=ts,
            value=value,
            source="reaction",
        )
    )


def _wondered(payload: Payload, event: Payload, facts: Facts) -> Heard:
    """Decide about a question why the bot kept quiet: asked once a person and message."""
    item, user = mapping(event, "item"), string(event, "user")
    channel, ts = string(item, "channel"), string(item, "ts")
    if word(event, "type") != "reaction_added" or not channel or not ts:
        return Ignore("a reaction that asks nothing")
    if not user or user == facts.bot_user or user in SLACKS_OWN:
        return Ignore("a reaction that is not a person's")
    if string(event, "item_user") == facts.bot_user or kind_of({"channel": channel}) == "direct":
        return Ignore("a reaction where the bot did not keep quiet")
    team = team_of(payload, facts)
    return Inbound(
        kind="why",
        key=f"why:{team}:{channel}:{ts}:{user}",
        message_key=f"{team}:{channel}:{ts}",
        team=team,
        channel=channel,
        channel_kind=kind_of({"channel": channel}),
        user=user,
        ts=ts,
        source="reaction",
    )


def pressed(payload: Payload, facts: Facts) -> Heard:
    """Decide about a button."""
    actions = payload.get("actions")
    known = [
        action
        for action in (actions if isinstance(actions, list) else [])
        if isinstance(action, Mapping) and string(action, "action_id") == FEEDBACK_ACTION
    ]
    opinion = read_opinion(string(known[0], "value")) if known else None
    if not opinion:
        return Ignore("a button that is not ours")
    box, user = mapping(payload, "container"), mapping(payload, "user")
    channel = string(mapping(payload, "channel"), "id") or string(box, "channel_id")
    ts = string(box, "message_ts") or string(mapping(payload, "message"), "ts")
    person = string(user, "id")
    if not channel or not ts or not person or person == facts.bot_user:
        return Ignore("a button without a place or a person")
    named = string(mapping(payload, "team"), "id") or string(user, "team_id")
    team = facts.team or named
    when = string(known[0], "action_ts") or string(payload, "trigger_id")
    return _about_answer(
        Inbound(
            kind="feedback",
            key=f"action:{team}:{channel}:{ts}:{person}:{when}:{opinion[0]:+d}",
            message_key="",
            team=team,
            channel=channel,
            channel_kind=kind_of({"channel": channel}),
            user=person,
            ts=ts,
            thread_ts=string(box, "thread_ts") or string(mapping(payload, "message"), "thread_ts"),
            value=opinion[0],
            trace_id=opinion[1],
            source="button",
            private=box.get("is_ephemeral") is True,
            response_url=string(payload, "response_url") if box.get("is_ephemeral") is True else "",
        )
    )


def _about_answer(found: Inbound) -> Inbound:
    """Point an opinion at the answer that it is about."""
    key = f"{found.team}:{found.channel}:{found.ts}"
    return replace(found, message_key=key, answer_ts=found.ts)
