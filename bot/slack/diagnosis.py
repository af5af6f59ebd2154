"""The right page of an answer, named by a maintainer: kept with its case, and where it was lost.

Told to that maintainer alone, and only of what they may search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.access import Access
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.errors import CaseMissing, StoreError, TraceMissing
from retrieval.learn.evidence_said import worded
from retrieval.policy import Place, Refusal, scope
from retrieval.ports import Cases, Clock, EvalCase, Label, Posting, Postings, Traces
from retrieval.values import Trace

if TYPE_CHECKING:
    from retrieval.learn.diagnose import Diagnosis
    from retrieval.learn.diagnosing import Diagnosed

Name = tuple[str, str]
SHOWN = 8
"""Digits of a case's id that tell which one it is."""
ORDERS = ("words", "meaning", "fused", "reranked")


class Diagnoses(Protocol):
    """Who finds out where a page was lost."""

    async def locate(self, text: str, collections: Sequence[str]) -> tuple[Name, ...]:
        """Return the pages of some collections that a link or a path names. Raises StoreError."""

    async def diagnose(self, trace: Trace, right: Sequence[Name], label: Label) -> Diagnosed:
        """Say where a right page of an answer was lost, then and now. Raises StoreError."""


@dataclass(frozen=True, slots=True)
class AnswerRecords:
    """What the ledger has of an answer: its message, its trace, its case."""

    postings: Postings
    traces: Traces
    cases: Cases
    clock: Clock


@dataclass(frozen=True, slots=True)
class RightPages:
    """Deals with the rows of pages that were named."""

    web: Web
    access: Access
    books: AnswerRecords
    finds: Diagnoses

    async def __call__(self, work: Work) -> str:
        """Keep the page and tell where it was lost; say how it ended. Raises LedgerError."""
        named = Inbound.read(work.job.payload)
        if named.user not in self.access.policy.maintainers:
            return await self._tell(named, "not_allowed", phrases.only_maintainers())
        trace = await self._trace(named)
        if trace is None:
            return await self._tell(named, "not_an_answer", phrases.diagnosis_nothing())
        try:
            allowed = await self._allowed(named)
        except SlackRefused:
            return await self._tell(named, "place_unknown", phrases.place_unknown())
        if not set(trace.question.scope.collections) <= set(allowed):
            return await self._tell(named, "hidden", phrases.diagnosis_hidden())
        try:
            return await self._diagnose(named, trace, allowed)
        except StoreError as error:
            return await self._tell(named, "failed", phrases.diagnosis_failed(str(error)))

    async def _diagnose(self, named: Inbound, trace: Trace, allowed: Sequence[str]) -> str:
        """Find the page, keep it, and tell what became of it."""
        right = await self.finds.locate(named.text, allowed)
        if not right:
            return await self._tell(named, "no_page", phrases.diagnosis_no_page(named.text))
        case = await self._keep(named, trace, right)
        found = await self.finds.diagnose(trace, right, case.label)
        lines = [*told(found), phrases.diagnosis_kept(case.id[:SHOWN])]
        return await self._tell(named, found.diagnosis.stage.value, "\n\n".join(lines))

    async def _trace(self, named: Inbound) -> Trace | None:
        """Return the trace of the answer that a row is about: its own, or the thread's latest."""
        posting = await self._posting(named)
        if posting is None or posting.team != named.team:
            return None
        try:
            return await self.books.traces.find(posting.trace_id)
        except TraceMissing:
            return None

    async def _posting(self, named: Inbound) -> Posting | None:
        postings = self.books.postings
        if named.trace_id:
            return await postings.of_trace(named.trace_id)
        answers = await postings.in_thread(named.team, named.channel, named.root)
        before = [one for one in answers if one.trace_id and one.question_ts < named.ts]
        return before[-1] if before else None

    async def _allowed(self, named: Inbound) -> tuple[str, ...]:
        """Name what the maintainer may search, alone or where they wrote. Raises SlackRefused."""
        asker = await self.access.lookup.asker(named.user)
        alone = scope(asker, Place(named.channel, "direct"), self.access.policy)
        here = await self.access.allowed(replace(named, private=True))
        found = [one.collections for one in (alone, here) if not isinstance(one, Refusal)]
        return tuple(dict.fromkeys(name for names in found for name in names))

    async def _keep(self, named: Inbound, trace: Trace, right: Sequence[Name]) -> EvalCase:
        """Label the case of an answer with its right page; make one where nobody disliked it."""
        cases = self.books.cases
        try:
            case = await cases.find(trace.id)
        except CaseMissing:
            now = self.books.clock.now()
            made = EvalCase(trace.id, trace.id, now, "new", named.user, named.channel, {})
            await cases.add(made)
            case = await cases.find(trace.id)
        pages = [f"{collection}:{path}" for collection, path in right]
        known = () if case.kind == "praise" else case.label.right
        label = replace(case.label, right=tuple(dict.fromkeys([*known, *pages])), answerable=None)
        if label == case.label:
            return case
        return await cases.label(case.id, label, by=named.user)

    async def _tell(self, named: Inbound, ended: str, text: str) -> str:
        """Say something to the maintainer alone: beside the answer, where they can be.

        Who pressed a button somewhere else is told in a direct message where they cannot.
        """
        if not await tell(self.web, named, text, direct=named.source == "button"):
            structlog.get_logger().warning("diagnosis_not_told", message=named.message_key)
            return "not_told"
        return ended


def told(found: Diagnosed) -> list[str]:
    """Word a diagnosis: what loses the page now, the evidence, what to do, and what did then."""
    now, then = found.diagnosis, found.then
    lines = [phrases.diagnosed_now(now.named, now.page), *_evidence(now)]
    lines.append(phrases.diagnosis_to_do(now.named))
    if then and found.differs:
        return [*lines, phrases.diagnosed_then(then.named, then.page), *_evidence(then)]
    return [*lines, phrases.diagnosed_same()] if then else lines


def _evidence(diagnosis: Diagnosis) -> list[str]:
    places = [
        phrases.diagnosis_place(order, place)
        for order in ORDERS
        if (place := getattr(diagnosis.places, order)) is not None
    ]
    said = worded(diagnosis.evidence, phrases.evidence_sentence) or diagnosis.said
    shown = [phrases.diagnosis_places(", ".join(places))] if places else []
    return [phrases.diagnosis_evidence(said), *shown]
