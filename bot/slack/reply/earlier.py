"""The messages that an earlier attempt posted in answer to the same question."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.slack.paging import paged
from bot.slack.refused import SlackRefused
from bot.slack.reply.places import EVENT, Posted, Target
from bot.slack.web import Web

PAGE = 100
MOST_PAGES = 10
"""Pages of the thread after the question that are read."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was found: the messages, and whether the last of them closes the answer.

    `parts` has the ts of each part by its number; a stream that was not stopped yet carries no
    metadata and is part 1. `every` has all that was found, also a second message of one part.
    """

    posted: Posted
    done: bool
    parts: Mapping[int, str] = field(default_factory=dict)
    every: tuple[tuple[int, str], ...] = ()


async def earlier(web: Web, target: Target) -> Earlier | None:
    """Find what was posted in answer to `target.question`; None where there is nothing.

    Raises SlackRefused where the thread cannot be read.
    """
    me = await web.call("auth.test")
    parts: dict[int, str] = {}
    every: list[tuple[int, str]] = []
    trace_id, done, streamed = "", False, False
    async for message in after(web, target):
        payload = payload_of(message)
        if payload.get("question") == target.question and payload:
            every.append((int(payload.get("part") or 1), str(message["ts"])))
            parts[every[-1][0]] = str(message["ts"])
            trace_id = str(payload.get("trace_id") or trace_id)
            done = done or bool(payload.get("done"))
        elif not message.get("metadata") and ours(message, me):
            streamed = True
            every.append((1, str(message["ts"])))
            parts.setdefault(1, str(message["ts"]))
    if not parts:
        return None
    ts = tuple(parts[part] for part in sorted(parts))
    return Earlier(Posted(target.channel, ts, streamed, trace_id), done, parts, tuple(every))


async def left_over(web: Web, target: Target, ours: Collection[str]) -> list[str]:
    """Return the ts of what another worker posted in answer to the same question.

    `ours` are the messages of the answer. Raises SlackRefused.
    """
    found = await earlier(web, target)
    return [ts for _, ts in found.every if ts not in ours] if found else []


async def said_twice(web: Web, target: Target, ts: str) -> bool:
    """Whether a message of ours repeats a part of an answer that is whole. Raises SlackRefused."""
    found = await earlier(web, target)
    if not found or not found.done:
        return False
    mine = [part for part, other in found.every if other == ts]
    return any(part in mine and other != ts for part, other in found.every)


async def after(web: Web, target: Target) -> AsyncIterator[Mapping[str, Any]]:
    """Yield the messages of the thread after the question."""
    asked = target.question.rsplit(":", 1)[-1] or target.thread_ts
    found = paged(
        web,
        "conversations.replies",
        "messages",
        most=MOST_PAGES,
        channel=target.channel,
        ts=target.thread_ts,
        oldest=asked,
        include_all_metadata=True,
        limit=PAGE,
    )
    try:
        async for message in found:
            if moment(str(message.get("ts"))) > moment(asked):
                yield message
    except SlackRefused as refused:
        if refused.error != "thread_not_found":
            raise


def moment(ts: str) -> tuple[int, int]:
    """Return a ts as what can be compared: seconds, and what follows the point."""
    seconds, _, rest = ts.partition(".")
    return (int(seconds) if seconds.isdigit() else 0, int(rest) if rest.isdigit() else 0)


def payload_of(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what an answer's message says of itself; nothing, where it is none."""
    found = message.get("metadata") or {}
    payload = found.get("event_payload") if found.get("event_type") == EVENT else None
    return payload if isinstance(payload, dict) else {}


def ours(message: Mapping[str, Any], me: Mapping[str, Any]) -> bool:
    """Whether a message was written by this very app."""
    bot, user = me.get("bot_id"), me.get("user_id")
    return bool((bot and message.get("bot_id") == bot) or (user and message.get("user") == user))
