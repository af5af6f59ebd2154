"""Messages that are posted and changed: each part of an answer once, whatever gets lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bot.slack import phrases
from bot.slack.blocks import body, mrkdwn, notification
from bot.slack.refused import SlackRefused
from bot.slack.reply.earlier import earlier
from bot.slack.reply.gone import GONE, Gone
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Target, metadata
from bot.slack.web import Web

EDIT_LIMIT = 3_500
"""Characters of a message that is changed again and again: chat.update takes 4,000 of text."""
SECTION_LIMIT = 3_000
"""Characters that a section takes."""
CONFLICT = "streaming_state_conflict"


@dataclass(frozen=True, slots=True)
class Wording:
    """What is to be said: Markdown in parts, a line for notifications, what stands below.

    `plain` says it without blocks, for where Slack does not take ours; `final` says all of it.
    """

    parts: Sequence[str]
    line: str = ""
    trace_id: str = ""
    ending: Sequence[Mapping[str, Any]] = ()
    plain: bool = False
    final: bool = False


@dataclass(slots=True)
class Message:
    """A message in the thread, and what it was last told to say."""

    ts: str
    said: Mapping[str, Any] = field(default_factory=dict)


def _plainly(text: str, below: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Say a text without Markdown; in a section where something stands below it."""
    if not below or len(text) > SECTION_LIMIT:
        return {"text": text, "blocks": []}
    section = {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}
    return {"text": text, "blocks": [section, *below]}


class Edits:
    """Posts and changes the messages of one answer."""

    def __init__(self, web: Web, target: Target, pace: Pace) -> None:
        self._web = web
        self._target = target
        self._pace = pace

    def arguments(self, wording: Wording, part: int) -> dict[str, Any]:
        """Return what a message says as the part of that number (from 0) of a wording."""
        last = part == len(wording.parts) - 1
        text = wording.parts[part]
        done = wording.final and last
        said: dict[str, Any] = {
            "metadata": metadata(self._target, wording.trace_id, part=part + 1, done=done)
        }
        if wording.plain:
            return {**said, **_plainly(mrkdwn(text), wording.ending if last else ())}
        line = wording.line if part == 0 else f"{phrases.continued()} {wording.line}"
        below = wording.ending if last else ()
        return {**said, "text": notification(line), "blocks": [body(text), *below]}

    async def post(self, said: Mapping[str, Any]) -> Message:
        """Post a message; where the reply got lost, look whether it is there before posting again.

        Raises Gone, SlackRefused.
        """
        for attempt in (1, 2):
            await self._pace.post(self._target.channel)
            try:
                reply = await self._web.call(
                    "chat.postMessage",
                    channel=self._target.channel,
                    thread_ts=self._target.thread_ts or None,
                    unfurl_links=False,
                    unfurl_media=False,
                    parse="none",
                    link_names=False,
                    **{**said, "blocks": said["blocks"] or None},
                )
                return Message(str(reply["ts"]), said)
            except SlackRefused as refused:
                if refused.error in GONE:
                    raise Gone(refused.error) from refused
                if not refused.unsure:
                    raise
                if ts := await self._arrived(said):
                    return Message(ts, said)
                if attempt == 2:
                    raise
        raise AssertionError  # the second attempt returns or raises

    async def update(self, message: Message, said: Mapping[str, Any], *, wait: bool) -> None:
        """Change a message, if it says something else; without `wait`, only if it may be now.

        Raises Gone, SlackRefused.
        """
        if message.said == said:
            return
        if wait:
            await self._pace.update()
        elif not self._pace.updates.take():
            return
        try:
            await self._update(message.ts, said)
        except SlackRefused as refused:
            if refused.error in GONE:
                raise Gone(refused.error) from refused
            if refused.error != CONFLICT:
                raise
            with suppress(SlackRefused):  # the update says whether it is still in the way
                await self._web.call("chat.stopStream", channel=self._target.channel, ts=message.ts)
            await self._update(message.ts, said)
        message.said = said

    async def delete(self, message: Message) -> None:
        """Take a message away that an earlier attempt left over; one that is gone is fine."""
        try:
            await self._web.call("chat.delete", channel=self._target.channel, ts=message.ts)
        except SlackRefused as refused:
            if refused.error not in GONE:
                raise

    async def _update(self, ts: str, said: Mapping[str, Any]) -> None:
        await self._web.call(
            "chat.update",
            channel=self._target.channel,
            ts=ts,
            parse="none",
            link_names=False,
            **said,
        )

    async def _arrived(self, said: Mapping[str, Any]) -> str:
        """Return the ts of the very message that we do not know to have arrived; else nothing."""
        found = await earlier(self._web, self._target)
        part = said["metadata"]["event_payload"]["part"]
        return found.parts.get(part, "") if found else ""
