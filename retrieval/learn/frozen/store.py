"""An index that holds what one question found: searched again, it finds the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from retrieval.answer.search import degraded
from retrieval.errors import FootnoteError, StoreError, StoreUnavailable
from retrieval.learn.frozen.lacking import Lacking
from retrieval.ports import Census
from retrieval.values import Candidates, Chunk, Frequencies, Hit, LegResult, Query, Scope, Trace

if TYPE_CHECKING:
    from retrieval.ports.models import Vectors

_WITHOUT = re.compile(r"meaning: (\d+) of (\d+) chunks are not embedded yet")
_EMBEDDING = "meaning: "
"""Begins the note of a query that could not be embedded."""
_TOO_MANY = 1 << 40
"""Tokens of a scope that is not packed whole, whatever the budget."""


@dataclass(frozen=True, slots=True)
class FrozenStore:
    """A `Store`, and the `Search` within the one scope that was searched."""

    trace: Trace
    lacking: Lacking

    def within(self, scope: Scope) -> FrozenStore:
        """Return itself: whatever else there was is not in the record."""
        if scope != self.trace.question.scope:
            self.lacking.add(f"what is in {', '.join(scope.collections)}")
        return self

    async def collections(self) -> Sequence[str]:
        """Name the collections that were searched."""
        return self.trace.question.scope.collections

    async def close(self) -> None:
        """Do nothing: nothing is open."""

    async def search(
        self,
        queries: Sequence[Query],
        vectors: Sequence[Vectors | None],  # noqa: ARG002 - the port's
        *,
        limit: int,  # noqa: ARG002 - the port's
    ) -> Sequence[LegResult]:
        """Return what the legs found then. Raises the error that the index had."""
        found = self._candidates()
        searched = {leg.query for leg in found.legs}
        for query in queries:
            if query.text not in searched:
                self.lacking.add(f"what is found for {query.text!r}")
        asked = {query.text for query in queries}
        return [leg for leg in found.legs if leg.query in asked]

    async def frequencies(self, words: Sequence[str]) -> Frequencies:
        """Return how often words occurred."""
        known = self._candidates().frequencies
        if unknown := [word for word in words if word not in known.counts]:
            self.lacking.add(f"how often there is {', '.join(unknown)}")
        return Frequencies(known.total, {w: known.counts[w] for w in words if w in known.counts})

    async def similar(self, words: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return what was meant by the words that were misspelt."""
        meant = dict(self._candidates().respelt)
        return {word: (meant[word],) for word in words if word in meant}

    async def neighbours(self, chunk: Chunk, reach: int) -> Sequence[Chunk]:
        """Return the chunks around that are in the record: those that were packed or found.

        A neighbour that is in neither did not fit then, and would not now.
        """
        packed = self.trace.packed
        if packed is None:
            raise self._failure()
        around = {c.id: c for leg in self._candidates().legs for c in _chunks(leg.hits)}
        around |= {c.id: c for source in packed.sources for c in source.chunks}
        if not any(c.id == chunk.id for source in packed.sources for c in source.chunks):
            self.lacking.add(f"what stands around chunk {chunk.ordinal} of {chunk.document_id}")
        near = [c for c in around.values() if c.document_id == chunk.document_id]
        near = [c for c in near if abs(c.ordinal - chunk.ordinal) <= reach]
        return sorted(near, key=lambda other: other.ordinal)

    async def census(self) -> Census:
        """Count as far as notes and the way of packing tell."""
        found, packed = self._candidates(), self.trace.packed
        without = next((m for note in found.notes if (m := _WITHOUT.fullmatch(note))), None)
        missing, chunks = (int(without[1]), int(without[2])) if without else (0, 0)
        tokens = 0 if packed and packed.whole else _TOO_MANY
        unread = dict(enumerate(other_notes(found)[1]))
        named = {str(number): note for number, note in unread.items()}
        return Census(0, chunks, tokens, missing, found.generations, {}, named)

    async def everything(self) -> Sequence[Hit]:
        """Return every chunk that was packed; what was left out of a whole scope may not be in."""
        packed = self.trace.packed
        if packed is None:
            raise self._failure()
        return [
            Hit(chunk, source.document, rank=1, score=source.score)
            for source in packed.sources
            for chunk in source.chunks
        ]

    def _candidates(self) -> Candidates:
        """Return what was found. Raises the error that the index had."""
        if self.trace.candidates is None:
            raise self._failure()
        return self.trace.candidates

    def _failure(self) -> FootnoteError:
        """Return the error that the question ended with."""
        answer = self.trace.answer
        if answer is None or not answer.reason:
            self.lacking.add("why the question went no further")
            return StoreError("The record ends here.")
        down = any(note.kind == "search_down" for note in answer.notes)
        return StoreUnavailable(answer.reason) if down else StoreError(answer.reason)


def other_notes(found: Candidates) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the errors of embedding the queries, and what said that a collection was unread.

    All other notes of a search come from its legs.
    """
    told = degraded(found.legs, Census(0, 0, 0, 0, {}, {}))
    notes = [n for n in found.notes if n not in told and not _WITHOUT.fullmatch(n)]
    embedding = [note for note in notes if note.startswith(_EMBEDDING)]
    unread = tuple(note for note in notes if note not in embedding)
    return tuple(note.removeprefix(_EMBEDDING) for note in embedding), unread


def _chunks(hits: Sequence[Hit]) -> list[Chunk]:
    return [hit.chunk for hit in hits]
