"""The files of generations: what is damaged is listed, removed, and said piece by piece.

What every upkeep keeps to stands in tests/contracts/test_upkeep_contract.py.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from tests.fakes.pages import MADE_WITH, FakeCutter, page, vector


async def fill(index: SqliteIndex, *texts: str, embed: bool = True) -> str:
    """Put a page of each text under the root `here`; return the generation."""
    generation = await index.begin("docs", "here", MADE_WITH)
    try:
        for n, text in enumerate(texts):
            one = page(f"{n}.md", text)
            await generation.put(one, FakeCutter().chunks(one))
        pending = await generation.pending() if embed else ()
        if pending:
            vectors = np.stack([vector(text.text) for text in pending])
            await generation.attach([text.digest for text in pending], vectors)
        await index.complete(generation, "here")
        return generation.name
    finally:
        await index.release(generation)


async def test_a_file_that_cannot_be_read_is_listed_and_dropped(tmp_path: Path) -> None:
    """A damaged generation says so among the others, and can be removed."""
    upkeep = SqliteUpkeep(tmp_path)
    await fill(SqliteIndex(tmp_path), "One")
    (tmp_path / "docs.0002.db").write_bytes(b"no database at all" * 300)
    damaged, sound = await upkeep.generations("docs")
    await upkeep.drop("docs", "0002")

    assert "damaged" in damaged.damage
    assert "" == sound.damage
    assert ["0001"] == [one.name for one in await upkeep.generations("docs")]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM words WHERE rowid = 1", "1 chunk is not in the index of words."),
        ("DELETE FROM chunk WHERE ordinal = 1", "1 row of the index of words has no chunk."),
        ("DELETE FROM chunk WHERE ordinal = 0", "1 page lacks some of its chunks."),
        ("UPDATE chunk SET document = 77", "2 chunks stand under no page."),
        ("DELETE FROM parts", "1 page is not in the index of parts of words."),
        ("UPDATE vector SET vector = x'00'", "2 vectors have the wrong length."),
        (
            "UPDATE words_content SET c2 = 'something else' WHERE id = 1",
            "The full-text table 'words' does not agree with what it indexes",
        ),
    ],
)
async def test_each_kind_of_damage_is_named(tmp_path: Path, damage: str, said: str) -> None:
    """A sound file has no faults; one that was changed behind our back says what is wrong."""
    upkeep = SqliteUpkeep(tmp_path)
    await fill(SqliteIndex(tmp_path), "One\n\nText")
    sound = await upkeep.faults("docs", "0001")
    with closing(sqlite3.connect(tmp_path / "docs.0001.db")) as connection, connection:
        connection.execute("PRAGMA foreign_keys = 0")
        connection.execute(damage)

    assert [] == sound
    assert said in " ".join(await upkeep.faults("docs", "0001"))
