"""The ranking with one default taken back."""

from __future__ import annotations

from datetime import date

import pytest

from benchmarks._taken_back import (
    OF_WORDS,
    SHIPPED,
    VARIANTS,
    Fusing,
    Variant,
    begin,
    finish,
    narrowed,
    texts_once,
)
from retrieval.answer.rank import rank
from retrieval.models.features import DEFAULT_WEIGHTS, NAMES
from retrieval.models.lexical import LexicalReranker
from retrieval.text.query import parse
from retrieval.values import Candidates, Frequencies, Hit, LegResult, Queries, Question
from tests.fakes.team import OPEN, chunks, facts

TODAY = date(2026, 1, 1)
ASKED = "vpn client"
QUERIES = Queries(Question(ASKED, OPEN), ASKED, (parse(ASKED, origin="asked"),), "none")
TEXTS = {
    "old.md": "The vpn client is on the shelf.",
    "new.md": "The vpn client is in the portal.",
    "far.md": "A ladder, and a client.",
    "gone.md": "The vpn client of last year.",
}
ABOUT = {
    "old.md": facts("old.md", "Client", updated=date(2020, 1, 1)),
    "new.md": facts("new.md", "Client", updated=date(2025, 1, 1)),
    "far.md": facts("far.md", "Ladders"),
    "gone.md": facts("gone.md", "Before", status="archived"),
}


def _leg(name: str, *paths: str, weight: float = 1.0) -> LegResult:
    hits = [
        Hit(chunks(path, TEXTS[path])[0], ABOUT[path], number, 9.0 - number)
        for number, path in enumerate(paths, 1)
    ]
    return LegResult(name, ASKED, tuple(hits), weight)


FOUND = Candidates(
    (
        _leg("words", "gone.md", "old.md", "far.md"),
        _leg("meaning", "far.md", "new.md", "old.md"),
        _leg("page_meaning", "new.md", "old.md", weight=0.4),
    ),
    Frequencies(100, {"vpn": 5, "client": 9}),
)


def _paths(one: Variant) -> list[str]:
    begun = begin(QUERIES, narrowed(FOUND, ()), one.fusing, TODAY)
    return [hit.document.path for hit in finish(QUERIES, begun, one, TODAY)]


async def test_with_nothing_taken_back_it_is_the_ranking_that_ships() -> None:
    """What is compared with is what the answer path does."""
    ranked = await rank(QUERIES, FOUND, LexicalReranker(), today=TODAY)

    assert [hit.document.path for hit in ranked.hits] == _paths(SHIPPED)


def test_each_variant_has_a_name_of_its_own_and_differs_from_what_ships() -> None:
    """No default is measured twice under one name, and none against itself."""
    names = [one.name for one in (SHIPPED, *VARIANTS)]
    taken = [(one.fusing, one.weights, one.versions, one.verified) for one in (SHIPPED, *VARIANTS)]

    assert len(names) == len(set(names))
    assert len(taken) == len(set(taken))


def test_every_kind_of_evidence_is_weighed_otherwise_once() -> None:
    """What counts is taken away, what does not is counted; once all that is of words goes."""
    changed = [
        [place for place, weight in enumerate(DEFAULT_WEIGHTS) if weight != one.weights[place]]
        for one in VARIANTS
        if one.weights and one.weights != DEFAULT_WEIGHTS
    ]

    alone = [places for places in changed if len(places) == 1]
    (together,) = (places for places in changed if len(places) > 1)

    assert [[place] for place in range(len(DEFAULT_WEIGHTS))] == sorted(alone)
    assert set(OF_WORDS) == {NAMES[place] for place in together}


def test_the_rules_can_be_taken_back_one_by_one() -> None:
    """Without its rule the older version stands first, and the archived page is there."""
    older_first = Variant("rule of versions", "off", weights=None, versions=False)
    kept = Variant("in force", "kept", Fusing(in_force=False))

    assert _paths(older_first).index("old.md") < _paths(older_first).index("new.md")
    assert _paths(SHIPPED).index("new.md") < _paths(SHIPPED).index("old.md")
    assert "gone.md" not in _paths(SHIPPED)
    assert "gone.md" in _paths(kept)


def test_a_leg_taken_away_takes_what_it_alone_had_found() -> None:
    """Whole pages lend their ranks only to chunks that a leg which stays has found."""
    left = narrowed(FOUND, (("meaning", 0.0), ("page_meaning", 2.0)))

    assert ["words", "page_meaning"] == [leg.leg for leg in left.legs]
    assert [1.0, pytest.approx(0.8)] == [leg.weight for leg in left.legs]
    assert ["old.md"] == [hit.document.path for hit in left.legs[1].hits]
    assert [2] == [hit.rank for hit in left.legs[1].hits]


def test_texts_looked_at_once_give_the_same_ranking() -> None:
    """What is kept within a question saves time and changes nothing."""
    plainly = [_paths(one) for one in VARIANTS]

    with texts_once():
        kept = [_paths(one) for one in VARIANTS]

    assert plainly == kept


@pytest.mark.parametrize("one", [SHIPPED, *VARIANTS], ids=lambda one: one.name)
def test_nothing_found_ranks_to_nothing(one: Variant) -> None:
    """A question of which nothing is found has no pages, whatever is taken back."""
    begun = begin(QUERIES, Candidates(()), one.fusing, TODAY)

    assert [] == finish(QUERIES, begun, one, TODAY)
