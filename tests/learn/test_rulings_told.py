"""Tests of retrieval/learn/rulings_told.py: what was ruled, in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from retrieval.learn.rulings_told import SHOWN, buttons, discarded, notice, told
from retrieval.ports import LostCase, Ruling

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "collection", "name", "title"),
    [
        ("generation", "docs", "0002", "Generation 0002 of 'docs'"),
        ("weights", "docs", "ab12", "The new weights ab12 of 'docs'"),
        ("configuration", "", "0123456789abcdef", "Configuration 0123456789ab"),
    ],
)
def test_everything_that_is_held_back_has_a_name(
    kind: str, collection: str, name: str, title: str
) -> None:
    """A generation, weights, a configuration."""
    ruling = Ruling(kind, collection, name, "held", NOW, said="Why.")

    assert f"{title} is held back. Why." == told(ruling)
    assert {ruling.key} == {button.value for button in buttons(ruling)}


def test_a_message_names_some_cases_and_says_how_many_more() -> None:
    """The command names all."""
    lost = tuple(LostCase(f"c{n}", "How?", "found", 1, None) for n in range(SHOWN + 3))
    said = notice(Ruling("generation", "docs", "0002", "held", NOW, lost=lost))

    assert SHOWN == said.count("rank 1")
    assert "and 3 more" in said
    assert "How?" not in said


def test_what_was_thrown_away_says_what_to_do() -> None:
    """Who did it and when; to set something back, or to build it all the same."""
    ruling = Ruling("generation", "docs", "0002", "discarded", NOW, by="U1", decided=NOW)

    assert "U1 threw it away on 2026-11-30" in discarded(ruling)
    assert "scripts.index build --collection docs" in discarded(ruling)
