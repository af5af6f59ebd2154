"""What was found, ranked and packed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from retrieval.values.documents import Chunk, DocumentFacts
from retrieval.values.questions import Usage


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk found by one leg, with its rank there and that leg's own score."""

    chunk: Chunk
    document: DocumentFacts
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class LegResult:
    """What one leg found for one query.

    `error` says why it could not, or not all of it; `note` what a reader of the trace should know
    of how it was found. Legs are "words" and "meaning", of chunks, and "page_meaning", which ranks
    whole pages: there the chunks of one page share its rank.
    """

    leg: str
    query: str
    hits: tuple[Hit, ...]
    weight: float = 1.0
    seconds: float = 0.0
    error: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """In how many of `total` chunks of the scope each word occurs (after the store's stemming)."""

    total: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)


Respelt = tuple[tuple[str, str], ...]
"""Words that were misspelt, folded, each with the word that is meant."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Queries -> what the legs found, side by side, inside the scope.

    What is `respelt` was searched with the word that is meant.
    """

    legs: tuple[LegResult, ...]
    frequencies: Frequencies = field(default_factory=Frequencies)
    generations: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    respelt: Respelt = ()


@dataclass(frozen=True, slots=True)
class RankedHit:
    """A chunk in its final place: the fused and final scores, and its rank in each leg."""

    chunk: Chunk
    document: DocumentFacts
    rank: int
    score: float
    fused: float
    ranks: Mapping[str, int]
    scores: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A chunk that went no further, and why."""

    chunk_id: str
    document_id: str
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidates -> one order; `reranker` is the one that made it, "identity" where none did.

    `raw` is what a model that reranked replied.
    """

    hits: tuple[RankedHit, ...]
    left_out: tuple[LeftOut, ...]
    reranker: str
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A passage packed under a label (S1, S2): neighbouring chunks of one document, joined.

    `text` is `document text[start:end]`, the chunks' texts in order; `lead` as in `Chunk`.
    """

    label: str
    document: DocumentFacts
    chunks: tuple[Chunk, ...]
    text: str
    start: int
    end: int
    lead: str = ""
    heading_path: tuple[str, ...] = ()
    tokens: int = 0
    score: float = 0.0
    scores: Mapping[str, float] = field(default_factory=dict)
    """How close in meaning the search found chunks of it, by id; what it did not find is not in."""
    current: bool | None = None
    """Whether its page was within its review period when it was asked for; None where undated."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Ranked -> the passages that the writer sees, in order of label; what was left out."""

    sources: tuple[Source, ...]
    left_out: tuple[LeftOut, ...] = ()
    tokens: int = 0
    whole: bool = False
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    frequencies: Frequencies = field(default_factory=Frequencies)
    """Of the words of the queries, for writers that weigh words by rarity."""
