"""What is asked -> the bodies of requests to Elasticsearch; whatever was asked is safe.

Nothing that a person wrote is ever syntax: words go into fields of JSON whose values are taken as
they are, and no body has a query string. Each body filters by the kind of document itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from retrieval.stores.elastic_mapping import WAITING, WEIGHTS
from retrieval.stores.wanted import MOST_WHOLE_WORDS, Wanted, starts_a_pair
from retrieval.values import Chunk

if TYPE_CHECKING:
    from retrieval.ports import Vectors

Body = dict[str, Any]

SECONDS = 10.0
"""What a request may take."""
TIMEOUT = "5s"
"""What a shard may take; what it found by then is used, and the leg says so."""
MOST_AT_ONCE = 10_000
"""Hits of one request, and candidates of one search by meaning: Elasticsearch's own limits."""

PART = 1_000
"""Documents of one request that reads them all."""
SHOWN = ["page", "revision", "root", "path", "ordinal", "tokens", "digest", "facts"]
"""What is read of a document; the rest is there to be searched."""

_CANDIDATES = 4
"""Candidates a hit that is wanted; the search by meaning is approximate, and better with more."""
_LEAST_CANDIDATES = 200
_PAIRS = 50
"""Pairs that a lone character is expanded to, as the start of them."""


def filters(kind: str) -> list[Body]:
    """Return what every search is filtered by, in each of its parts."""
    return [{"term": {"kind": kind}}]


def by_words(groups: Sequence[Wanted], limit: int) -> Body:
    """Return the search by words: the sum over what is wanted of its best way's score.

    `combined_fields` is BM25F: a word counts once, in whatever fields it stands, by their weights.
    """
    said = [_best([_scored(way) for way in group.ways]) for group in groups]
    matched = (
        {"should": said, "minimum_should_match": 1} if said else {"must_not": {"match_all": {}}}
    )
    return {
        "size": min(limit, MOST_AT_ONCE),
        "timeout": TIMEOUT,
        "track_total_hits": False,
        "_source": SHOWN,
        "query": {"bool": {"filter": filters("chunk"), **matched}},
        "sort": [{"_score": "desc"}, {"path": "asc"}, {"ordinal": "asc"}, {"page": "asc"}],
    }


def _best(ways: Sequence[Body]) -> Body:
    return ways[0] if len(ways) == 1 else {"dis_max": {"queries": list(ways)}}


def _scored(way: str) -> Body:
    """Return the query of one way; a phrase weighs as much as its words do in the mean."""
    words = way.split(" ")
    if len(words) > 1:
        return {"match_phrase": {"all": {"query": way, "boost": 1 / len(words)}}}
    if starts_a_pair(way):
        rewrite = f"top_terms_blended_freqs_{_PAIRS}"
        return {"prefix": {"cjk": {"value": way, "rewrite": rewrite}}}
    return {"combined_fields": {"query": way, "fields": list(WEIGHTS), "operator": "and"}}


class Numbers(list[float]):
    """The numbers of a vector, written down once for all the searches that ask by it."""

    def __init__(self, vector: Vectors) -> None:
        super().__init__(vector.tolist())

    @cached_property
    def text(self) -> str:
        """The numbers as JSON: nine digits tell every float32 from every other."""
        return f"[{','.join(['%.9g'] * len(self))}]" % tuple(self)


def written(body: Body) -> str:
    """Return a body as a line of JSON."""
    asked = body.get("knn", {}).get("query_vector")
    if not isinstance(asked, Numbers):
        return _line(body)
    apart = {**body, "knn": {**body["knn"], "query_vector": _VECTOR}}
    return _line(apart).replace(f'"{_VECTOR}"', asked.text, 1)


_VECTOR = "<vector>"
"""Stands for the vector: no body that asks by meaning holds what a person wrote."""


def _line(body: Body) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def nearest(vector: Numbers, limit: int, *, pages: bool = False) -> Body:
    """Return the search by meaning, for chunks or whole pages; exact vectors come with the hits."""
    k = min(limit, MOST_AT_ONCE)
    read: Body = {"_source": SHOWN, "docvalue_fields": ["vector"]}
    if pages:
        read = {"stored_fields": "_none_", "docvalue_fields": ["page", "path", "vector"]}
    return {
        "size": k,
        "timeout": TIMEOUT,
        "track_total_hits": False,
        **read,
        "knn": {
            "field": "page_embedding" if pages else "embedding",
            "query_vector": vector,
            "k": k,
            "num_candidates": min(max(_CANDIDATES * k, _LEAST_CANDIDATES), MOST_AT_ONCE),
            "filter": filters("page" if pages else "chunk"),
        },
    }


def occurring(words: Sequence[str]) -> Body:
    """Return the count of the chunks that each word or phrase occurs in, and of all chunks."""
    counted = {str(place): _occurs(word) for place, word in enumerate(words)}
    chunks: Body = {"chunks": {"filter": {"term": {"kind": "chunk"}}}}
    ways: Body = {"ways": {"filters": {"filters": counted}}} if counted else {}
    return {"size": 0, "track_total_hits": False, "aggs": {**chunks, **ways}}


def _occurs(way: str) -> Body:
    if starts_a_pair(way):
        return {"prefix": {"cjk": {"value": way}}}
    return {"match_phrase": {"all": way}}


def whole_words(parts: Sequence[str]) -> Body:
    """Return the search for the words that hold a part, those of the most pages first.

    A part is letters and digits only, none of which means anything in an expression.
    """
    held = {
        str(place): {
            "terms": {"field": "parts", "include": f".*{part}.*", "size": MOST_WHOLE_WORDS}
        }
        for place, part in enumerate(parts)
    }
    return {"size": 0, "track_total_hits": False, "aggs": held}


def similar(words: Sequence[str]) -> Body:
    """Return the search for the words that are one slip away, and for one that holds each.

    The words are such as `may_be_misspelt` lets through: small letters, not too many.
    """
    held: Body = {}
    for place, word in enumerate(words):
        near = {"include": word[0] + _slips(word, 1), "size": MOST_WHOLE_WORDS}
        whole = {"include": f".*{word}.*", "size": 1}
        held[str(place)] = {"terms": {"field": "parts", **near}}
        held[f"{place} as a part"] = {"terms": {"field": "parts", **whole}}
    return {"size": 0, "track_total_hits": False, "aggs": held}


def _slips(word: str, start: int) -> str:
    """Return the pattern of what is at most one slip away from the rest of a word.

    Nested, it grows with the square of the length: Elasticsearch takes 1,000 characters.
    """
    rest = word[start:]
    if not rest:
        return ".?"
    swapped = f"|{rest[1]}{rest[0]}{rest[2:]}" if rest[1:] else ""
    return f"({rest[0]}{_slips(word, start + 1)}|.?{rest[1:]}|.{rest}{swapped})"


def entries(paths: Sequence[str], most: int = MOST_AT_ONCE) -> Body:
    """Return the search for the entries of the pages of these paths, under whatever root.

    All that is asked for are doc values: no document is unpacked. The marks of the same moment
    come with them.
    """
    return {
        "size": min(most, MOST_AT_ONCE),
        "track_total_hits": False,
        "query": {"bool": {"filter": [*filters("page"), {"terms": {"path": list(paths)}}]}},
        "stored_fields": "_none_",
        "docvalue_fields": ["page", "revision", "root", "path", "card"],
        "aggs": _MARKS_OF_ALL,
    }


def marks() -> Body:
    """Return the search for what tells the states of indices: the latest entry, and how many.

    Elasticsearch keeps its answer until the index changes.
    """
    return {
        "size": 0,
        "track_total_hits": False,
        "query": {"bool": {"filter": filters("page")}},
        "aggs": _MARKS,
    }


_MARKS: Body = {
    "indices": {
        "terms": {"field": "_index", "size": MOST_AT_ONCE},
        "aggs": {"last": {"max": {"field": "_seq_no"}}},
    }
}
_MARKS_OF_ALL: Body = {
    "everywhere": {
        "global": {},
        "aggs": {"pages": {"filter": {"term": {"kind": "page"}}, "aggs": _MARKS}},
    }
}


def entry(document_id: str) -> Body:
    """Return the search for the entry of one page, for its revision."""
    matched = [*filters("page"), {"term": {"page": document_id}}]
    return {"size": 1, "query": {"bool": {"filter": matched}}, "_source": ["revision"]}


def around(chunk: Chunk, reach: int) -> Body:
    """Return the search for the chunks of a page within `reach` of one, of every revision."""
    within = {"gte": chunk.ordinal - reach, "lte": chunk.ordinal + reach}
    matched = [
        *filters("chunk"),
        {"term": {"page": chunk.document_id}},
        {"range": {"ordinal": within}},
    ]
    return {
        "size": MOST_AT_ONCE,
        "track_total_hits": False,
        "query": {"bool": {"filter": matched}},
        "_source": SHOWN,
    }


def part_of_all(kind: str, after: Sequence[Any]) -> Body:
    """Return the next documents of a kind, by path and place in it, after the last one's."""
    sort: list[Body] = [{"path": "asc"}, {"page": "asc"}, {"revision": "asc"}]
    body: Body = {
        "size": PART,
        "track_total_hits": False,
        "query": {"bool": {"filter": filters(kind)}},
        "sort": sort + ([{"ordinal": "asc"}] if kind == "chunk" else []),
        "_source": SHOWN,
    }
    return {**body, "search_after": list(after)} if after else body


def census() -> Body:
    """Return the counts of what an index holds."""
    waiting = {"term": {"vector_state": WAITING}}
    chunks = {"tokens": {"sum": {"field": "tokens"}}}
    return {
        "size": 0,
        "track_total_hits": False,
        "aggs": {
            "pages": {"filter": {"term": {"kind": "page"}}},
            "chunks": {"filter": {"term": {"kind": "chunk"}}, "aggs": chunks},
            "waiting": {"filter": {"bool": {"filter": [*filters("chunk"), waiting]}}},
        },
    }
