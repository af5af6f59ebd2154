"""Reactions -> what a person thinks of an answer, or wonders about."""

from __future__ import annotations

from dataclasses import replace

from bot.inbound import Heard, Ignore, Inbound, Kind
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


def _about_answer(found: Inbound) -> Inbound:
    """Point an opinion at the answer that it is about."""
    key = f"{found.team}:{found.channel}:{found.ts}"
    return replace(found, message_key=key, answer_ts=found.ts)
