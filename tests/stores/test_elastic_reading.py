"""Responses become hits in a total order, and what went wrong in them becomes a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from retrieval.errors import IndexMissing, StoreError, StoreUnavailable
from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_reading as reading
from retrieval.stores.elastic_known import Known, Raw
from retrieval.stores.elastic_reading import Entries, Reader
from tests.fakes.pages import FakeCutter, page

INDEX = "footnote.docs.0001"
COLLECTIONS = {INDEX: "docs"}


def _hits(path: str, text: str, revision: str, score: float = 1.0) -> list[dict[str, Any]]:
    """Make the hits of every chunk of a page."""
    one = page(path, text)
    sources = mapping.chunk_sources(one, FakeCutter().chunks(one), revision)
    return [{"_index": INDEX, "_source": source, "_score": score} for source in sources]


def _entry(path: str, text: str, revision: str, root: str = "here") -> dict[str, Any]:
    source = mapping.page_source(page(path, text, root=root), [], revision)
    return {"_index": INDEX, "_source": source}


def _raws(*hits: dict[str, Any]) -> list[Raw]:
    return reading.by_words({"hits": {"hits": hits}})


def test_chunks_of_another_revision_are_left_out_and_missed() -> None:
    """What the entry does not name is not shown; a page that is lost by that is named."""
    raws = _raws(*_hits("a.md", "A\n\nold", "r1"), *_hits("b.md", "B\n\nnew", "r2"))
    entries = reading.entries_of(
        [_entry("a.md", "A", "r2"), _entry("b.md", "B", "r2")], COLLECTIONS
    )
    hits = Reader(Known()).hits(entries, raws, 10)

    assert {"b.md"} == {hit.document.path for hit in hits}
    assert ["a.md"] == entries.lost(raws)


def test_a_page_with_old_and_new_chunks_is_not_lost() -> None:
    """Of the same page only what is current is shown."""
    raws = _raws(*_hits("a.md", "A\n\nold", "r1"), *_hits("a.md", "A\n\nnew", "r2"))
    entries = reading.entries_of([_entry("a.md", "A", "r2")], COLLECTIONS)

    assert ["A\n\n", "new"] == [hit.chunk.text for hit in Reader(Known()).hits(entries, raws, 10)]
    assert [] == entries.lost(raws)


def test_equal_scores_are_ordered_by_path_and_ordinal() -> None:
    """Hits have one order, however they came, and noise beyond four digits is none."""
    raws = _raws(*_hits("b.md", "B\n\nx", "r", 7.00001), *_hits("a.md", "A\n\ny", "r", 7.0))
    entries = reading.entries_of([_entry("a.md", "A", "r"), _entry("b.md", "B", "r")], COLLECTIONS)
    hits = Reader(Known()).hits(entries, raws, 3)

    assert [("a.md", 0, 1), ("a.md", 1, 2), ("b.md", 0, 3)] == [
        (hit.document.path, hit.chunk.ordinal, hit.rank) for hit in hits
    ]


def test_pages_of_one_path_are_shown_apart() -> None:
    """Where two roots have a page of the same path, the path says whose it is."""
    entries = reading.entries_of(
        [_entry("a.md", "A", "r", "/x/one"), _entry("a.md", "A", "r", "/x/two")], COLLECTIONS
    )

    assert {"one/a.md", "two/a.md"} == {facts.path for facts in entries.facts.values()}


def test_the_cosine_is_the_exact_one() -> None:
    """The quantized score of the search gives way to the product with the exact vector."""
    (hit, *_) = _hits("a.md", "A", "r", score=0.9)
    vector = np.array([0.6, 0.8], dtype=np.float32)
    told = {"fields": {"vector": [floats.vector_fields(vector)["vector"]]}}
    asked = np.array([1.0, 0.0], dtype=np.float32)

    (exact,) = reading.by_meaning({"hits": {"hits": [hit | told]}}, asked, Known())
    (quantized,) = reading.by_meaning({"hits": {"hits": [hit]}}, asked, Known())

    assert (0.6, 0.8) == (pytest.approx(exact.score), pytest.approx(quantized.score))


def test_a_page_lends_its_rank_to_the_chunks_found() -> None:
    """Pages are ranked by score, then path; only chunks that other legs found are among them."""
    found = _raws(*_hits("a.md", "A\n\nx", "r"), *_hits("b.md", "B", "r"))
    entries = reading.entries_of([_entry("a.md", "A", "r"), _entry("b.md", "B", "r")], COLLECTIONS)
    chunks = Reader(Known()).hits(entries, found, 10)
    pages = [
        Raw((INDEX, f"here:{name}.md"), {"path": f"{name}.md"}, score)
        for name, score in (("a", 0.5), ("b", 0.9), ("c", 0.7))
    ]
    lent = reading.lent(pages, COLLECTIONS, chunks, 10)

    assert [("b.md", 1), ("a.md", 3), ("a.md", 3)] == [(h.document.path, h.rank) for h in lent]


@pytest.mark.parametrize(
    ("response", "sentence"),
    [
        ({"timed_out": False, "_shards": {"total": 1, "failed": 0}}, ""),
        ({"timed_out": True}, "the time ran out; what was found by then is used"),
        (
            {
                "_shards": {
                    "total": 3,
                    "failed": 1,
                    "failures": [{"reason": {"type": "x", "reason": "node left."}}],
                }
            },
            "1 of 3 shards did not answer (node left)",
        ),
        ({"error": {"type": "odd", "reason": "so it is"}, "status": 400}, "odd: so it is"),
    ],
)
def test_what_is_not_all_says_why(response: dict[str, Any], sentence: str) -> None:
    """A failed leg, a lost shard and a lapse of time are each told; a whole answer is not."""
    assert sentence == reading.shortfall(response)


@pytest.mark.parametrize(
    ("kind", "status", "expected"),
    [
        ("index_not_found_exception", 404, IndexMissing),
        ("search_phase_execution_exception", 503, StoreUnavailable),
        ("odd_exception", 400, StoreError),
    ],
)
def test_a_search_of_which_nothing_worked_is_an_error(
    kind: str, status: int, expected: type[StoreError]
) -> None:
    """One leg that works is enough to go on; none is an error that says why."""
    failed = {"error": {"type": kind, "reason": "why"}, "status": status}
    reading.demand([failed, {"hits": {"hits": []}}])
    reading.demand([])

    with pytest.raises(expected, match="why"):
        reading.demand([failed, failed])


def test_counts_of_a_failed_request_are_none() -> None:
    """Where words could not be counted nothing is said to be missing."""
    failed = {"error": {"type": "odd", "reason": "why"}}

    assert (0, {}) == reading.counts(failed, ["a"])
    assert {} == reading.whole_words(failed, ["a"])
    assert {} == reading.similar(failed, ["assembley"])
    assert Entries().lost([]) == []
