"""Weights that wait beside those in use are files of their own until they are taken or dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval import wiring, wiring_weights
from retrieval.errors import InputError
from retrieval.settings import load


def test_what_waits_is_not_in_use_until_it_is_taken(tmp_path: Path) -> None:
    """Taken once more it stays; dropped it is gone; what is not here cannot be taken."""
    settings = load(data=tmp_path)
    values = tuple(wiring.rerank_features()[1])
    name = wiring_weights.keep(settings, "docs", values, "questions")
    waits = wiring.rerank_weights(settings, "docs")
    path = wiring_weights.take(settings, "docs", name)
    used = wiring.rerank_weights(settings, "docs")
    again = wiring_weights.take(settings, "docs", name)
    other = wiring_weights.keep(settings, "docs", [value + 1 for value in values], "questions")
    wiring_weights.drop(settings, "docs", other)
    wiring_weights.drop(settings, "docs", other)

    assert (None, values, path) == (waits, used, again)
    with pytest.raises(InputError, match="another machine"):
        wiring_weights.take(settings, "docs", other)


def test_a_configuration_has_the_other_weights_in_it(tmp_path: Path) -> None:
    """All else is as it is now."""
    settings = load(data=tmp_path)
    values = tuple(wiring.rerank_features()[1])
    made = wiring_weights.with_weights(settings, "docs", values, "questions")

    assert "questions" == made["weights"]["docs"]["learnt_on"]
    assert {"form", "prompts", "settings", "weights", "quoting", "synonyms"} <= made.keys()
