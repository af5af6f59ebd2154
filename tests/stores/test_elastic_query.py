"""Bodies of requests: bounded, filtered by kind, and never syntax."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.stores import elastic_query as asking
from retrieval.stores.wanted import Wanted, wanted
from retrieval.text.query import parse
from retrieval.text.spelling import LONGEST

SYNTAX = ("query_string", "simple_query_string", "script", "regexp", "wildcard")


def _keys(value: Any) -> set[str]:
    """Name every key of a body, wherever in it."""
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in _keys(inner)}
    if isinstance(value, list):
        return {key for inner in value for key in _keys(inner)}
    return set()


@given(st.text(st.characters(exclude_categories=())))
def test_no_text_becomes_syntax(text: str) -> None:
    """Whatever was asked, no body has a query that is parsed, and it can be sent as JSON."""
    body = asking.by_words(wanted(parse(text, "asked")), 10)

    assert not _keys(body) & set(SYNTAX)
    json.dumps(body).encode("utf-8")


def test_every_leg_is_filtered_by_kind() -> None:
    """Words and meaning are filtered inside their own search, before anything is ranked."""
    vector = asking.Numbers(np.ones(2, dtype=np.float32))
    words = asking.by_words([Wanted(("vpn",))], 10)["query"]["bool"]["filter"]

    assert asking.filters("chunk") == words == asking.nearest(vector, 10)["knn"]["filter"]
    assert asking.filters("page") == asking.nearest(vector, 10, pages=True)["knn"]["filter"]


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1))
def test_a_vector_is_written_once_and_exactly(numbers: list[float]) -> None:
    """The server reads the float32 numbers that were asked by, and all else as it stands."""
    vector = np.array(numbers, dtype=np.float32)
    near = asking.Numbers(vector)
    for pages in (False, True):
        body = asking.nearest(near, 10, pages=pages)
        read = json.loads(asking.written(body))

        assert vector.tolist() == np.array(read["knn"]["query_vector"], np.float32).tolist()
        assert body == {**read, "knn": {**read["knn"], "query_vector": near}}


@given(st.text(st.characters(exclude_categories=())))
def test_what_was_asked_is_written_as_it_is(text: str) -> None:
    """Words go into the line as JSON, whatever they are; a line is one line."""
    body = asking.by_words(wanted(parse(text, "asked")), 10)
    line = asking.written(body)

    assert body == json.loads(line)
    assert "\n" not in line


@pytest.mark.parametrize(
    ("limit", "k", "candidates"), [(1, 1, 200), (100, 100, 400), (20_000, 10_000, 10_000)]
)
def test_candidates_are_bounded(limit: int, k: int, candidates: int) -> None:
    """A search by meaning never asks for more than it may, nor for fewer candidates than hits."""
    knn = asking.nearest(asking.Numbers(np.ones(2, dtype=np.float32)), limit)["knn"]

    assert (k, candidates) == (knn["k"], knn["num_candidates"])


def test_ways_to_say_one_thing_count_once() -> None:
    """The best of a group's ways scores; a phrase weighs as its words do in the mean."""
    (group,) = asking.by_words([Wanted(("vpn", "virtual private network"))], 10)["query"]["bool"][
        "should"
    ]
    word, phrase = group["dis_max"]["queries"]

    assert "vpn" == word["combined_fields"]["query"]
    assert pytest.approx(1 / 3) == phrase["match_phrase"]["all"]["boost"]


def test_a_lone_character_is_the_start_of_a_pair() -> None:
    """Chinese, Japanese and Korean stand in the index as pairs."""
    (one,) = asking.by_words([Wanted(("更",))], 10)["query"]["bool"]["should"]

    assert "更" == one["prefix"]["cjk"]["value"]


def test_nothing_wanted_finds_nothing() -> None:
    """A question without a word matches no chunk, rather than all."""
    assert {"must_not": {"match_all": {}}}.items() <= (
        asking.by_words([], 10)["query"]["bool"].items()
    )


def test_reading_all_goes_on_after_the_last() -> None:
    """The next part begins after the sort values of the part before."""
    assert "search_after" not in asking.part_of_all("page", ())
    assert ["a", "b"] == asking.part_of_all("page", ("a", "b"))["search_after"]
    assert {"ordinal": "asc"} in asking.part_of_all("chunk", ())["sort"]


def test_entries_are_asked_for_without_unpacking_documents() -> None:
    """Only doc values are read, and at most as many as one request may have."""
    body = asking.entries(["a.md"], 50_000)

    assert ("_none_", 10_000) == (body["stored_fields"], body["size"])
    assert "_source" not in body


def test_the_pattern_of_slips_is_no_longer_than_is_taken() -> None:
    """Elasticsearch refuses patterns of more than 1,000 characters."""
    longest = "abcdefghijklmnopqrst"
    assert LONGEST == len(longest)
    pattern = asking.similar([longest])["aggs"]["0"]["terms"]["include"]

    assert len(pattern) < 1_000
    assert re.fullmatch(pattern, "abcdefghijlkmnopqrst")
    assert not re.fullmatch(pattern, "bacdefghijlkmnopqrst")
