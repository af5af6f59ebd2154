"""Hand-written stand-ins for the ports of the answer path, each with a little real behaviour."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

import numpy as np

from retrieval.errors import IndexMissing, TraceMissing
from retrieval.ports import Census, Rewrite, Written
from retrieval.text.spelling import nearby
from retrieval.text.words import words as words_of
from retrieval.values import (
    Candidates,
    Chunk,
    Claim,
    DocumentFacts,
    Frequencies,
    Hit,
    LegResult,
    Metadata,
    Packed,
    Queries,
    Query,
    Question,
    Quote,
    RankedHit,
    Scope,
    Trace,
)

OPEN = Scope(("docs",))


def facts(path: str = "a.md", title: str = "Page", **metadata: Any) -> DocumentFacts:
    """Make a document's facts; its id is its path."""
    return DocumentFacts(path, "docs", path, title, "", Metadata(**metadata))


def chunks(path: str, *texts: str) -> tuple[Chunk, ...]:
    """Make the chunks of a document from texts that follow each other."""
    made: list[Chunk] = []
    start = 0
    for ordinal, text in enumerate(texts):
        digest = hashlib.sha256(text.encode()).hexdigest()
        made.append(
            Chunk(
                id=f"{path}:{ordinal}",
                document_id=path,
                ordinal=ordinal,
                start=start,
                end=start + len(text),
                text=text,
                embedded=text,
                tokens=len(text.split()),
                digest=digest,
            )
        )
        start += len(text)
    return tuple(made)


def ranked(chunk: Chunk, document: DocumentFacts, rank: int = 1, **more: Any) -> RankedHit:
    """Make a hit in its final place."""
    score = more.pop("score", 1 / rank)
    return RankedHit(chunk, document, rank, score, score, more.pop("ranks", {"words": rank}))


@dataclass
class MemoryStore:
    """A store of a few chunks; words are counted, meaning is the fake embedder's cosine."""

    documents: dict[str, tuple[DocumentFacts, tuple[Chunk, ...]]] = field(default_factory=dict)
    failing: dict[str, str] = field(default_factory=dict)
    error: Exception | None = None
    unread: dict[str, str] = field(default_factory=dict)

    def put(self, document: DocumentFacts, *texts: str) -> None:
        """Add a document made of these chunks."""
        self.documents[document.path] = (document, chunks(document.path, *texts))

    def within(self, scope: Scope) -> MemoryStore:
        """Everything is in one collection."""
        if scope.collections != ("docs",):
            raise IndexMissing(f"Nothing is indexed as {scope.collections}.")
        return self

    async def collections(self) -> Sequence[str]:
        """There is one collection."""
        return ("docs",)

    async def close(self) -> None:
        """Nothing is open."""

    def _all(self) -> list[tuple[DocumentFacts, Chunk]]:
        return [(d, c) for d, pieces in self.documents.values() for c in pieces]

    async def search(
        self, queries: Sequence[Query], vectors: Sequence[Any], *, limit: int
    ) -> Sequence[LegResult]:
        """Rank by shared words, and by cosine where there is a vector."""
        if self.error:
            raise self.error
        legs: list[LegResult] = []
        for query, vector in zip(queries, vectors, strict=True):
            wanted = {alternative for term in query.terms for alternative in term.alternatives}
            words = {c.id: sum(word in c.text.lower() for word in wanted) for _, c in self._all()}
            legs.append(self._leg("words", query, words, limit))
            if vector is not None:
                cosines = {c.id: float(bag(c.text) @ vector) for _, c in self._all()}
                legs.append(self._leg("meaning", query, cosines, limit))
        return legs

    def _leg(self, leg: str, query: Query, scores: Mapping[str, float], limit: int) -> LegResult:
        if leg in self.failing:
            return LegResult(leg, query.text, (), query.weight, error=self.failing[leg])
        found = [(d, c) for d, c in self._all() if scores[c.id] > 0]
        found.sort(key=lambda pair: (-scores[pair[1].id], pair[1].id))
        hits = tuple(Hit(c, d, n, scores[c.id]) for n, (d, c) in enumerate(found[:limit], 1))
        return LegResult(leg, query.text, hits, query.weight)

    async def frequencies(self, words: Sequence[str]) -> Frequencies:
        """Count the chunks that hold each word."""
        texts = [c.text.lower() for _, c in self._all()]
        return Frequencies(len(texts), {w: sum(w in text for text in texts) for w in words})

    async def similar(self, words: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return the words one slip away, those of the most chunks first."""
        texts = [words_of(c.text) for _, c in self._all()]
        every = sorted({word for text in texts for word in text})
        found = {}
        for typed in words:
            near = nearby(typed, every, is_part=any(typed in word for word in every))
            found[typed] = sorted(near, key=lambda word: -sum(word in text for text in texts))
        return found

    async def neighbours(self, chunk: Chunk, reach: int) -> Sequence[Chunk]:
        """Return the chunks around."""
        _, pieces = self.documents[chunk.document_id]
        return pieces[max(0, chunk.ordinal - reach) : chunk.ordinal + reach + 1]

    async def census(self) -> Census:
        """Count."""
        if self.error:
            raise self.error
        every = self._all()
        tokens = sum(c.tokens for _, c in every)
        made, by = {"docs": "g1"}, {"docs": "bag"}
        return Census(len(self.documents), len(every), tokens, 0, made, by, self.unread)

    async def everything(self) -> Sequence[Hit]:
        """Return every chunk."""
        return [Hit(c, d, n, 0.0) for n, (d, c) in enumerate(self._all(), 1)]


def bag(text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Embed a text as a bag of its words: shared words, and nothing else, are closeness."""
    vector = np.zeros(256, dtype=np.float32)
    for word in text.lower().split():
        vector[int(hashlib.sha256(word.strip("?.,!:").encode()).hexdigest(), 16) % 256] += 1.0
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


@dataclass
class BagEmbedder:
    """An embedder of bags of words."""

    error: Exception | None = None
    identity: str = "bag"
    dims: int = 256
    max_tokens: int = 250

    def count(self, text: str) -> int:
        """Count words."""
        return len(text.split())

    async def passages(self, texts: Sequence[str]) -> Any:
        """Embed each text."""
        if self.error:
            raise self.error
        return np.stack([bag(text) for text in texts])

    async def query(self, text: str) -> Any:
        """Embed one text."""
        if self.error:
            raise self.error
        return bag(text)


@dataclass
class ScriptedReranker:
    """Gives the scores it was told to give."""

    scores: Sequence[float] | None = None
    error: Exception | None = None
    wait: Any = None
    name: str = "scripted"

    async def rerank(
        self, queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]
    ) -> Sequence[float]:
        """Score, fail or wait, as scripted; without a script keep the order."""
        if self.error:
            raise self.error
        if self.wait:
            await self.wait.wait()
        return self.scores if self.scores is not None else [-float(hit.rank) for hit in hits]


@dataclass
class ScriptedRewriter:
    """Proposes what it was told to, and remembers what it was asked."""

    reply: Rewrite = field(default_factory=lambda: Rewrite(""))
    error: Exception | None = None
    name: str = "scripted"
    asked: list[Question] = field(default_factory=list)

    async def rewrite(self, question: Question) -> Rewrite:
        """Propose."""
        self.asked.append(question)
        if self.error:
            raise self.error
        return self.reply


@dataclass
class ScriptedWriter:
    """Writes what it was told to: a status, then claims; may fail in the middle."""

    status: str = "answered"
    claims: Sequence[Claim] = ()
    error: Exception | None = None
    name: str = "scripted"
    calls: int = 0
    unanswered: tuple[str, ...] = ()

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Write."""
        self.calls += 1
        yield Written(status=self.status, unanswered=self.unanswered)
        for claim in self.claims:
            yield Written(claim=claim)
        if self.error:
            raise self.error


@dataclass
class FirstSentence:
    """A writer that quotes the first line of the best source."""

    name: str = "first-sentence"
    calls: int = 0

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Quote."""
        self.calls += 1
        source = packed.sources[0]
        line = source.text.strip().splitlines()[0]
        yield Written(status="answered")
        yield Written(claim=Claim(line, (Quote(source.label, line),)))


@dataclass
class Quoting:
    """A writer that quotes one text, whichever source has it."""

    text: str
    name: str = "quoting-one"

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Quote."""
        label = next(one.label for one in packed.sources if self.text in one.text)
        yield Written(claim=Claim(self.text, (Quote(label, self.text),)))


@dataclass
class MemoryTraces:
    """Keeps traces in a list."""

    kept: list[Trace] = field(default_factory=list)
    error: Exception | None = None

    async def record(self, trace: Trace) -> None:
        """Keep one."""
        if self.error:
            raise self.error
        self.kept.append(trace)

    async def find(self, trace_id: str) -> Trace:
        """Find one."""
        for trace in self.kept:
            if trace.id.startswith(trace_id):
                return trace
        raise TraceMissing(f"No trace {trace_id}.")

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Name a configuration."""
        return "c1"


@dataclass
class FixedClock:
    """A clock that stands still."""

    day: date = date(2026, 1, 1)

    def now(self) -> datetime:
        """Return noon of the day."""
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC)

    def monotonic(self) -> float:
        """Return no time at all."""
        return 0.0
