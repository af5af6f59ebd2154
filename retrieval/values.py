"""The values that pass between stages: frozen, slotted, each carrying its own evidence.

Offsets are counted in characters (Unicode code points) of `Document.text`, the Markdown that
people are shown; a span is half open, `text[start:end]`. Dates are calendar dates in UTC. Times
are seconds. Ranks start at 1. Digests are lower-case hexadecimal SHA-256.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

# --- documents ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a document says about itself; empty or None where it says nothing.

    `status` is lower case as written ("archived", "superseded", "draft"); `version` is the
    version of the product described; `review_days` is the review period in days.
    """

    owner: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    version: str = ""
    created: date | None = None
    updated: date | None = None
    verified: date | None = None
    review_days: int | None = None
    effective_from: date | None = None
    effective_to: date | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in a document that a link can land on: `url#fragment` shows `text[offset:]`."""

    offset: int
    fragment: str


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """A document without its text: what hits, sources and citations carry along."""

    id: str
    collection: str
    path: str
    title: str
    url: str = ""
    metadata: Metadata = field(default_factory=Metadata)

    @property
    def key(self) -> str:
        """The name of this document among those of all collections."""
        return f"{self.collection}:{self.id}"


@dataclass(frozen=True, slots=True)
class Document:
    """One page: its text as Markdown, free of templating, hidden text and control characters.

    `id` is unique within a collection and stable over runs; `root` names the source it came
    from and `path` its place there (POSIX, relative); `digest` is that of the source as it was
    scanned, so that an unchanged page need not be read again; `warnings` is what the reader
    took out or could not make sense of.
    """

    id: str
    root: str
    path: str
    title: str
    text: str
    digest: str
    url: str = ""
    anchors: tuple[Anchor, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)
    warnings: tuple[str, ...] = ()

    def facts(self, collection: str) -> DocumentFacts:
        """Return this document without its text, as a member of `collection`."""
        return DocumentFacts(self.id, collection, self.path, self.title, self.url, self.metadata)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: `document.text[start:end]`, word for word.

    The chunks of a document, in order of `ordinal`, tile its text: no character is lost and
    none stands in two. `lead` is text of the same document, from before `start`, that the piece
    cannot be read without (the header of a long table, the sentence that introduces a long
    list); it is shown and searched with the piece but belongs to an earlier chunk's span.
    `embedded` is the text that the embedder sees, `tokens` its length in the embedder's own
    tokens, `digest` its digest: chunks that share a digest share a vector. `fragment` is the
    anchor to link to, without `#`.
    """

    id: str
    document_id: str
    ordinal: int
    start: int
    end: int
    text: str
    heading_path: tuple[str, ...] = ()
    lead: str = ""
    fragment: str = ""
    embedded: str = ""
    tokens: int = 0
    digest: str = ""


# --- the question ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier message of the thread; `role` is "user", "assistant" or "other"."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The collections that this asker in this place may search."""

    collections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asked, the thread before it (oldest first), and what they may search.

    `without` are the keys of documents that were said not to be it; `as_is` means that the text
    is the search itself, which nobody words anew.
    """

    text: str
    scope: Scope
    history: tuple[Turn, ...] = ()
    asker: str = ""
    place: str = ""
    without: tuple[str, ...] = ()
    as_is: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for: any of its `alternatives`, each a word or a phrase, lower case."""

    alternatives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """One text to search for; `origin` says who worded it: asked, standalone or rewrite."""

    text: str
    origin: str
    terms: tuple[Term, ...]
    identifiers: tuple[str, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens a model service charged for; `estimated` when the service did not say.

    `cached` of the prompt's tokens came from the service's cache. `cost` is by the price table of
    that moment, in `currency`; None where it has no price for the `model`.
    """

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    estimated: bool = False
    cost: float | None = None
    currency: str = ""
    model: str = ""

    @classmethod
    def total(cls, parts: Iterable[Usage]) -> Usage:
        """Add usages up; the sum has no cost where that of a part is not known."""
        paid = [part for part in parts if part != Usage()]
        costs = [part.cost for part in paid if part.cost is not None]
        currencies = {part.currency for part in paid}
        known = bool(paid) and len(costs) == len(paid) and len(currencies) == 1
        return cls(
            sum(part.prompt for part in paid),
            sum(part.cached for part in paid),
            sum(part.completion for part in paid),
            any(part.estimated for part in paid),
            sum(costs) if known else None,
            currencies.pop() if known else "",
            ", ".join(dict.fromkeys(part.model for part in paid if part.model)),
        )


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens of a model cost: of the prompt, of its cached part, of the reply."""

    input: float
    cached: float
    output: float
    currency: str

    def charge(self, usage: Usage) -> Usage:
        """Return the usage with its cost."""
        fresh = max(0, usage.prompt - usage.cached)
        cost = fresh * self.input + usage.cached * self.cached + usage.completion * self.output
        return replace(usage, cost=cost / 1_000_000, currency=self.currency)


@dataclass(frozen=True, slots=True)
class Queries:
    """Question -> what is searched; the person's own words are always among `searches`."""

    question: Question
    standalone: str
    searches: tuple[Query, ...]
    rewriter: str
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    raw: str = ""
    seconds: float = 0.0


# --- search and rank ------------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True)
class Candidates:
    """Queries -> what the legs found, side by side, inside the scope."""

    legs: tuple[LegResult, ...]
    frequencies: Frequencies = field(default_factory=Frequencies)
    generations: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)


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
    """Candidates -> one order; `reranker` is the one that made it, "identity" where none did."""

    hits: tuple[RankedHit, ...]
    left_out: tuple[LeftOut, ...]
    reranker: str
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)


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


# --- claims ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quote:
    """What a writer offers as proof: the label of a source and words from it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence a writer wants to say, with its quotes. Nothing in it is checked yet."""

    text: str
    quotes: tuple[Quote, ...]
    side: str = ""
    """In a conflict, which side this claim takes ("a", "b"); else empty."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote that was found: `text` stands word for word at `start:end` of the document."""

    label: str
    document: DocumentFacts
    text: str
    start: int
    end: int
    chunk_id: str
    chunk_digest: str
    heading: str = ""
    fragment: str = ""

    @property
    def url(self) -> str:
        """The link to the page, at the heading that the quote stands under."""
        if not self.document.url or not self.fragment:
            return self.document.url
        return f"{self.document.url.split('#', 1)[0]}#{self.fragment}"


@dataclass(frozen=True, slots=True)
class VerifiedClaim:
    """A claim that may be shown; `replaced` says why its words were replaced by its quotes."""

    text: str
    citations: tuple[Citation, ...]
    side: str = ""
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A claim that may not be shown, the check that it failed, and what failed it."""

    claim: Claim
    check: str
    reason: str


Verdict = VerifiedClaim | Dropped


@dataclass(frozen=True, slots=True)
class Draft:
    """Packed -> what the writer wanted to say, as it came.

    `status` is the writer's own: answered, partial, conflict or NOT_IN_CONTEXT. `fallback` says
    why another writer took over. `live` names the kind of source that would know, where no
    document can: nothing was written then.
    """

    writer: str
    status: str
    claims: tuple[Claim, ...]
    raw: str = ""
    fallback: str = ""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    live: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a writer weighs before it speaks: named features, and the page it would quote."""

    features: Mapping[str, float]
    document: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A logistic model over features, and the probability from which a writer speaks."""

    bias: float
    weights: Mapping[str, float]
    threshold: float


# --- the answer -----------------------------------------------------------------------------


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
    "search_degraded", "writer_degraded", "history_cut", "question_cut", "uncovered", "live" (no
    document can know; subject is the kind of source that would), "search_down" (a failure that
    may pass).
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
