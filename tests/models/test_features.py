"""What the reranker looks at, and that it is comparable within a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.models.features import DEFAULT_WEIGHTS, NAMES, asked, features, idf, standardised
from retrieval.text.query import parse
from retrieval.text.synonyms import parse as synonyms
from retrieval.values import Candidates, Frequencies, Queries, Question, RankedHit
from tests.fakes.team import OPEN, chunks, facts, ranked

FREQUENCIES = Frequencies(100, {"vpn": 5, "linux": 10, "setup": 20, "client": 5})


def _queries(text: str, *more: tuple[str, str]) -> Queries:
    searches = [parse(text, origin="asked"), *(parse(t, origin=origin) for t, origin in more)]
    return Queries(Question(text, OPEN), text, tuple(searches), "none")


def _hit(path: str, text: str, rank: int, **scores: float) -> RankedHit:
    found = ranked(chunks(path, text)[0], facts(path, path), rank, ranks={"words": rank})
    return RankedHit(
        found.chunk, found.document, rank, found.score, found.fused, found.ranks, scores
    )


def _column(name: str, hits: list[RankedHit], queries: Queries) -> list[float]:
    found = features(queries, Candidates((), FREQUENCIES), hits)
    return [row[NAMES.index(name)] for row in found.rows]


def test_a_word_that_nothing_has_weighs_nothing() -> None:
    """An unknown word cannot be missing from one page more than from another."""
    assert 0.0 == idf(0, 100)
    assert idf(5, 100) > idf(20, 100) > 0


def test_a_synonym_counts_as_the_word_that_was_asked_for() -> None:
    """Else what a team says of its own words would find a page, and the reranker lose it again."""
    known = synonyms("grub, meals\n")
    query = parse("limit for grub", "asked", known)
    queries = Queries(Question("limit for grub", OPEN), query.text, (query,), "none")
    hits = [_hit("lift.md", "The limit for a lift.", 1), _hit("meals.md", "A limit for meals.", 2)]
    counted = Frequencies(10, {"limit": 2, "meals": 1})
    found = features(queries, Candidates((), counted), hits)

    for name in ("window", "near", "whole", "body", "path"):
        lift, meals = (row[NAMES.index(name)] for row in found.rows)
        assert meals > lift


def test_a_follow_up_is_judged_by_what_it_asks() -> None:
    """A model's standalone question is what is looked for; a borrowed subject is not."""
    lent = _queries("and on linux?", ("vpn setup and on linux?", "lent"))
    worded = _queries("and on linux?", ("vpn setup on linux", "standalone"))

    assert {"linux"} == set(asked(lent, FREQUENCIES).rarity)
    assert {"vpn", "setup", "linux"} == set(asked(worded, FREQUENCIES).rarity)


def test_the_page_with_the_words_together_stands_out() -> None:
    """Closeness, neighbours and coverage are highest where the question's words are."""
    hits = [
        _hit("a.md", "Linux is here. " + "Filler text. " * 30 + "The VPN is there.", 1),
        _hit("b.md", "The vpn client setup on Linux takes a minute.", 2),
    ]
    queries = _queries("vpn client setup on linux")

    for name in ("window", "neighbours", "near", "whole", "body"):
        first, second = _column(name, hits, queries)
        assert second > first


def test_a_page_is_judged_by_its_best_chunk() -> None:
    """Rows are one a page, in the order of their first hit."""
    first, second = chunks("a.md", "Nothing of use. ", "The vpn client setup on Linux.")
    page = facts("a.md", "a.md")
    hits = [
        ranked(first, page, 1),
        _hit("b.md", "Something about a client.", 2),
        ranked(second, page, 3),
    ]

    found = features(_queries("vpn client setup"), Candidates((), FREQUENCIES), hits)

    assert ("a.md", "b.md") == found.pages
    window = [row[NAMES.index("window")] for row in found.rows]
    assert window[0] > window[1]


def test_identifiers_and_paths_count() -> None:
    """An alert's name in a path, and an error code in a text, are evidence."""
    hits = [
        _hit("runbooks/KubePodCrashLooping.md", "Restart it. ERR_4021 says so.", 1),
        _hit("runbooks/other.md", "Restart it.", 2),
    ]
    frequencies = Frequencies(100, {"kube": 9, "pod": 9, "crash": 9, "looping": 2})
    queries = _queries("KubePodCrashLooping ERR_4021")
    rows = features(queries, Candidates((), frequencies), hits).rows

    for name in ("path", "identifiers"):
        assert rows[0][NAMES.index(name)] > rows[1][NAMES.index(name)]


@given(
    st.lists(
        st.lists(st.floats(-10, 10), min_size=len(NAMES), max_size=len(NAMES)),
        min_size=1,
        max_size=8,
    )
)
def test_standardised_columns_have_no_mean(rows: list[list[float]]) -> None:
    """Within a question the mean of each feature is taken off, and nothing blows up."""
    scaled = standardised(rows)

    for column in zip(*scaled, strict=True):
        assert pytest.approx(0, abs=1e-6) == sum(column)
        assert all(abs(value) <= len(rows) for value in column)


def test_nine_kinds_of_evidence_count_alike_by_default() -> None:
    """No shipped weight is a learnt number."""
    assert {0.0, 1.0} == set(DEFAULT_WEIGHTS)
    assert 9 == sum(DEFAULT_WEIGHTS)
