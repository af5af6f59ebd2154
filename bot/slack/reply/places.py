"""Where an answer goes, and where it went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

EVENT = "footnote_answer"
"""The `event_type` of the metadata of every message that the bot posts in answer."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where an answer is wanted: in the thread `thread_ts`, by `user` of `team`.

    `question` is the message key ("team:channel:ts") of what is answered; it goes into the
    metadata of each message, by which an earlier attempt's messages are found again.
    """

    team: str
    channel: str
    thread_ts: str
    user: str
    direct: bool = False
    question: str = ""


@dataclass(frozen=True, slots=True)
class Posted:
    """The messages of an answer, first to last; `streamed` where the first is a stream."""

    channel: str
    ts: tuple[str, ...]
    streamed: bool = False
    trace_id: str = ""


def metadata(target: Target, trace_id: str, *, part: int, done: bool) -> Mapping[str, Any]:
    """Return what marks a message as ours: what it answers, which part it is, whether all of it."""
    payload = {"question": target.question, "trace_id": trace_id, "part": part, "done": done}
    return {"event_type": EVENT, "event_payload": payload}
