"""What a writer says, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from retrieval.values.documents import DocumentFacts
from retrieval.values.questions import Usage


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
class Weighed:
    """A place that the quoting writer weighed: `start:end` of the text of the source `label`.

    `score` is by what places are ordered, `cosine` its closeness to the question, None without
    vectors.
    """

    label: str
    start: int
    end: int
    score: float
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class Weighing:
    """One wording of a question as the quoting writer weighed it: quoted from `threshold` on.

    `probability` is that the best of `places` answers, by its `features`; `places` are the best
    few, best first, and none where the passages have no sentence.
    """

    asked: str
    probability: float
    threshold: float
    places: tuple[Weighed, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draft:
    """Packed -> what the writer wanted to say, as it came.

    `status` is the writer's own: answered, partial, conflict or NOT_IN_CONTEXT. `raw` is what the
    model replied, as far as it came, also if another writer took over: `fallback` says why it did.
    `closeness` is what the quoting writer compared, for each wording of the question that it tried:
    nothing if it went by words alone; older ledgers lack it. `weighed` is how it weighed each of
    them. `live` names the kind of source that would know what no document can: then nothing was
    written. `unanswered` are the parts of the question that the writer says it has nothing for.
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
    closeness: tuple[tuple[float, ...], ...] | None = None
    weighed: tuple[Weighing, ...] = ()
    unanswered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a writer weighs before it speaks: named features, the page it would quote, the text."""

    features: Mapping[str, float]
    document: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A logistic model over features, and the probability from which a writer speaks."""

    bias: float
    weights: Mapping[str, float]
    threshold: float
