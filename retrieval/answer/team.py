"""Who does the work of an answer, what it may cost, and what its first stages hand on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from retrieval.answer.generate import DEADLINE
from retrieval.answer.pack import Budget
from retrieval.answer.rank import RERANK_SECONDS
from retrieval.ports import Clock, Embedder, Reranker, Rewriter, Store, Traces, Writer
from retrieval.ports.again import Earlier
from retrieval.values import Candidates, Packed, Queries, Ranked, Trace


@dataclass(frozen=True, slots=True)
class Team:
    """Who does the work of an answer; `rewriter` is None where there is no model for it."""

    store: Store
    embedder: Embedder
    reranker: Reranker
    writer: Writer
    fallback: Writer
    traces: Traces
    clock: Clock
    rewriter: Rewriter | None = None
    earlier: Earlier | None = None
    """Where liked answers are found to be said again; None where each is made afresh."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an answer may cost."""

    budget: Budget = field(default_factory=Budget)
    question_characters: int = 4_000
    write_seconds: float = DEADLINE
    rerank_seconds: float = RERANK_SECONDS


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The first four hops of a question."""

    queries: Queries
    candidates: Candidates
    ranked: Ranked
    packed: Packed

    def onto(self, trace: Trace) -> Trace:
        """Return a trace with these hops."""
        return replace(
            trace,
            queries=self.queries,
            candidates=self.candidates,
            ranked=self.ranked,
            packed=self.packed,
        )
