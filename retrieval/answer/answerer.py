"""The path of a question, stage by stage: rewrite, search, rank, pack, generate, verify."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

import structlog

from retrieval.answer import again, freshness
from retrieval.answer.generate import generate
from retrieval.answer.live import live
from retrieval.answer.newer import differing, newer
from retrieval.answer.pack import pack
from retrieval.answer.prompt import SENTINEL
from retrieval.answer.rank import rank
from retrieval.answer.reached import Reached
from retrieval.answer.respell import as_meant, told
from retrieval.answer.rewrite import rewrite
from retrieval.answer.search import search
from retrieval.answer.team import Limits, Retrieved, Team
from retrieval.answer.verify import verify
from retrieval.errors import FootnoteError, LedgerError, StoreUnavailable
from retrieval.ports import Watch, close
from retrieval.ports.again import Earlier
from retrieval.text.synonyms import Synonyms
from retrieval.tracing import summary
from retrieval.values import (
    Answer,
    Claim,
    Draft,
    Note,
    Outcome,
    Packed,
    Queries,
    Question,
    Ranked,
    RankedHit,
    Trace,
    Verdict,
    VerifiedClaim,
)

__all__ = ["Answerer", "Limits", "Retrieved", "Team", "nearest", "outcome"]

NEAREST = 3
"""Pages offered with a refusal."""


class Answerer:
    """Answers questions from the documentation, with the proof of every sentence."""

    def __init__(
        self,
        team: Team,
        *,
        limits: Limits | None = None,
        synonyms: Mapping[str, Synonyms] | None = None,
        configuration: str = "",
    ) -> None:
        """Take who does the work, what it may cost, and the id of this configuration."""
        self._team = team
        self._limits = limits or Limits()
        self._synonyms = synonyms or {}
        self._configuration = configuration

    @property
    def configuration(self) -> str:
        """The id of the configuration that it answers by."""
        return self._configuration

    async def answer(self, question: Question, watch: Watch | None = None) -> Answer:
        """Answer a question; whatever fails on the way becomes an answer that says so.

        `watch` is awaited with each hop and each verified claim as soon as it is there. The
        trace is kept in the ledger; if that fails, the answer is given all the same.
        """
        started = self._team.clock.monotonic()
        trace = Trace(
            id=secrets.token_hex(6),
            started=self._team.clock.now().isoformat(),
            configuration=self._configuration,
            question=question,
        )
        reached = Reached(trace, watch or _nobody)
        try:
            trace = await self._follow(trace, reached)
        except FootnoteError as error:
            notes = (Note("search_down"),) if isinstance(error, StoreUnavailable) else ()
            trace = replace(reached.trace, answer=_failure(trace.id, str(error), notes))
        except Exception:  # noqa: BLE001 - whoever asked gets a reason, and the log the traceback
            structlog.get_logger().exception("question_failed", trace_id=trace.id)
            reason = f"Something went wrong inside Footnote. The log has it under {trace.id}."
            trace = replace(reached.trace, answer=_failure(trace.id, reason))
        answer = trace.answer or _failure(trace.id, "")
        answer = replace(answer, seconds=self._team.clock.monotonic() - started)
        await self._keep(replace(trace, answer=answer))
        return answer

    def repeating(self, earlier: Earlier) -> Answerer:
        """Return a copy of this answerer that repeats liked answers."""
        return Answerer(
            replace(self._team, earlier=earlier),
            limits=self._limits,
            synonyms=self._synonyms,
            configuration=self._configuration,
        )

    async def close(self) -> None:
        """Close the connections to model services."""
        team = self._team
        for part in (team.writer, team.rewriter, team.reranker, team.embedder):
            await close(part)

    async def retrieve(self, question: Question, watch: Watch | None = None) -> Retrieved:
        """Do the first four stages. Raises InputError, StoreError."""
        watch = watch or _nobody
        queries = await rewrite(self._cut(question), self._team.rewriter, self._synonyms)
        await watch(queries)
        return await self._search(queries, watch)

    async def _search(self, queries: Queries, watch: Watch) -> Retrieved:
        """Search, rank and pack, within the scope of the question."""
        team, question = self._team, queries.question
        store = team.store.within(question.scope)
        candidates = await search(queries, store, team.embedder)
        await watch(candidates)
        queries = as_meant(queries, candidates.respelt)
        seconds = self._limits.rerank_seconds
        ranked = await rank(
            queries, candidates, team.reranker, today=self._today(), rerank_seconds=seconds
        )
        await watch(ranked)
        packed = await pack(ranked, store, self._limits.budget, question.without)
        packed = replace(
            packed,
            sources=freshness.dated(packed.sources, self._today()),
            frequencies=candidates.frequencies,
        )
        await watch(packed)
        return Retrieved(queries, candidates, ranked, packed)

    async def write(
        self, queries: Queries, packed: Packed, watch: Watch | None = None
    ) -> tuple[Draft, tuple[Verdict, ...]]:
        """Do the last two stages: every claim is checked as soon as it is written.

        Nothing is written where the question is one that no document can answer.
        """
        watch = watch or _nobody
        if kind := live(queries.question.text):
            draft = Draft(self._team.writer.name, SENTINEL, (), live=kind)
            await watch(draft)
            return draft, ()
        verdicts: list[Verdict] = []

        async def check(claim: Claim) -> None:
            verdict = verify(claim, packed)
            verdicts.append(verdict)
            await watch(verdict)

        team, seconds = self._team, self._limits.write_seconds
        draft = await generate(team.writer, team.fallback, queries, packed, check, deadline=seconds)
        for verdict in newer(queries.standalone, packed, verdicts):
            verdicts.append(verdict)
            await watch(verdict)
        await watch(draft)
        return draft, tuple(verdicts)

    async def _follow(self, trace: Trace, watch: Watch) -> Trace:
        """Take a question through all six stages; return its trace with the answer."""
        if repeated := await self._again(trace, watch):
            return repeated
        found = await self.retrieve(trace.question, watch)
        draft, verdicts = await self.write(found.queries, found.packed, watch)
        trace = replace(found.onto(trace), draft=draft, verdicts=verdicts)
        return replace(trace, answer=self._conclude(trace, found, draft))

    async def _again(self, trace: Trace, watch: Watch) -> Trace | None:
        """Repeat a liked answer; None if there is none that still holds."""
        team, question = self._team, self._cut(trace.question)
        if team.earlier is None:
            return None
        earlier = await again.asked_before(question, team.earlier, team.embedder)
        if earlier is None:
            return None
        found = await self._search(again.searches(question, earlier), _nobody)
        said = again.repeat(earlier, found.packed, found.candidates, self._today())
        if said is None:
            return None
        found = replace(found, packed=said.packed)
        for hop in (found.queries, found.candidates, found.ranked, found.packed):
            await watch(hop)
        for step in (*said.verdicts, said.draft):
            await watch(step)
        trace = replace(found.onto(trace), draft=said.draft, verdicts=said.verdicts)
        answer = self._conclude(trace, found, said.draft)
        return replace(trace, answer=replace(answer, notes=(*again.notes(earlier), *answer.notes)))

    def _conclude(self, trace: Trace, found: Retrieved, draft: Draft) -> Answer:
        """Decide how the question ended, and gather the facts that belong to the answer."""
        claims = tuple(v for v in trace.verdicts if isinstance(v, VerifiedClaim))
        ended = outcome(draft, trace.verdicts)
        used = {citation.label for claim in claims for citation in claim.citations}
        return Answer(
            outcome=ended,
            claims=claims,
            sources=tuple(s for s in found.packed.sources if s.label in used),
            nearest=nearest(found.ranked) if ended is Outcome.NOT_IN_CONTEXT else (),
            notes=self._notes(trace.question, found, draft, claims),
            trace_id=trace.id,
            seconds=0.0,
            searched=found.queries.standalone,
        )

    def _notes(
        self,
        question: Question,
        found: Retrieved,
        draft: Draft,
        claims: tuple[VerifiedClaim, ...],
    ) -> tuple[Note, ...]:
        """State what the reader of the answer should know about it."""
        cited = [citation.document for claim in claims for citation in claim.citations]
        stale = freshness.stale_since(cited, self._today())
        newest = differing(found.queries.standalone, claims) if draft.status != "conflict" else None
        degraded = [*found.queries.notes, *found.candidates.notes]
        notes = [
            Note("differs", newest.isoformat()) if newest else None,
            Note("stale", stale.isoformat()) if stale else None,
            *told(found.candidates.respelt),
            Note("search_degraded", "; ".join(degraded)) if degraded else None,
            Note("writer_degraded", draft.fallback) if draft.fallback else None,
            *_unanswered(draft),
            Note("live", draft.live) if draft.live else None,
            Note("question_cut", str(self._limits.question_characters))
            if len(question.text) > self._limits.question_characters
            else None,
        ]
        return tuple(note for note in notes if note)

    def _cut(self, question: Question) -> Question:
        """Shorten a question that is longer than the limit."""
        return replace(question, text=question.text[: self._limits.question_characters])

    def _today(self) -> date:
        """Return the date of today in UTC."""
        return self._team.clock.now().date()

    async def _keep(self, trace: Trace) -> None:
        """Write the trace to the ledger and a line to the log; neither can fail the answer."""
        log = structlog.get_logger()
        try:
            await self._team.traces.record(trace)
        except LedgerError as error:
            log.warning("trace_not_kept", trace_id=trace.id, reason=str(error))
        log.info("question", **summary(trace))


def nearest(ranked: Ranked) -> tuple[RankedHit, ...]:
    """Return the best hit of each of the best pages."""
    pages: dict[str, RankedHit] = {}
    for hit in ranked.hits:
        pages.setdefault(hit.document.id, hit)
        if len(pages) == NEAREST:
            break
    return tuple(pages.values())


def outcome(draft: Draft, verdicts: Sequence[Verdict]) -> Outcome:
    """Name the outcome; an answer left without claims is a refusal."""
    claims = [verdict for verdict in verdicts if isinstance(verdict, VerifiedClaim)]
    if not claims:
        return Outcome.NOT_IN_CONTEXT
    if {"a", "b"} <= {claim.side for claim in claims} and draft.status == "conflict":
        return Outcome.CONFLICT
    if len(claims) < len(verdicts) or draft.status == "partial":
        return Outcome.PARTIAL
    return Outcome.ANSWERED


def _unanswered(draft: Draft) -> tuple[Note, ...]:
    """Name the parts of the question that are not answered; not every writer says which."""
    if draft.status != "partial":
        return ()
    return tuple(Note("unanswered", part) for part in draft.unanswered) or (Note("uncovered"),)


def _failure(trace_id: str, reason: str, notes: tuple[Note, ...] = ()) -> Answer:
    """Make the answer that says why there is none."""
    return Answer(Outcome.FAILED, (), (), (), notes, trace_id, 0.0, reason)


async def _nobody(hop: object) -> None:
    """Watch nothing."""
