"""The button under a private answer -> the answer for all in the channel, once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.leased import leased
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.reply import Target
from bot.slack.reply.privately import tell
from bot.slack.reply.public import may_not_write, share
from bot.slack.work import ATTEMPTS, Work
from retrieval.errors import TraceMissing
from retrieval.ports import Posting
from retrieval.values import Scope, Trace


@dataclass(frozen=True, slots=True)
class Sharing:
    """Shares an answer where its asker pressed, if all who read there may see it."""

    reception: Reception

    async def __call__(self, work: Work) -> str:
        """Share an answer, or say why not; how it ended. Raises what may be mended."""
        pressed = Inbound.read(work.job.payload)
        result = await self._share(work, pressed)
        said = phrases.shared() if result == "shared" else phrases.not_shared(result)
        await tell(self.reception.web, pressed, said)
        return result if result == "shared" else f"not_shared_{result}"

    async def _share(self, work: Work, pressed: Inbound) -> str:
        """Return "shared", or why it was not: before, scope, outside, gone, strange."""
        posting = await self.reception.books.postings.of_trace(pressed.trace_id)
        if not posting or not self._own(posting, pressed):
            return "strange"
        if posting.ts:
            return "before"
        trace = await self._trace(work, pressed.trace_id)
        if trace is None or trace.answer is None:
            return "gone"
        access = self.reception.access
        access.lookup.forget(pressed.channel)  # It may have become public a minute ago.
        try:
            allowed = await access.scope(replace(pressed, private=False))
            if not isinstance(allowed, Scope) or not _within(trace, allowed):
                return "scope"
            await self._post(work, pressed, posting, trace)
        except SlackRefused as refused:
            if may_not_write(refused):
                return "outside"
            raise
        return "shared"

    def _own(self, posting: Posting, pressed: Inbound) -> bool:
        """Whether an answer was given to whoever pressed, where they pressed."""
        where = (posting.team, posting.channel, posting.asker)
        return where == (pressed.team, pressed.channel, pressed.user)

    async def _trace(self, work: Work, trace_id: str) -> Trace | None:
        """Return the trace; it may be recorded in a moment. Raises TraceMissing until the last."""
        try:
            return await self.reception.books.find(trace_id)
        except TraceMissing:
            if work.job.attempts < ATTEMPTS:
                raise
            return None

    async def _post(self, work: Work, pressed: Inbound, posting: Posting, trace: Trace) -> None:
        """Post the answer, and keep where it stands: now everybody may think something of it."""
        target = Target(
            team=pressed.team,
            channel=pressed.channel,
            thread_ts=pressed.thread_ts,
            user=pressed.user,
            question=f"share:{pressed.trace_id}",
        )
        web, again = leased(self.reception.web, work), work.job.attempts > 1
        scripted = self.reception.access.policy.scripted
        posted = await share(web, target, trace, again=again, scripted=scripted)
        root = pressed.thread_ts or posted[0]
        await self.reception.books.postings.keep(replace(posting, ts=posted, thread_ts=root))


def _within(trace: Trace, allowed: Scope) -> bool:
    """Whether what was searched for an answer may be searched by all who will read it."""
    return set(trace.question.scope.collections) <= set(allowed.collections)
