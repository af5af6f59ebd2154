"""Slack's native streaming: one message that grows, for some four minutes, then is closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.slack.refused import RATE_LIMITED, SlackRefused
from bot.slack.reply.gone import GONE, Gone
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Target
from bot.slack.web import Web

LIFETIME = 240.0
"""Seconds for which we append: Slack closes a stream by itself at about five minutes."""
CLOSED = "message_not_in_streaming_state"
STOPPED = "stopped_by_user"
NEVER = frozenset({"unknown_method", "feature_not_enabled", "method_deprecated"})
"""Errors after which the process does not try to stream again."""


class Stream:
    """One streamed message.

    `text` is what Slack surely has; `sure` is false where it may have more.
    `open` is true from the start until it was stopped, by whomever; `stopped` when a person
    pressed the stop button.
    """

    def __init__(self, web: Web, target: Target, pace: Pace) -> None:
        self._web = web
        self._target = target
        self._pace = pace
        self._born = 0.0
        self.ts = ""
        self.text = ""
        self.open = False
        self.sure = True
        self.stopped = False
        self.unknown = False
        """Whether a start got no reply, so that a stream may stand in the thread unknown to us."""

    async def start(self, text: str) -> bool:
        """Start with a first text; False where Slack or the pace does not allow it. Raises Gone."""
        if not self._pace.may_stream():
            return False
        target = self._target
        people = (
            {}
            if target.direct
            else {"recipient_team_id": target.team, "recipient_user_id": target.user}
        )
        try:
            reply = await self._web.call(
                "chat.startStream",
                channel=target.channel,
                thread_ts=target.thread_ts,
                markdown_text=text,
                **people,
            )
        except SlackRefused as refused:
            if refused.error in GONE:
                raise Gone(refused.error) from refused
            self._pace.streaming = self._pace.streaming and refused.error not in NEVER
            self.unknown = refused.unsure
            return False
        self.adopt(str(reply["ts"]))
        self.text = text
        return True

    def adopt(self, ts: str) -> None:
        """Take over a stream that was started earlier."""
        self.ts = ts
        self.open = True
        self._born = self._pace.clock()

    @property
    def may_grow(self) -> bool:
        """Whether more may be appended."""
        return self.open and self.sure and self._pace.clock() - self._born < LIFETIME

    async def append(self, text: str) -> None:
        """Append text. Raises Gone; after another refusal it is open or sure no more."""
        try:
            await self._web.call(
                "chat.appendStream", channel=self._target.channel, ts=self.ts, markdown_text=text
            )
        except SlackRefused as refused:
            if refused.error != RATE_LIMITED:
                self.sure = False
                self._ended(refused)
            return
        self.text += text

    async def stop(
        self,
        text: str = "",
        blocks: Sequence[Mapping[str, Any]] = (),
        metadata: Mapping[str, Any] | None = None,
    ) -> bool:
        """Stop, with the last text and what goes below it; False where that did not arrive.

        Raises Gone, and SlackRefused where the stream may still be open.
        """
        await self._pace.stop()
        try:
            await self._web.call(
                "chat.stopStream",
                channel=self._target.channel,
                ts=self.ts,
                markdown_text=text or None,
                blocks=list(blocks) or None,
                metadata=metadata,
            )
        except SlackRefused as refused:
            self._ended(refused)
            if self.open and not refused.unsure:
                raise
            self.open = False
            return False
        self.open = False
        self.text += text
        return True

    def _ended(self, refused: SlackRefused) -> None:
        """Note that the stream was ended by someone else. Raises Gone where it is gone."""
        if refused.error in GONE:
            raise Gone(refused.error) from refused
        self.stopped = self.stopped or refused.error == STOPPED
        self.open = self.open and refused.error not in {CLOSED, STOPPED}
