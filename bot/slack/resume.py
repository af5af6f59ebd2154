"""Takes over a question whose worker was killed: finds what it had posted, and how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.slack.reply import Posted, Target
from bot.slack.reply.earlier import earlier
from bot.slack.web import Web


@dataclass(frozen=True, slots=True)
class Begun:
    """What stands in Slack for a question: nothing, a part of an answer, or all of it."""

    posted: Posted | None = None
    done: bool = False


def progress(posted: Posted) -> dict[str, Any]:
    """Return what is noted of a message before anything more is written into it."""
    return {"channel": posted.channel, "ts": list(posted.ts), "streamed": posted.streamed}


async def begun(web: Web, target: Target, noted: Mapping[str, Any]) -> Begun:
    """Find what an earlier attempt posted. Raises SlackRefused.

    The thread itself is asked first: it tells whether the answer is whole, and knows a message
    that was posted in the moment before it could be noted. What was noted counts where the
    thread has nothing, for instance because Slack is behind.
    """
    found = await earlier(web, target)
    if found:
        return Begun(found.posted, found.done)
    return standing(target, noted)


def standing(target: Target, noted: Mapping[str, Any]) -> Begun:
    """Return what was noted to stand in Slack, without asking it."""
    known = tuple(str(ts) for ts in noted.get("ts") or ())
    if not known:
        return Begun()
    return Begun(Posted(target.channel, known, bool(noted.get("streamed"))))
