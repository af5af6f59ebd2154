"""A button under an answer that is to be graded -> a grade in the ledger, and the next answer.

Who may grade is looked up when the row is dealt with: members of the channel that was asked, which
the policy must name for its support or its maintainers, and no guests or people of another
organisation. Whoever else presses changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.facts import Lookup
from bot.slack.paging import is_member
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.errors import TraceMissing
from retrieval.learn.graded import meant, settle
from retrieval.learn.grading_posts import GradingLedger, post, read_value, whom
from retrieval.policy import Policy
from retrieval.ports import Clock
from retrieval.ports.grades import GRADES, Gradable, Grade, Sample
from retrieval.values import Trace


@dataclass(frozen=True, slots=True)
class Grading:
    """Keeps what people make of the answers that were put before them."""

    web: Web
    books: GradingLedger
    policy: Policy
    clock: Clock
    lookup: Lookup

    async def __call__(self, work: Work) -> str:
        """Keep a grade; say in a word what came of it.

        Raises SlackRefused and LedgerError where another attempt may succeed.
        """
        found = Inbound.read(work.job.payload)
        named = read_value(found.about)
        sample = await self.books.grades.sample(named[0]) if named else None
        if not named or sample is None or named[1] not in sample.traces:
            await tell(self.web, found, phrases.not_in_a_sample())
            return "not_in_a_sample"
        answers = await self.books.grades.drawn(sample)
        answer = next((one for one in answers if one.trace_id == named[1]), None)
        if not answer or not await self._may(found, answer):
            await tell(self.web, found, phrases.members_grade())
            return "not_a_member"
        try:
            trace = await self.books.find(named[1])
        except TraceMissing:
            await tell(self.web, found, phrases.not_in_a_sample())
            return "not_in_a_sample"
        return await self._keep(found, sample, trace, answers)

    async def _may(self, found: Inbound, answer: Gradable) -> bool:
        """Whether somebody is one of those whom this answer may be shown to, where they press."""
        if found.channel != whom(answer, self.policy) or found.subject not in GRADES:
            return False
        try:
            if not await self.lookup.within(found.user):
                return False
            return await is_member(self.web, found.channel, found.user)
        except SlackRefused as refused:
            if refused.unsure or refused.retry_after:
                raise
            structlog.get_logger().warning("members_unknown", error=refused.error)
            return False

    async def _keep(
        self, found: Inbound, sample: Sample, trace: Trace, answers: Sequence[Gradable]
    ) -> str:
        """Keep a grade and its case, thank its giver, and make room for the next answer."""
        now = self.clock.now()
        given = meant(trace, found.subject)
        grade = Grade(trace.id, found.user, given, now, sample.id)
        await self.books.grades.give(grade)
        await settle(self.books.cases, trace, grade, now)
        graded = {one.trace_id for one in await self.books.grades.of(sample.traces)}
        await tell(self.web, found, phrases.grade_kept(given, len(sample.traces) - len(graded)))
        await post(self.books, sample, answers, self.policy)
        return given
