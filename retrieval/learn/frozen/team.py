"""A trace -> the team that answers its question again, from what the record has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from retrieval.answer import again
from retrieval.answer.model_reranker import ModelReranker, read_best
from retrieval.answer.rewrite import ModelRewriter, read_rewrite
from retrieval.answer.team import Team
from retrieval.errors import ModelError, TraceMissing
from retrieval.learn.frozen.lacking import Lacking
from retrieval.learn.frozen.models import (
    BROKE_OFF,
    FrozenChat,
    FrozenEmbedder,
    FrozenReranker,
    FrozenWriter,
    failing,
)
from retrieval.learn.frozen.store import FrozenStore, other_notes
from retrieval.ports import Reranker, Rewriter, Traces, Writer
from retrieval.values import Draft, Queries, Question, Ranked, Trace, Usage

_KEPT = "; order kept"
_LATE = re.compile(r"(.*) took more than \S+ s" + _KEPT)
_COUNT = re.compile(r"(.*) gave (\d+) scores for \d+" + _KEPT)
_ANY = 1 << 30
"""More passages than were ever shown."""
_BEFORE = re.compile(r"said before in trace (\w+);")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a configuration without asking anybody.

    `names` are those of who did the work, as far as they are known. `ours` is our own reranker,
    None where another one reranked; `judged` says that a chat model did. `quoting` is the quoting
    writer, with what it compared.
    """

    quoting: Writer
    ours: Reranker | None = None
    judged: bool = False
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FrozenClock:
    """The day of the question; no time passes."""

    moment: datetime

    def now(self) -> datetime:
        """Return the moment of the question."""
        return self.moment

    def monotonic(self) -> float:
        """Return no time at all."""
        return 0.0


@dataclass(frozen=True, slots=True)
class FrozenEarlier:
    """The one answer that was said again."""

    trace: Trace

    async def liked(self, question: Question, *, most: int = 3) -> Sequence[Trace]:
        """Return it."""
        del question, most
        return (self.trace,)


def team(
    trace: Trace, known: Known, traces: Traces, earlier: Trace | None, lacking: Lacking
) -> Team:
    """Put together who answers the question of `trace` again.

    `earlier` is the answer that was said again, where one was. What is lacking is named as it
    turns out to be.
    """
    writer, fallback = _writers(trace, known, lacking)
    return Team(
        store=FrozenStore(trace, lacking),
        embedder=_embedder(trace, known),
        reranker=_reranker(trace.ranked, known, lacking),
        writer=writer,
        fallback=fallback,
        traces=traces,
        clock=FrozenClock(datetime.fromisoformat(trace.started)),
        rewriter=_rewriter(trace.queries, known, lacking),
        earlier=FrozenEarlier(earlier) if earlier else None,
    )


async def said_before(trace: Trace, traces: Traces, lacking: Lacking) -> Trace | None:
    """Find the answer that a trace says again, where it does."""
    if trace.draft is None or trace.draft.writer != again.WRITER:
        return None
    named = next((m for note in trace.draft.notes if (m := _BEFORE.match(note))), None)
    try:
        return await traces.find(named[1] if named else "")
    except TraceMissing:
        lacking.add("the answer that was said again")
        return None


def _embedder(trace: Trace, known: Known) -> FrozenEmbedder:
    """Return the embedder, failing where it failed."""
    name = known.names.get("embedder", "")
    if trace.candidates is None:
        return FrozenEmbedder(name, [], Usage())
    return FrozenEmbedder(name, list(other_notes(trace.candidates)[0]), trace.candidates.usage)


def _rewriter(queries: Queries | None, known: Known, lacking: Lacking) -> Rewriter | None:
    """Return the rewriter, replying and failing as it did; None where there was none."""
    name = known.names.get("rewriter", queries.rewriter if queries else "none")
    if name == "none":
        return None
    if queries is None:
        return ModelRewriter(FrozenChat(name, "", lacking))
    begins = f"{name}: "
    error = next((n.removeprefix(begins) for n in queries.notes if n.startswith(begins)), "")
    if error:
        error = failing(error, partial(read_rewrite, queries.raw, queries.usage))
    return ModelRewriter(FrozenChat(name, queries.raw, lacking, queries.usage, error))


def _reranker(ranked: Ranked | None, known: Known, lacking: Lacking) -> Reranker:
    """Return who reranked: our own, or the reply, the scores or the failure of another."""
    ranked = ranked or Ranked((), (), known.names.get("reranker", "identity"))
    name = known.names.get("reranker", ranked.reranker)
    note = next((note for note in ranked.notes if note.endswith(_KEPT)), "")
    if late := _LATE.fullmatch(note):
        return FrozenReranker(late[1], ranked, lacking, TimeoutError())
    if count := _COUNT.fullmatch(note):
        return FrozenReranker(count[1], ranked, lacking, scored=int(count[2]))
    error = note.removeprefix(f"{name}: ").removesuffix(_KEPT)
    if known.ours is not None and not error:
        return known.ours
    if known.judged or ranked.raw:
        if error:
            error = failing(error, partial(read_best, ranked.raw, _ANY))
        return ModelReranker(FrozenChat(name, ranked.raw, lacking, ranked.usage, error))
    return FrozenReranker(name, ranked, lacking, ModelError(error) if error else None)


def _writers(trace: Trace, known: Known, lacking: Lacking) -> tuple[Writer, Writer]:
    """Return the writer that was asked first, and the one that takes over."""
    draft, quoting = trace.draft, known.quoting
    if draft is None:
        name = known.names.get("writer", quoting.name)
        if trace.packed and trace.answer and trace.answer.reason:
            failed = Draft(name, "", (), fallback=trace.answer.reason)
            both = FrozenWriter(name, failed, lacking)
            return both, both
        draft = Draft(name, "", ())
    replaced = bool(draft.fallback) and not draft.fallback.startswith(BROKE_OFF)
    name = known.names.get("writer", "the model" if replaced else draft.writer)
    return (quoting if name == quoting.name else FrozenWriter(name, draft, lacking)), quoting
