"""One answer in Slack: status, claims as they come, the whole with its proof, exactly once."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

import structlog

from bot.slack import render
from bot.slack.blocks import under
from bot.slack.markdown import sanitise
from bot.slack.reply.edits import Wording
from bot.slack.reply.live import Live
from bot.slack.reply.messages import Messages, OnPosted
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Posted, Target
from bot.slack.reply.session import Session
from bot.slack.reply.status import Status
from bot.slack.web import Web
from retrieval.errors import FootnoteError
from retrieval.values import Answer, Packed, Source, VerifiedClaim


class Reply:
    """Writes one answer to Slack, and nothing else does."""

    def __init__(
        self,
        web: Web,
        target: Target,
        pace: Pace,
        *,
        on_posted: OnPosted,
        resume: Posted | None = None,
    ) -> None:
        """Begin nothing yet.

        Args:
            web: Slack.
            target: The thread, the asker and the question's message key.
            pace: The limits that all replies of the process share, and their clock.
            on_posted: Awaited with all messages so far as soon as there is a new one, before
                anything else is written: whoever is killed later can take over from there.
            resume: The messages that a killed process had begun; they are changed, not repeated.
        """
        self._messages = Messages(web, target, pace, on_posted, resume)
        session = Session(web, target, pace)
        self._status = Status(web, target, clock=pace.clock, sleep=pace.sleep, session=session)
        self._live = Live(self._messages, self._status.stop, clock=pace.clock, sleep=pace.sleep)
        self._claims: list[VerifiedClaim] = []
        self._sources: dict[str, Source] = {}
        self.scripted: Collection[str] = ()
        """The collections whose pages a script renders; to be set before the first claim."""

    @property
    def gone(self) -> str:
        """Why nothing more is to be said: deleted (Slack's error) or "stopped_by_user"; or ""."""
        return self._messages.gone

    async def status(self, phrase: str) -> None:
        """Show what is being done, until something is posted; never waits and never fails."""
        if not self._messages.begun:
            self._status.show(phrase)

    async def sources(self, packed: Packed) -> None:
        """Take the packed passages, so that quoted code and tables keep their shape."""
        self._sources = {source.label: source for source in packed.sources}

    async def claim(self, claim: VerifiedClaim) -> None:
        """Show a claim: the first at once, later ones together. Returns at once."""
        self._claims.append(claim)
        text = self._said()
        if text:
            self._live.show(text, " ".join(said.text for said in self._claims))

    async def conclude(self, answer: Answer, *, human: bool = False) -> Posted:
        """Say the whole answer with sources, notes, buttons and trace id; clear the status.

        `human` offers people to ask, whatever the answer. Returns where it stands; no ts where
        the question was deleted. Raises SlackRefused.
        """
        text = render.answer(answer, self._sources, self.scripted)
        buttons = under(answer, human=human)
        wording = Wording((), render.summary(answer), answer.trace_id, buttons)
        return await self._finish(text, wording)

    async def say(self, text: str) -> Posted:
        """Say a sentence in place of an answer, below the claims that are shown already.

        Raises SlackRefused.
        """
        begun = self._said() if self._messages.begun else ""
        said = sanitise(text)
        return await self._finish(f"{begun}\n\n{said}" if begun else said, Wording((), text))

    async def stopped(self, text: str) -> Posted:
        """Say below the claims so far that a person stopped the answer. Raises SlackRefused."""
        await self._break_off()
        self._messages.overrule()
        return await self.say(text)

    async def interrupt(self, text: str) -> None:
        """Close a stream with a word; whoever goes on writes over it. Raises SlackRefused."""
        await self._break_off()
        await self._status.stop()
        await self._messages.interrupt(sanitise(text))

    async def withdraw(self) -> None:
        """Take away all that was said; clear the status. Raises SlackRefused."""
        await self._break_off()
        await self._status.stop()
        await self._messages.withdraw()
        await self._status.clear()

    async def promise(self, text: str) -> Posted:
        """Say a sentence that the answer is to take the place of. Raises SlackRefused."""
        await self._live.end()
        await self._status.stop()
        said = sanitise(text)
        posted = await self._messages.promise(Wording((said,), text))
        await self._status.clear()
        return posted

    async def close(self) -> None:
        """End every task and take the status down; may be called twice, and after anything."""
        try:
            await self._live.end()
        except FootnoteError as error:
            structlog.get_logger().warning("reply_broken", reason=str(error))
        finally:
            await self._status.clear()

    async def _break_off(self) -> None:
        """Stop writing; what broke the writing matters no more."""
        with suppress(FootnoteError):
            await self._live.end()

    def _said(self) -> str:
        """Write the claims so far."""
        return render.claims(self._claims, self._sources, self.scripted)

    async def _finish(self, text: str, wording: Wording) -> Posted:
        await self._live.end()
        await self._status.stop()
        posted = await self._messages.finish(text, wording)
        await self._status.clear()
        return posted
