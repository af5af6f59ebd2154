"""Taking over a question whose worker was killed: what it had already posted, and how far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.inbound import Inbound
from bot.slack.payload import mapping, string
from bot.slack.reply import Posted
from bot.slack.thread import Message, Threads
from retrieval.ports import Postings

EVENT_TYPE = "footnote_answer"


@dataclass(frozen=True, slots=True)
class Begun:
    """What stands in Slack for a question: nothing, a part of an answer, or all of it."""

    posted: Posted | None = None
    done: bool = False


def progress(posted: Posted) -> dict[str, Any]:
    """Return what is noted of a message before anything is written into it."""
    return {"channel": posted.channel, "ts": list(posted.ts), "streamed": posted.streamed}


async def begun(
    asked: Inbound, noted: Mapping[str, Any], threads: Threads, postings: Postings
) -> Begun:
    """Find what an earlier attempt posted. Raises SlackRefused, LedgerError.

    What it noted tells which message is the answer's; a message tells by its metadata whether
    it is all of the answer. Where nothing was noted, an unknown message of ours after the
    question can only be this answer's: its lane is worked on by one worker at a time.
    """
    known = {str(ts) for ts in noted.get("ts") or ()}
    found: list[Message] = []
    for message in await threads.after(asked):
        question = string(_payload(message), "question")
        ours = string(message, "ts") in known or question == asked.message_key
        if not ours and not question and not known:
            ours = await postings.find(asked.team, asked.channel, string(message, "ts")) is None
        if ours:
            found.append(message)
    return _read(asked, noted, found)


def _read(asked: Inbound, noted: Mapping[str, Any], found: list[Message]) -> Begun:
    """Make out of messages what they are of an answer."""
    if not found:
        return Begun()
    last = _payload(found[-1])
    posted = Posted(
        channel=asked.channel,
        ts=tuple(string(message, "ts") for message in found),
        streamed=bool(noted["streamed"]) if "streamed" in noted else not last,
        trace_id=string(last, "trace_id"),
    )
    return Begun(posted, done=last.get("done") is True)


def _payload(message: Message) -> Mapping[str, Any]:
    """Return our metadata of a message, empty where it has none."""
    metadata = mapping(message, "metadata")
    return mapping(metadata, "event_payload") if metadata.get("event_type") == EVENT_TYPE else {}
