"""Responses of Elasticsearch -> hits of the legs of a search, in a total order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from retrieval.errors import IndexMissing, StoreError, StoreUnavailable
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_known import Known, Place, Raw, key
from retrieval.stores.elastic_told import told, unavailable
from retrieval.stores.twins import shown
from retrieval.text.spelling import nearby
from retrieval.values import DocumentFacts, Hit, LegResult

if TYPE_CHECKING:
    from retrieval.ports import Vectors

Response = Mapping[str, Any]

_DIGITS_OF_WORDS = 4
_DIGITS_OF_MEANING = 6
"""Of a score; what is equal but for the noise of float32 is a tie."""


@dataclass(frozen=True, slots=True)
class Entries:
    """What the entries of pages say: the revision that is current, and the page's facts."""

    revisions: Mapping[Place, str] = field(default_factory=dict)
    facts: Mapping[Place, DocumentFacts] = field(default_factory=dict)

    def current(self, raw: Raw) -> bool:
        """Whether a chunk is of the current revision of its page."""
        return bool(self.revisions.get(raw.place) == raw.source["revision"])

    def lost(self, raws: Sequence[Raw]) -> list[str]:
        """Name the pages of which chunks were found, but none of the current revision."""
        found = {raw.place for raw in raws if self.current(raw)}
        return sorted({raw.source["path"] for raw in raws if raw.place not in found})


def entries_of(hits: Sequence[Response], collections: Mapping[str, str]) -> Entries:
    """Read the entries of pages; `collections` names the collection of each index."""
    revisions: dict[Place, str] = {}
    facts: dict[Place, DocumentFacts] = {}
    roots: dict[str, list[tuple[str, str, str]]] = {}
    for hit in hits:
        index = hit["_index"]
        source = _values(hit)
        place, path = (index, source["page"]), source["path"]
        revisions[place] = source["revision"]
        facts[place] = (
            mapping.facts_on(source["card"], place[1], path, collections[index])
            if "card" in source
            else mapping.facts_of(source, collections[index])
        )
        roots.setdefault(index, []).append((path, place[1], source["root"]))
    for index, pages in roots.items():
        for page, path in shown(pages).items():
            facts[index, page] = replace(facts[index, page], path=path)
    return Entries(revisions, facts)


def raw(hit: Response, score: float) -> Raw:
    """Read one hit."""
    source = _values(hit)
    return Raw((hit["_index"], source["page"]), source, score)


def _values(hit: Response) -> Mapping[str, Any]:
    """Return the source of a hit, or the doc values that were asked for in its place."""
    source: Mapping[str, Any] | None = hit.get("_source")
    return source if source is not None else {k: v[0] for k, v in hit["fields"].items()}


def revision(hit: Response) -> tuple[str, str]:
    """Return the revision that a chunk is of, or that an entry says is current, and where."""
    return hit["_index"], hit["_source"]["revision"]


def by_words(response: Response) -> list[Raw]:
    """Read what the leg of words found."""
    return [raw(hit, round(hit["_score"], _DIGITS_OF_WORDS)) for hit in hits_of(response)]


def by_meaning(response: Response, asked: Vectors, known: Known) -> list[Raw]:
    """Read what a leg of meaning found, with the exact cosine in place of the quantized one."""
    hits = hits_of(response)
    found = [(hit["_index"], _values(hit)) for hit in hits]
    texts = [hit.get("fields", {}).get("vector") for hit in hits]
    if texts and all(texts):
        vectors = known.vectors((key(*one) for one in found), (text for (text,) in texts))
        cosines: Sequence[float] = (vectors @ asked).tolist()
    else:
        cosines = [2 * hit["_score"] - 1 for hit in hits]
    return [
        Raw((index, source["page"]), source, round(cosine, _DIGITS_OF_MEANING))
        for (index, source), cosine in zip(found, cosines, strict=True)
    ]


def hits_of(response: Response) -> Sequence[Response]:
    """Return the hits of a response, none of one that failed."""
    found: Sequence[Response] = response.get("hits", {}).get("hits", ())
    return found


class Reader:
    """Makes hits of what was found, each chunk once however many legs and searches found it."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def prepare(self, raws: Iterable[Raw]) -> None:
        """Make chunks of what was found, before it is known what is current."""
        for raw in raws:
            self._known.chunk(raw)

    def hits(self, entries: Entries, raws: Iterable[Raw], limit: int) -> tuple[Hit, ...]:
        """Return the best current chunks, in a total order: score, path, ordinal and id."""
        chunk, facts = self._known.chunk, entries.facts
        found = [(raw.score, chunk(raw), facts[raw.place]) for raw in raws if entries.current(raw)]
        found.sort(
            key=lambda one: (-one[0], one[2].path, one[1].ordinal, one[1].id, one[2].collection)
        )
        return tuple(
            Hit(chunk, document, rank, score)
            for rank, (score, chunk, document) in enumerate(found[:limit], start=1)
        )


def in_reading_order(raws: Sequence[Raw], entries: Entries) -> list[Hit]:
    """Return the current chunks, documents by path, chunks by ordinal."""
    found = [
        (mapping.chunk_of(raw.source), entries.facts[raw.place])
        for raw in raws
        if entries.current(raw)
    ]
    found.sort(key=lambda page: (page[1].path, page[1].collection, page[0].ordinal))
    return [Hit(*page, rank, 0.0) for rank, page in enumerate(found, start=1)]


def noted(legs: Sequence[LegResult], note: str) -> Sequence[LegResult]:
    """Return the legs with a note for whoever reads the trace."""
    return [replace(leg, note=note) for leg in legs] if note else legs


def lent(
    pages: Sequence[Raw], collections: Mapping[str, str], chunks: Sequence[Hit], limit: int
) -> tuple[Hit, ...]:
    """Give the chunks of each page that was found the page's rank and score."""
    ordered = sorted(pages, key=lambda raw: (-raw.score, raw.source["path"], *raw.place))
    ranks = {
        (collections[raw.place[0]], raw.place[1]): (rank, raw.score)
        for rank, raw in enumerate(ordered[:limit], start=1)
    }
    hits = [
        Hit(hit.chunk, hit.document, *ranks[place])
        for hit in chunks
        if (place := (hit.document.collection, hit.document.id)) in ranks
    ]
    return tuple(sorted(hits, key=lambda hit: (hit.rank, hit.chunk.ordinal)))


# --- what went wrong ------------------------------------------------------------------------


def shortfall(response: Response) -> str:
    """Say why a response is not all that was asked for, "" where it is."""
    if "error" in response:
        kind, reason = told(response)
        return f"{kind}: {reason}" if reason != kind else kind
    said = []
    shards = response.get("_shards", {})
    if shards.get("failed"):
        reasons = [told(failure["reason"])[1] for failure in shards.get("failures", ())[:1]]
        parts = f"{shards['failed']} of {shards['total']} shards did not answer"
        said.append(f"{parts} ({reasons[0]})" if reasons else parts)
    if response.get("timed_out"):
        said.append("the time ran out; what was found by then is used")
    return "; ".join(said)


def demand(responses: Sequence[Response]) -> None:
    """Raise StoreError when every one of `responses` failed: there is no search at all."""
    failed = [response for response in responses if "error" in response]
    if not failed or len(failed) < len(responses):
        return
    kind, reason = told(failed[0])
    if kind == "index_not_found_exception":
        raise IndexMissing(f"The index went away during the search: {reason}.")
    if hindrance := unavailable(failed[0]):
        raise hindrance
    passing = failed[0].get("status", 500) in {429, 502, 503, 504}
    make: Callable[[str], StoreError] = StoreUnavailable if passing else StoreError
    raise make(f"Elasticsearch could not search: {kind}: {reason}.")


# --- counts ---------------------------------------------------------------------------------


def counts(response: Response, words: Sequence[str]) -> tuple[int, dict[str, int]]:
    """Return how many chunks there are, and in how many each word occurs; {} where it failed."""
    if shortfall(response):
        return 0, {}
    found = response["aggregations"]
    buckets = found["ways"]["buckets"] if words else {}
    return found["chunks"]["doc_count"], {
        word: buckets[str(place)]["doc_count"] for place, word in enumerate(words)
    }


def whole_words(response: Response, parts: Sequence[str]) -> dict[str, list[str]]:
    """Return the words that hold each part; {} where it failed."""
    if shortfall(response):
        return {}
    found = response["aggregations"]
    return {
        part: [bucket["key"] for bucket in found[str(place)]["buckets"]]
        for place, part in enumerate(parts)
    }


def similar(response: Response, words: Sequence[str]) -> dict[str, list[str]]:
    """Return the words that each one may be meant for; {} where it failed."""
    if shortfall(response):
        return {}
    found = response["aggregations"]
    return {
        word: nearby(
            word,
            [bucket["key"] for bucket in found[str(place)]["buckets"]],
            is_part=bool(found[f"{place} as a part"]["buckets"]),
        )
        for place, word in enumerate(words)
    }


def census(response: Response) -> tuple[int, int, int, int]:
    """Return the numbers of documents, chunks, tokens, and chunks that wait for a vector."""
    found = response["aggregations"]
    documents, chunks, waiting = (
        found[name]["doc_count"] for name in ("pages", "chunks", "waiting")
    )
    return documents, chunks, int(found["chunks"]["tokens"]["value"]), waiting
