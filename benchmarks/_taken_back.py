"""Every default that changes the ranking, and the ranking with one of them taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from unittest.mock import patch

from retrieval.answer.answerer import Retrieved
from retrieval.answer.freshness import fresh_first, older_versions, unfit
from retrieval.answer.rank import CHUNKS_OF_A_PAGE, RERANKED, RRF_K, fuse, shortlist
from retrieval.answer.search import search
from retrieval.models import features as features_of
from retrieval.models.features import DEFAULT_WEIGHTS, NAMES, Asked, PageRows, features
from retrieval.models.lexical import Weights, hit_scores
from retrieval.ports import Embedder, Store
from retrieval.stores import matching
from retrieval.stores.legs import PAGE_WEIGHT
from retrieval.values import Candidates, Queries, RankedHit

CHUNK_LEGS = frozenset({"words", "meaning"})
OF_WORDS = ("window", "neighbours", "near", "whole", "path")
"""What the reranker knows of a question's words in a page; each can stand in for another."""
ALIKE = ", ".join(["1.0"] * 5)
"""Title, headings, body, identifiers and path count the same."""


@dataclass(frozen=True, slots=True)
class Fusing:
    """All that comes before the reranker has its say.

    `search` names the search that found the candidates; `factors` are (leg, what to multiply its
    weight with), where 0 takes the leg away.
    """

    search: str = ""
    factors: tuple[tuple[str, float], ...] = ()
    k: int = RRF_K
    pages: int = RERANKED
    chunks: int = CHUNKS_OF_A_PAGE
    in_force: bool = True


@dataclass(frozen=True, slots=True)
class Variant:
    """The shipped ranking with one default taken back; `weights` are None for no reranker."""

    default: str
    instead: str
    fusing: Fusing = Fusing()
    weights: tuple[float, ...] | None = DEFAULT_WEIGHTS
    versions: bool = True
    verified: bool = True
    fused: bool = False
    """Whether it is compared with the shipped order before reranking, which stays where the
    reranker is late and where a follow-up borrowed its subject."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return f"{self.default}: {self.instead}"


@dataclass(frozen=True, slots=True)
class Begun:
    """What the reranker sees, what it would look at, and what comes after."""

    head: tuple[RankedHit, ...]
    rows: PageRows
    rest: tuple[RankedHit, ...]


def _off(*names: str) -> Fusing:
    return Fusing(factors=tuple((name, 0.0) for name in names))


def _before_reranking(default: str, instead: str, fusing: Fusing) -> Variant:
    return Variant(f"{default}, not reranked", instead, fusing, weights=None, fused=True)


def _weighing(weight: float, *names: str) -> tuple[float, ...]:
    """Return the shipped weights, but for some kinds of evidence."""
    pairs = zip(NAMES, DEFAULT_WEIGHTS, strict=True)
    return tuple(weight if one in names else shipped for one, shipped in pairs)


def _evidence() -> list[Variant]:
    """Take each kind of evidence that counts away, and count each that does not."""
    return [
        Variant(f"evidence {name}", "not counted", weights=_weighing(0.0, name))
        if shipped
        else Variant(
            f"evidence {name}, off", "counted like the others", weights=_weighing(1.0, name)
        )
        for name, shipped in sorted(
            zip(NAMES, DEFAULT_WEIGHTS, strict=True), key=lambda pair: -pair[1]
        )
    ]


_EVEN = (("page_meaning", 1.0 / PAGE_WEIGHT),)

SHIPPED = Variant("as shipped", "nothing")
FUSED = Variant("reranker", "off", weights=None)

VARIANTS = (
    Variant("search by meaning", "words only", _off("meaning", "page_meaning")),
    Variant("search by words", "meaning only", _off("words")),
    _before_reranking("search by meaning", "words only", _off("meaning", "page_meaning")),
    _before_reranking("search by words", "meaning only", _off("words")),
    Variant("100 hits of each leg", "50", Fusing(search="50 deep")),
    Variant("100 hits of each leg", "200", Fusing(search="200 deep")),
    Variant("weights of title, headings, path", "as the text", Fusing(search="columns alike")),
    Variant("meaning of whole pages", "off", _off("page_meaning")),
    _before_reranking("meaning of whole pages", "off", _off("page_meaning")),
    Variant("whole pages weigh 0.4", "1.0", Fusing(factors=_EVEN)),
    Variant("reciprocal ranks, k = 60", "k = 10", Fusing(k=10)),
    Variant("reciprocal ranks, k = 60", "k = 100", Fusing(k=100)),
    FUSED,
    Variant("30 pages reranked", "15", Fusing(pages=15)),
    Variant("30 pages reranked", "50", Fusing(pages=50)),
    Variant("3 chunks of a page judged", "1", Fusing(chunks=1)),
    *_evidence(),
    Variant("evidence of words", "not counted", weights=_weighing(0.0, *OF_WORDS)),
    Variant("rule of versions", "off", versions=False),
    Variant("verified pages before equals", "off", verified=False),
    Variant("pages out of force left out", "kept", Fusing(in_force=False)),
)
"""Each is the shipped ranking but for one thing."""


async def searched(hops: Retrieved, store: Store, embedder: Embedder) -> dict[str, Candidates]:
    """Return what the shipped search found, and what the other searches do."""
    within = store.within(hops.queries.question.scope)
    found = {"": hops.candidates}
    for depth in (50, 200):
        found[f"{depth} deep"] = await search(hops.queries, within, embedder, depth=depth)
    with patch.object(matching, "WEIGHTS", ALIKE):
        found["columns alike"] = await search(hops.queries, within, embedder)
    return found


@contextmanager
def texts_once() -> Iterator[None]:
    """Within one question, look at the texts of a page once, however often it is ranked."""
    look, known = features_of._texts, {}  # noqa: SLF001 - the same figures, only sooner

    def texts(question: Asked, page: Sequence[RankedHit]) -> list[tuple[str, float]]:
        chunks = tuple(hit.chunk.id for hit in page)
        if chunks not in known:
            known[chunks] = look(question, page)
        return list(known[chunks])

    with patch.object(features_of, "_texts", texts):
        yield


def narrowed(candidates: Candidates, factors: Sequence[tuple[str, float]]) -> Candidates:
    """Weigh the legs anew; whole pages lend their rank to chunks that a leg left has found."""
    factor = dict(factors)
    left = [
        replace(leg, weight=leg.weight * factor.get(leg.leg, 1.0))
        for leg in candidates.legs
        if factor.get(leg.leg, 1.0)
    ]
    found = {(leg.query, hit.chunk.id) for leg in left if leg.leg in CHUNK_LEGS for hit in leg.hits}
    kept = [
        replace(leg, hits=tuple(hit for hit in leg.hits if (leg.query, hit.chunk.id) in found))
        for leg in left
    ]
    return replace(candidates, legs=tuple(kept))


def begin(queries: Queries, candidates: Candidates, how: Fusing, today: date) -> Begun:
    """Fuse, leave out, and look at what the reranker would look at, as `rank` does."""
    candidates = narrowed(candidates, how.factors)
    hits = fuse(candidates, how.k)
    if how.in_force:
        hits = [hit for hit in hits if not unfit(hit.document.metadata, today)]
    head = shortlist(hits, how.pages, how.chunks)
    seen = {hit.chunk.id for hit in head}
    return Begun(
        tuple(head),
        features(queries, candidates, head) if head else PageRows((), ()),
        tuple(hit for hit in hits if hit.chunk.id not in seen),
    )


def finish(queries: Queries, begun: Begun, one: Variant, today: date) -> list[RankedHit]:
    """Rerank, and apply the rules of freshness, as `rank` does; no reranker is ever late here."""
    head = list(begun.head)
    if one.weights is not None:
        scores = hit_scores(begun.rows, head, Weights(one.weights)) if head else []
        scored = [replace(hit, score=score) for hit, score in zip(head, scores, strict=True)]
        head = sorted(scored, key=lambda hit: (-hit.score, hit.rank))
    hits = (fresh_first(head, today) if one.verified else head) + list(begun.rest)
    return older_versions(hits, queries.standalone) if one.versions else hits
