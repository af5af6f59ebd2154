"""Search is down: a question is kept, who asked is told so once, and it is tried again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bot.slack import phrases
from bot.slack.reply import Reply
from bot.slack.work import Later, Work

_DOWN = "down"
"""Under this a row's progress has when search was first found down."""
_PAUSES = (2.0, 15.0)
"""Seconds between two attempts at the least and at the most; in between a quarter of the wait."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The outage that a question waits out: when it began, by the wall clock."""

    since: float

    @property
    def waited(self) -> float:
        """Seconds since then; 0 if the clock was set back."""
        return max(0.0, time.time() - self.since)

    @property
    def progress(self) -> dict[str, Any]:
        """What is to be noted of the row."""
        return {_DOWN: self.since}


def outage(progress: Mapping[str, Any]) -> Outage | None:
    """Return the outage that a question waits out, None where it does not."""
    since = progress.get(_DOWN)
    return Outage(float(since)) if since else None


async def keep(work: Work, reply: Reply, reason: str, *, seconds: float) -> str:
    """Keep a question for later, telling once that it is; close it after `seconds` of waiting.

    Its row is not in work meanwhile. Raises Later to keep it, LeaseLost, LedgerError and
    SlackRefused.
    """
    known = outage(work.job.progress)
    now = known or Outage(time.time())
    if now.waited >= seconds:
        await reply.say(phrases.search_stayed_down())
        return "search_down"
    if known is None:
        await work.note(now.progress)
        await reply.promise(phrases.search_down(round(seconds)))
        if reply.gone:
            return "deleted"
    structlog.get_logger().warning("search_down", job=work.job.id, reason=reason)
    first, most = _PAUSES
    pause = min(max(now.waited / 4, first), most, seconds - now.waited)
    raise Later("Search is down, and the question is kept.", max(pause, 0.0))
