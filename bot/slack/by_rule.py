"""What the policy hands over without anybody's asking: refusals, and threads that are disliked.

Only what was asked in a channel, aloud: whoever asks in private decides alone who hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.slack.notices import Handler
from bot.slack.routing import nearest_pages
from bot.slack.work import Work
from retrieval.errors import LedgerError
from retrieval.policy import Policy
from retrieval.policy_support import Rules
from retrieval.ports import Feedback, Inbox, Posting, Postings, Traces
from retrieval.values import Outcome, Trace

ALOUD = frozenset({"channel", "private"})
"""Kinds of place in which rules hold."""

REFUSED = frozenset({str(Outcome.NOT_IN_CONTEXT), "found_answered", "answered_before"})
"""How a question ended that may have been refused, by this attempt or by an earlier one."""


@dataclass(frozen=True, slots=True)
class ByRule:
    """Puts the rows by which questions are handed over."""

    inbox: Inbox
    postings: Postings
    traces: Traces
    feedback: Feedback
    policy: Policy

    def after_questions(self, handle: Handler) -> Handler:
        """Return a handler of questions that looks, after a refusal, whether it is handed over."""

        async def handled(work: Work) -> str:
            result = await handle(work)
            if result in REFUSED:
                asked = Inbound.read(work.job.payload)
                if asked.channel_kind in ALOUD and not asked.private:
                    await self._refused(asked)
            return result

        return handled

    def after_opinions(self, handle: Handler) -> Handler:
        """Return a handler of opinions that looks, after a bad one, at all of the thread."""

        async def handled(work: Work) -> str:
            result = await handle(work)
            given = Inbound.read(work.job.payload)
            if result == "bad" and given.channel_kind in ALOUD and not given.private:
                await self._disliked(given)
            return result

        return handled

    async def _refused(self, asked: Inbound) -> None:
        """Hand a question over that was refused, where a rule says so. Raises LedgerError."""
        if not self._any(lambda rules: rules.refusals, asked.channel):
            return
        place = (asked.team, asked.channel, asked.ts)
        posting = await self.postings.of_question(*place)
        trace = await self._trace(posting)
        refused = posting is not None and posting.outcome == str(Outcome.NOT_IN_CONTEXT)
        if (
            posting
            and refused
            and trace
            and any(one.refusals for one in self._rules(asked.channel, trace))
        ):
            await self._put(posting, f"rule:{posting.trace_id}", asked.channel_kind)

    async def _disliked(self, given: Inbound) -> None:
        """Hand the last disliked answer of a thread over where enough are. Raises LedgerError."""
        if not self._any(lambda rules: rules.dislikes, given.channel):
            return
        posting = await self.postings.find(given.team, given.channel, given.answer_ts)
        trace = await self._trace(posting)
        if posting is None or trace is None:
            return
        bounds = [one.dislikes for one in self._rules(given.channel, trace) if one.dislikes]
        root = posting.thread_ts or posting.ts[0]
        of_thread = await self.postings.in_thread(given.team, given.channel, root)
        disliked = [one for one in of_thread if await self._is_disliked(one)]
        if bounds and len(disliked) >= min(bounds):
            key = f"rule:{given.team}:{given.channel}:{root}"
            await self._put(disliked[-1], key, given.channel_kind)

    def _any(self, says: Callable[[Rules], int], channel: str) -> bool:
        """Whether any rule could hold in a channel: most policies have none."""
        every = [one.rules for one in self.policy.collections.values()]
        return any(map(says, [self.policy.channel(channel).rules, *every]))

    def _rules(self, channel: str, trace: Trace) -> Sequence[Rules]:
        """Return the rules of a channel, and of the collection that the question is about."""
        about = [page.collection for page in nearest_pages(trace)]
        first = next(iter([*about, *trace.question.scope.collections]), "")
        known = self.policy.collections.get(first)
        return [self.policy.channel(channel).rules, *([known.rules] if known else [])]

    async def _trace(self, posting: Posting | None) -> Trace | None:
        if posting is None or not posting.trace_id:
            return None
        try:
            return await self.traces.find(posting.trace_id)
        except LedgerError as error:
            structlog.get_logger().warning("no_trace_for_a_rule", reason=str(error))
            return None

    async def _is_disliked(self, posting: Posting) -> bool:
        opinions = await self.feedback.of(posting.trace_id) if posting.trace_id else ()
        return any(one.value < 0 for one in opinions)

    async def _put(self, posting: Posting, key: str, kind: str) -> None:
        """Put the row, once, in the name of whoever asked."""
        root = posting.thread_ts or posting.question_ts
        row = Inbound(
            kind="human",
            key=key,
            message_key=f"{posting.team}:{posting.channel}:{posting.question_ts}",
            team=posting.team,
            channel=posting.channel,
            channel_kind="private" if kind == "private" else "channel",
            user=posting.asker,
            ts=posting.question_ts,
            thread_ts=root,
            trace_id=posting.trace_id,
            source="rule",
        )
        if await self.inbox.put(row.kind, row.lane, row.payload(), (key,), row.person):
            structlog.get_logger().info("handed_over_by_rule", trace=posting.trace_id)
