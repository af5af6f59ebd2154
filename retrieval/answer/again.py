"""A liked answer -> the same answer to the same question, as long as it still holds.

It is repeated only if the question has the same wording and meaning, does not follow on a thread,
and today's search, within what this asker may see here, returns every passage that the answer
cites, unchanged. Each claim is then verified against those passages like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

import structlog

from retrieval.answer import respell
from retrieval.answer.freshness import stale_since
from retrieval.answer.newer import newer
from retrieval.answer.verify import verify
from retrieval.errors import LedgerError, ModelError
from retrieval.ports import Embedder
from retrieval.ports.again import Earlier
from retrieval.text.wording import bare, key
from retrieval.values import (
    Candidates,
    Citation,
    Draft,
    Note,
    Outcome,
    Packed,
    Queries,
    Question,
    Source,
    Trace,
    Verdict,
    VerifiedClaim,
)

WRITER = "asked before"
"""Who wrote a draft that is an earlier answer's."""
NOTE = "asked_before"
"""The kind of note that says so; its subject is the ISO date of the earlier answer."""
SPOILT = frozenset({"search_degraded", "writer_degraded", "question_cut", "search_down"})
"""Notes of an answer that may be better the next time."""
CLOSE = 0.9
"""Cosine from which two questions of one wording mean the same; docs/answers.md has the figures."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """An earlier answer, repeated from today's passages under the labels that it had."""

    packed: Packed
    draft: Draft
    verdicts: tuple[Verdict, ...]


async def asked_before(question: Question, earlier: Earlier, embedder: Embedder) -> Trace | None:
    """Return the liked answer to the same question; None if there is none, or the match is unsure.

    An error while looking for it costs nothing: the question is then answered from scratch.
    """
    alone = not (question.history or question.without or question.as_is or question.afresh)
    if not alone or not key(question.text):
        return None
    try:
        for trace in await earlier.liked(question):
            if _whole(trace) and await _agree(question.text, trace.question.text, embedder):
                return trace
    except (LedgerError, ModelError) as error:
        structlog.get_logger().warning("earlier_answers_unread", reason=str(error))
    return None


def searches(question: Question, earlier: Trace) -> Queries:
    """Return the searches of an earlier answer, to be run again for this asker."""
    assert earlier.queries  # noqa: S101 - `asked_before` gives no other
    worded = earlier.queries.searches
    return Queries(question, question.text, worded, rewriter=f"as in trace {earlier.id}")


def repeat(earlier: Trace, packed: Packed, candidates: Candidates, today: date) -> Repeated | None:
    """Repeat an earlier answer from today's passages; None if it might not be the answer today.

    Every cited passage must be there with the same chunks, no new passage may rank above all of
    them, no page may have grown stale, each claim must pass verification as it did, and no newer
    page may say otherwise that did not.
    """
    if not (earlier.packed and earlier.draft and earlier.answer) or candidates.notes:
        return None
    labels = _labels(earlier, packed)
    if labels is None or _overtaken(earlier.packed, packed, labels):
        return None
    placed = _labelled(packed, labels)
    said_then = [verify(claim, placed) for claim in earlier.draft.claims]
    verdicts = (*said_then, *newer(earlier.question.text, placed, said_then))
    said = tuple(one for one in verdicts if isinstance(one, VerifiedClaim))
    if len(said) < len(verdicts) or _shape(said) != _shape(earlier.answer.claims):
        return None
    if _grown_stale(earlier, said, today):
        return None
    draft = Draft(
        WRITER,
        earlier.draft.status,
        earlier.draft.claims,
        notes=(f"said before in trace {earlier.id}; all that it cites is unchanged",),
    )
    return Repeated(placed, draft, verdicts)


def notes(earlier: Trace) -> tuple[Note, ...]:
    """Say that an earlier answer is repeated, and what words of its question were read as."""
    said = earlier.answer.notes if earlier.answer else ()
    return (Note(NOTE, day(earlier)), *(note for note in said if note.kind == respell.NOTE))


def day(earlier: Trace) -> str:
    """Return the ISO date of an earlier answer, or of the one that it repeats itself."""
    told = earlier.answer.notes if earlier.answer else ()
    first = next((note.subject for note in told if note.kind == NOTE), "")
    return first or earlier.started[:10]


def _whole(trace: Trace) -> bool:
    """Whether a trace has a complete answer without reservations to a question outside a thread."""
    asked, answer = trace.question, trace.answer
    first = not (asked.history or asked.without or asked.as_is)
    if not first or not answer or not trace.queries or answer.outcome is not Outcome.ANSWERED:
        return False
    return bool(answer.claims) and not any(note.kind in SPOILT for note in answer.notes)


async def _agree(asked: str, before: str, embedder: Embedder) -> bool:
    """Whether two questions have one wording and are close in meaning."""
    if key(asked) != key(before):
        return False
    asked, before = bare(asked), bare(before)
    if asked == before:
        return True
    one, other = await embedder.query(asked), await embedder.query(before)
    return float(one @ other) >= CLOSE


def _labels(earlier: Trace, packed: Packed) -> Mapping[str, str] | None:
    """Map the label of each source that was cited to today's source with the same chunks."""
    assert earlier.answer  # noqa: S101 - `repeat` looked
    found: dict[str, str] = {}
    for claim in earlier.answer.claims:
        for citation in claim.citations:
            holder = next((s for s in packed.sources if _holds(s, citation)), None)
            if holder is None or found.setdefault(citation.label, holder.label) != holder.label:
                return None
    return found if len(set(found.values())) == len(found) else None


def _holds(source: Source, citation: Citation) -> bool:
    """Whether a source has the very chunk that a citation is of, unchanged."""
    return source.document.key == citation.document.key and any(
        chunk.digest == citation.chunk_digest for chunk in source.chunks
    )


def _overtaken(then: Packed, now: Packed, labels: Mapping[str, str]) -> bool:
    """Whether a passage that was not packed then ranks above everything cited now."""
    if now.whole:
        return False
    known = {(s.document.key, chunk.digest) for s in then.sources for chunk in s.chunks}
    for source in now.sources:
        if source.label in labels.values():
            return False
        if any((source.document.key, chunk.digest) not in known for chunk in source.chunks):
            return True
    return False


def _labelled(packed: Packed, labels: Mapping[str, str]) -> Packed:
    """Give the cited sources the labels that they had, and the others labels that are free."""
    names = {now: then for then, now in labels.items()}
    free = iter(
        name
        for number in range(1, 2 * len(packed.sources) + 2)
        if (name := f"S{number}") not in labels
    )
    sources = tuple(
        replace(source, label=names.get(source.label) or next(free)) for source in packed.sources
    )
    return replace(packed, sources=sources)


def _shape(claims: tuple[VerifiedClaim, ...]) -> list[object]:
    """Return what is shown of claims: the words, and the quotes under them."""
    return [(one.text, one.side, [c.text for c in one.citations]) for one in claims]


def _grown_stale(earlier: Trace, claims: tuple[VerifiedClaim, ...], today: date) -> bool:
    """Whether the cited pages were not out of date then and are now."""
    then = datetime.fromisoformat(earlier.started).date()
    before = [
        c.document
        for claim in (earlier.answer.claims if earlier.answer else ())
        for c in claim.citations
    ]
    now = [c.document for claim in claims for c in claim.citations]
    return stale_since(now, today) is not None and stale_since(before, then) is None
