"""How the benchmark of embedding takes turns."""

from __future__ import annotations

import pytest

from benchmarks import embedding
from retrieval.models.onnx import OnnxEmbedder


def test_every_text_has_its_turn_before_one_has_its_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However short the time is, a few turns are taken, the same ones in every run."""
    monkeypatch.setattr(embedding, "FEWEST", 10)
    first, again = (list(embedding.turns(5, seconds=0.0)) for _ in range(2))

    assert first == again
    assert [0, 1, 2, 3, 4] == sorted(first[:5]) == sorted(first[5:])


async def test_both_embed_the_same_texts_in_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a time of each for every turn, and their ratio is a share of the pace."""
    monkeypatch.setattr(embedding, "FEWEST", 3)
    texts = [f"text {number}" for number in range(2 * embedding.TURN)]
    run = await embedding.race(OnnxEmbedder(), texts, 0.0)

    assert (3, 3, 3 * embedding.TURN) == (len(run.ours), len(run.theirs), run.texts)
    assert run.ratio > 0


def test_the_medians_ratio_is_not_moved_by_one_slow_turn() -> None:
    """A turn in which the machine did something else counts as one turn."""
    assert 0.5 == embedding.Race((2.0, 2.0, 99.0), (1.0, 1.0, 1.0), 3).ratio
