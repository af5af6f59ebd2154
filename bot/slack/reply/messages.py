"""The messages of one answer: they grow while it is written, and are settled at its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.slack.actions import stop_button
from bot.slack.blocks import words_in
from bot.slack.refused import SlackRefused
from bot.slack.reply.earlier import earlier
from bot.slack.reply.edits import EDIT_LIMIT, Edits, Message, Wording
from bot.slack.reply.gone import Gone
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Posted, Target
from bot.slack.reply.stream import STOPPED, Stream
from bot.slack.splitting import LIMIT, MOST_BLOCKS, expanded, split
from bot.slack.web import Web

ROOM = 8_000
"""Characters that are streamed; the sources still fit into the message after them."""
ROOM_BLOCKS = 30
LAYOUT = frozenset(
    {
        "invalid_blocks",
        "invalid_blocks_format",
        "invalid_metadata_format",
        "markdown_text_conflict",
        "msg_blocks_too_long",
        "msg_too_long",
    }
)
"""Errors after which the same is said once more in plainer blocks, then without any."""
PLAIN_LIMIT = 3_000

OnPosted = Callable[[Posted], Awaitable[None]]


class Messages:
    """What stands in Slack of one answer.

    `gone` says, in Slack's word, why nothing more is to be said: the question or the answer was
    deleted, or a person stopped it.
    """

    def __init__(
        self, web: Web, target: Target, pace: Pace, on_posted: OnPosted, resume: Posted | None
    ) -> None:
        self._web = web
        self._target = target
        self._pace = pace
        self._on_posted = on_posted
        self._edits = Edits(web, target, pace)
        self._stream = Stream(web, target, pace)
        self._held = [Message(ts) for ts in resume.ts] if resume else []
        self._resumed = bool(self._held)
        self._streamed = bool(resume and resume.streamed)
        self._stuck = self._overruled = False
        self.gone = ""
        if self._held and self._streamed:
            self._stream.adopt(self._held[0].ts)
            self._stream.sure = False

    @property
    def begun(self) -> bool:
        """Whether anything was posted in the thread, or may have been without our knowing."""
        return bool(self._held) or self._stream.unknown

    @property
    def streaming(self) -> bool:
        """Whether what comes next is appended, not edited."""
        return self._stream.open

    def posted(self, trace_id: str = "") -> Posted:
        """Return where the answer stands."""
        ts = tuple(message.ts for message in self._held)
        return Posted(self._target.channel, ts, self._streamed, trace_id)

    async def grow(self, text: str, line: str) -> None:
        """Show text that begins with what is shown already; what goes wrong waits for the end."""
        if self.gone or self._stuck or self._resumed:
            return
        try:
            if not self._held:
                await self._begin(text, line)
            elif self._stream.open:
                await self._append(text)
            elif not self._streamed:
                await self._settle(self._growing(text, line))
        except Gone as gone:
            self.gone = str(gone)
        except SlackRefused:
            self._stuck = True

    def _growing(self, text: str, line: str) -> Wording:
        """Word what is edited while it grows: a button below it stops it."""
        stop = stop_button(self._target.thread_ts)
        return Wording(split(text, EDIT_LIMIT), line, ending=(stop,))

    def overrule(self) -> None:
        """Say something more in what a person stopped, or is just stopping."""
        self._overruled = True
        if self.gone == STOPPED:
            self.gone = ""
            self._stream.open = False

    async def interrupt(self, text: str) -> None:
        """Close a stream that another process will not be able to write to. Raises SlackRefused."""
        if self._stream.open:
            with suppress(Gone):
                await self._stream.stop(f"\n\n{text}")

    async def withdraw(self) -> None:
        """Take away all messages, the one that is still streaming too. Raises SlackRefused."""
        if self._stream.open:
            with suppress(SlackRefused, Gone):
                await self._stream.stop()
        for message in self._held:
            await self._edits.delete(message)
        self._held.clear()

    async def finish(self, text: str, wording: Wording) -> Posted:
        """Say the whole text and close it. Raises SlackRefused."""
        try:
            if not self.gone:
                await self._finish(text, replace(wording, final=True))
        except Gone as gone:
            self.gone = str(gone)
        return self.posted(wording.trace_id)

    async def promise(self, wording: Wording) -> Posted:
        """Say something in a message that stays open for the answer. Raises SlackRefused."""
        try:
            if not self.gone:
                await self._settle(wording)
        except Gone as gone:
            self.gone = str(gone)
        return self.posted()

    async def _begin(self, text: str, line: str) -> None:
        """Start a stream, or post where streaming is not available."""
        if len(text) <= ROOM and await self._stream.start(text):
            self._streamed = True
            await self._keep(Message(self._stream.ts))
        elif not (self._stream.unknown and await self._adopt()):
            await self._settle(self._growing(text, line))

    async def _adopt(self) -> bool:
        """Take over a stream whose start got no reply, if it stands in the thread."""
        found = await earlier(self._web, self._target)
        self._stream.unknown = False
        if not found:
            return False
        self._streamed = True
        self._stream.adopt(found.posted.ts[0])
        self._stream.sure = False
        await self._keep(Message(found.posted.ts[0]))
        return True

    async def _append(self, text: str) -> None:
        """Append what is new, as long as the stream lives and has room."""
        new = text.removeprefix(self._stream.text)
        if not self._stream.may_grow:
            await self._stream.stop()
        elif (
            new
            and text.startswith(self._stream.text)
            and len(text) <= ROOM
            and expanded(text) <= ROOM_BLOCKS
            and self._pace.appends.take()
        ):
            await self._stream.append(new)
        self._heed()

    async def _finish(self, text: str, wording: Wording) -> None:
        """Close the stream with the rest, or bring the messages to what they should say."""
        try:
            if not self._held and self._stream.unknown:
                await self._adopt()
            limit = EDIT_LIMIT if self._held and not self._streamed else LIMIT
            limit = min(limit, LIMIT - words_in(wording.ending))
            whole = replace(wording, parts=split(text, limit, MOST_BLOCKS - len(wording.ending)))
            if self._stream.open:
                await self._close(whole)
            if not self.gone:
                await self._settle(whole)
        except SlackRefused as refused:
            if refused.error not in LAYOUT:
                raise
            if self._stream.open:
                await self._stream.stop()
            await self._plainly(text, wording)

    async def _plainly(self, text: str, wording: Wording) -> None:
        """Say it without Markdown blocks; with the buttons, unless Slack refuses those, too."""
        plain = replace(wording, parts=split(text, PLAIN_LIMIT), plain=True)
        try:
            await self._settle(plain)
        except SlackRefused as refused:
            if refused.error not in LAYOUT or not wording.ending:
                raise
            await self._settle(replace(plain, ending=()))

    async def _close(self, whole: Wording) -> None:
        """Stop the stream, with the rest of its part if it is known how much Slack has."""
        first = whole.parts[0]
        said = self._edits.arguments(whole, 0)
        if self._stream.may_grow and first.startswith(self._stream.text):
            rest = first[len(self._stream.text) :]
            if await self._stream.stop(rest, said["blocks"][1:], said["metadata"]):
                self._held[0].said = said
        else:
            await self._stream.stop()
        self._heed()

    def _heed(self) -> None:
        """Note that a person stopped the answer."""
        if self._stream.stopped and not self._overruled:
            self.gone = STOPPED

    async def _settle(self, wording: Wording) -> None:
        """Edit each message to what its part should say; post those that are missing."""
        for part in range(len(wording.parts)):
            said = self._edits.arguments(wording, part)
            if part < len(self._held):
                await self._edits.update(self._held[part], said, wait=wording.final)
            else:
                await self._keep(await self._edits.post(said))
        if wording.final:
            for message in self._held[len(wording.parts) :]:
                await self._edits.delete(message)
            del self._held[len(wording.parts) :]

    async def _keep(self, message: Message) -> None:
        """Remember a new message, and let it be committed before anything else is said."""
        self._held.append(message)
        await self._on_posted(self.posted())
