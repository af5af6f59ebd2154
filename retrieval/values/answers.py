"""How a question ended, and every hop that led there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from retrieval.values.claims import Draft, Verdict, VerifiedClaim
from retrieval.values.questions import Queries, Question
from retrieval.values.searches import Candidates, Packed, Ranked, RankedHit, Source


class Outcome(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    CONFLICT = "conflict"
    NOT_IN_CONTEXT = "not_in_context"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Note:
    """A fact that whoever shows the answer words: `kind` and what it is about.

    Kinds: "stale" (nothing verified within a year; subject is the ISO date of the newest),
    "differs" (pages that are quoted do not say the same; subject is the ISO date of the newest),
    "search_degraded", "writer_degraded", "history_cut", "question_cut", "unanswered" (subject is
    the part of the question that is not answered), "uncovered" (the writer did not say which
    part), "live" (no document can know; subject is the kind of source that would), "search_down"
    (a failure that may pass), "respelt" (subject is a word of the question that no page has, " → "
    and the word that it was read as), "asked_before" (an earlier answer, which was liked, is said
    again; subject is its ISO date).
    """

    kind: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown: verified claims with citations, or the nearest pages of a refusal."""

    outcome: Outcome
    claims: tuple[VerifiedClaim, ...]
    sources: tuple[Source, ...]
    nearest: tuple[RankedHit, ...]
    notes: tuple[Note, ...]
    trace_id: str
    seconds: float
    reason: str = ""
    """For a failure: a sentence that says what happened and what to do."""
    searched: str = ""
    """The one question that stands alone and was searched."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Every hop of one question; a hop that was not reached is None."""

    id: str
    started: str
    configuration: str
    question: Question
    queries: Queries | None = None
    candidates: Candidates | None = None
    ranked: Ranked | None = None
    packed: Packed | None = None
    draft: Draft | None = None
    verdicts: tuple[Verdict, ...] = ()
    answer: Answer | None = None
