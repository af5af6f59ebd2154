"""Tests of what a generation that is gone was made of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from retrieval.errors import InputError, PartlyEmbedded
from retrieval.ingest.chunk import digest_of
from retrieval.learn.rebuilding import Borrowing, recipe
from retrieval.ports import Run
from tests.fakes.team import BagEmbedder


def run(root: str, day: int, generation: str = "0003", **more: object) -> Run:
    """Return a run that saw pages."""
    told = {"seen": 3, "pages": f"{root}{day}", "made_with": "x", **more}
    started = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
    return Run("docs", root, "command", started, 1.0, generation, **told)  # type: ignore[arg-type]


def newest_first(*runs: Run) -> list[Run]:
    """Order runs as the ledger does."""
    return sorted(runs, key=lambda one: one.started, reverse=True)


def test_the_last_run_of_each_root_is_what_it_was_made_of() -> None:
    """Other generations, and runs that saw nothing, say nothing."""
    runs = newest_first(
        run("/b", 1), run("/b", 4), run("/a", 2), run("/b", 6, "0004"), run("/b", 5, seen=0)
    )

    assert [("/a", 2), ("/b", 4)] == [
        (one.root, (one.started - datetime(2026, 1, 1, tzinfo=UTC)).days)
        for one in recipe(runs, "0003")
    ]


def test_a_root_that_another_took_over_is_in_that_one() -> None:
    """Its pages were read with those around it later; a neighbour of a like name is none."""
    runs = newest_first(run("/docs/in", 1), run("/docs", 2), run("/docs2", 1))

    assert ["/docs", "/docs2"] == [one.root for one in recipe(runs, "0003")]


def test_what_is_not_recorded_cannot_be_made() -> None:
    """Neither without a run, nor from a run of a release that did not say."""
    with pytest.raises(InputError, match="no run that made it"):
        recipe([run("/a", 1)], "0007")
    with pytest.raises(InputError, match="2026-01-02 00:00 UTC that made it does not say"):
        recipe([run("/a", 1, pages="")], "0003")


class There:
    """A generation that has the vector of one text, which nobody else makes."""

    async def vectors(
        self, collection: str, generation: str, digests: list[str]
    ) -> dict[str, np.ndarray]:
        """Return it where it is asked for."""
        assert ("docs", "0004") == (collection, generation)
        return {one: np.full(256, 7.0) for one in digests if one == digest_of("known")}


async def test_only_what_has_no_vector_is_embedded() -> None:
    """In the order asked for, also where one text comes twice."""
    embedder = BagEmbedder()
    borrowing = Borrowing(embedder, There(), "docs", "0004")  # type: ignore[arg-type]
    rows = await borrowing.passages(["new", "known", "new"])
    (new,) = await embedder.passages(["new"])

    assert [True, True, True] == [
        np.allclose(row, wanted) for row, wanted in zip(rows, (new, 7.0, new), strict=True)
    ]
    assert embedder.identity == borrowing.identity


async def test_what_was_had_and_paid_for_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rest fails, the places of all that has a vector are told."""
    embedder = BagEmbedder()

    async def passages(texts: list[str]) -> object:
        raise PartlyEmbedded("the rest is too long", [1], np.full((1, 256), 3.0), passing=False)

    monkeypatch.setattr(embedder, "passages", passages)
    borrowing = Borrowing(embedder, There(), "docs", "0004")  # type: ignore[arg-type]
    with pytest.raises(PartlyEmbedded) as raised:
        await borrowing.passages(["bad", "known", "good"])

    assert [1, 2] == list(raised.value.done)
    assert [7.0, 3.0] == [float(row[0]) for row in raised.value.vectors]
