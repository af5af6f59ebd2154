"""Indexing is killed at the worst moments: the next run finishes, and readers never notice."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.elastic_gate import Gate, gate
from tests.services.indexing import Shop, shop, whole

SEED = 5


@pytest.fixture(name="shop")
async def _shop(tmp_path: Path, elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shop]:
    async with shop(tmp_path, elasticsearch_url, index_prefix) as opened:
        yield opened


@pytest.fixture(name="gate")
async def _gate(elasticsearch_url: str) -> AsyncIterator[Gate]:
    async with gate(elasticsearch_url) as opened:
        yield opened


async def _killed(shop: Shop, gate: Gate, ending: str, number: int, *, after: bool) -> int:
    """Index, and kill the process at a request; return its exit code."""
    process = await shop.begin(gate.url)
    gate.at(ending, number, process.kill, after=after)
    await process.communicate()
    return process.returncode or 0


@pytest.mark.long
async def test_a_run_killed_at_a_bulk_is_finished_by_the_next(shop: Shop, gate: Gate) -> None:
    """At seeded requests, before or after the server did them: no loss, no orphan, no double.

    Whoever asks meanwhile finds each page once: never neither of its revisions, never both.
    """
    draw = random.Random(SEED)
    shop.write("first")
    assert (0, "") == await shop.index(gate.url)
    assert whole("first") == await shop.state()
    shop.write("second")
    async with shop.asked():
        codes = [
            await _killed(shop, gate, "/_bulk", draw.randint(1, 4), after=draw.random() < 0.5)
            for _ in range(3)
        ]
        finished = await shop.index()

    assert [-9] * 3 == codes
    assert (0, "") == finished
    assert {1} == shop.found
    assert whole("second") == await shop.state()


async def test_a_run_killed_at_a_swap_is_finished_by_the_next(shop: Shop, gate: Gate) -> None:
    """Before the alias moved the old index answers, after it the new one; both runs end well."""
    shop.count = 20
    shop.write("first")
    assert (0, "") == await shop.index(gate.url)
    codes, used = [], []
    async with shop.asked():
        for after in (False, True):
            await shop.age()
            codes.append(await _killed(shop, gate, "/_aliases", 1, after=after))
            used.append(await shop.used())
            assert (0, "") == await shop.index()
            assert whole("first", 20) == await shop.state()

    assert [-9, -9] == codes
    assert [["0001"], ["0003"]] == used
    assert {1} == shop.found
