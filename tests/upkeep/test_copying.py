"""A copy holds what the original holds, vectors included, and goes on where it was stopped."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from retrieval.errors import StoreError
from retrieval.ports import GenerationFacts
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from retrieval.upkeep import copying
from retrieval.upkeep.copying import Copier, compare
from tests.upkeep.shop import PAGES, filled


def _to(folder: Path, source: SqliteUpkeep, steps: list[int] | None = None) -> Copier:
    told = steps if steps is not None else []
    index = SqliteIndex(folder, held=True)
    return Copier(source, SqliteUpkeep(folder), index, lambda done, _: told.append(done))


async def test_a_copy_is_the_same_without_embedding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages of two roots, chunks, vectors and canaries; it waits to be swapped in."""
    monkeypatch.setattr(copying, "AT_ONCE", 2)
    await filled(tmp_path / "a")
    source, facts = await filled(tmp_path / "a", {"x.md": "X\n\nOther text"}, root="there")
    steps: list[int] = []
    copied = await _to(tmp_path / "b", source, steps).copy(facts)
    target = SqliteUpkeep(tmp_path / "b")
    (made,) = await target.generations("docs")

    assert (8, 0, ()) == (copied.put, copied.stood, copied.differences)
    assert [2, 4, 6, 7, 8] == steps
    assert (True, True, False) == (made.complete, made.held, made.in_use)
    assert (facts.documents, facts.chunks, facts.roots) == (
        made.documents,
        made.chunks,
        made.roots,
    )
    canaries = [await one.canaries("docs", made.name) for one in (source, target)]
    assert [one.text for one in canaries[0]] == [one.text for one in canaries[1]]


class Stopped(SqliteUpkeep):
    """A source that fails when it has given the vectors of some pages."""

    left = 2

    async def vectors(self, collection, generation, digests):
        """Give vectors, for a while."""
        self.left -= 1
        if self.left < 0:
            raise StoreError("The disk is gone.")
        return await super().vectors(collection, generation, digests)


async def test_a_copy_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was put is not put again: it came with its vectors."""
    monkeypatch.setattr(copying, "AT_ONCE", 2)
    source, facts = await filled(tmp_path / "a")
    with pytest.raises(StoreError):
        await _to(tmp_path / "b", Stopped(tmp_path / "a")).copy(facts)
    copied = await _to(tmp_path / "b", source).copy(facts)

    assert (3, 4, ()) == (copied.put, copied.stood, copied.differences)


async def test_a_copy_follows_its_original(tmp_path: Path) -> None:
    """Copied again before it was swapped in, it takes over what changed and what went."""
    source, facts = await filled(tmp_path / "a")
    first = await _to(tmp_path / "b", source).copy(facts)
    pages = {**PAGES, "0.md": "Page 0\n\nNew text"}
    del pages["1.md"]
    source, facts = await filled(tmp_path / "a", pages)
    second = await _to(tmp_path / "b", source).copy(facts)

    assert first.generation == second.generation
    assert (1, 5, ()) == (second.put, second.stood, second.differences)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE document SET digest = 'x' WHERE path = '0.md'", "1 page differs"),
        ("UPDATE chunk SET text = 'x' WHERE row = 1", "The chunks or the vectors of 1 page "),
        (
            "UPDATE vector SET vector = zeroblob(64) WHERE row = (SELECT min(row) FROM vector)",
            "The chunks or the vectors of",
        ),
        (
            "DELETE FROM vector WHERE row = (SELECT min(row) FROM vector)",
            "1 text has no vector in the copy; in its source, 0.",
        ),
    ],
)
async def test_what_differs_is_named(tmp_path: Path, damage: str, said: str) -> None:
    """Digests, texts and vectors are compared page by page."""
    source, facts = await filled(tmp_path / "a")
    copied = await _to(tmp_path / "b", source).copy(facts)
    path = tmp_path / "b" / f"docs.{copied.generation}.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(damage)
    found = await compare(source, facts, SqliteUpkeep(tmp_path / "b"), copied.generation)

    assert said in " ".join(found)


async def test_an_index_without_a_root_is_not_copied(tmp_path: Path) -> None:
    """There is nothing to make a generation of."""
    source, facts = await filled(tmp_path / "a")
    empty = GenerationFacts(
        **{**{name: getattr(facts, name) for name in facts.__slots__}, "roots": {}}
    )
    with pytest.raises(StoreError, match="no folder"):
        await _to(tmp_path / "b", source).copy(empty)
