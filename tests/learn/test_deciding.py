"""Tests of retrieval/learn/deciding.py: weights are taken or removed; see also test_gate.py."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.errors import InputError
from retrieval.learn.deciding import Decisions, Kept
from retrieval.ports import Ruling
from retrieval.stores.upkeep import SqliteUpkeep
from tests.fakes.gate import Books

WEIGHTS = Ruling("weights", "docs", "abcd", "held", datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(("what", "expected"), [("accept", "taken"), ("discard", "removed")])
async def test_weights_are_taken_or_removed(tmp_path: Path, what: str, expected: str) -> None:
    """What is done about them is theirs to say; no index is touched."""
    books, done = Books(), []

    async def take(ruling: Ruling) -> None:
        done.append(f"taken {ruling.name}")

    async def remove(ruling: Ruling) -> None:
        done.append(f"removed {ruling.name}")

    await books.keep(WEIGHTS)
    decisions = Decisions(SqliteUpkeep(tmp_path), books, books.alarms, Kept(take, remove))
    await getattr(decisions, what)(WEIGHTS, "U1")

    assert [f"{expected} abcd"] == done


async def test_what_failed_can_be_done_again(tmp_path: Path) -> None:
    """A decision that could not be carried out is one all the same, and is tried again."""
    books = Books()

    async def fail(ruling: Ruling) -> None:
        raise InputError("The disk is full.")

    await books.keep(WEIGHTS)
    decisions = Decisions(SqliteUpkeep(tmp_path), books, books.alarms, Kept(fail, fail))
    for _ in range(2):
        with pytest.raises(InputError):
            await decisions.accept(WEIGHTS, "U1")

    assert "accepted" == books.kept[WEIGHTS.key].state
