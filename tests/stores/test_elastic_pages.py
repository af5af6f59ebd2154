"""Entries of pages are remembered for exactly as long as the index is as it was."""

from __future__ import annotations

import pytest

from retrieval.stores import elastic_pages
from retrieval.stores.elastic_known import Raw
from retrieval.stores.elastic_pages import Mark, Pages, marks_of
from retrieval.stores.elastic_reading import Entries
from retrieval.values import DocumentFacts

INDEX = "footnote.docs.0001"
MARKS = {INDEX: Mark(9, 2)}


def _entries(*pages: str, revision: str = "r1") -> Entries:
    places = [(INDEX, page) for page in pages]
    facts = {place: DocumentFacts(place[1], "docs", f"{place[1]}.md", "T", "") for place in places}
    return Entries(dict.fromkeys(places, revision), facts)


def _chunk(page: str, revision: str = "r1") -> Raw:
    return Raw((INDEX, page), {"revision": revision}, 1.0)


def test_what_was_kept_is_known_at_the_same_mark() -> None:
    """The entries of just the pages that were found come back."""
    pages = Pages()
    pages.keep(MARKS, _entries("a", "b"))

    assert _entries("a") == pages.entries(MARKS, [_chunk("a"), _chunk("a")])
    assert Entries() == pages.entries(MARKS, [])


@pytest.mark.parametrize("marks", [{}, {INDEX: Mark(10, 2)}, {INDEX: Mark(9, 1)}])
def test_nothing_is_known_at_another_mark(marks: dict[str, Mark]) -> None:
    """Neither after a later entry, nor with one fewer, nor where the marks could not be had."""
    pages = Pages()
    pages.keep(MARKS, _entries("a"))

    assert pages.entries(marks, [_chunk("a")]) is None


@pytest.mark.parametrize("chunk", [_chunk("b"), _chunk("a", "r2")], ids=["page", "revision"])
def test_what_was_not_read_is_not_known(chunk: Raw) -> None:
    """One chunk of a page, or of a revision, that is not known is enough to ask again."""
    pages = Pages()
    pages.keep(MARKS, _entries("a"))

    assert pages.entries(MARKS, [_chunk("a"), chunk]) is None


def test_entries_of_a_new_state_take_the_place_of_the_old() -> None:
    """What was read before the index changed is not known any more."""
    pages, later = Pages(), {INDEX: Mark(12, 2)}
    pages.keep(MARKS, _entries("a", "b"))
    pages.keep(later, _entries("a", revision="r2"))

    assert pages.entries(later, [_chunk("a", "r2")]) is not None
    assert pages.entries(later, [_chunk("b")]) is None
    assert pages.entries(MARKS, [_chunk("a")]) is None


def test_entries_without_a_mark_are_not_kept() -> None:
    """Where the state could not be told there is nothing to hold them to."""
    pages = Pages()
    pages.keep({}, _entries("a"))

    assert pages.entries(MARKS, [_chunk("a")]) is None


def test_a_bounded_number_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many it begins anew."""
    monkeypatch.setattr(elastic_pages, "MOST", 2)
    pages = Pages()
    pages.keep(MARKS, _entries("a", "b"))
    pages.keep(MARKS, _entries("c"))

    assert pages.entries(MARKS, [_chunk("a")]) is None
    assert pages.entries(MARKS, [_chunk("c")]) is not None


def test_marks_are_read_from_both_searches() -> None:
    """From the search for them, and from that for entries; none from one that failed in part."""
    buckets = {"buckets": [{"key": INDEX, "doc_count": 2, "last": {"value": 9.0}}]}
    alone = {"aggregations": {"indices": buckets}}
    beside = {"aggregations": {"everywhere": {"pages": {"indices": buckets}}}}

    assert [MARKS, MARKS, {}] == [marks_of(one) for one in (alone, beside, {"hits": {}})]
    assert {} == marks_of({**alone, "_shards": {"total": 2, "failed": 1}})
    assert {} == marks_of({"error": {"type": "odd"}})
