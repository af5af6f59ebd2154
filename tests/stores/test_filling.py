"""A generation filled page by page: nothing half, nothing left over, nothing written twice."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from retrieval.errors import StoreError
from retrieval.stores.filling import SqliteGeneration
from retrieval.stores.writing import SqliteIndex
from tests.fakes.pages import DIMS, MADE_WITH, FakeCutter, page, vector

FULL_TEXT = ("words", "parts")
TABLES = (
    *("document", "chunk", "vector", *FULL_TEXT),
    *(f"{table}_{kind}" for table in FULL_TEXT for kind in ("content", "docsize")),
)


def counts(path: Path) -> dict[str, int]:
    """Count the rows of every table that pages leave rows in; check the full-text tables."""
    with closing(sqlite3.connect(path)) as connection:
        for table in FULL_TEXT:
            check = f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)"
            connection.execute(check)
        connection.rollback()
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in TABLES
        }


async def _put(generation: SqliteGeneration, path: str, text: str, instead_of: str = "") -> None:
    one = page(path, text)
    await generation.put(one, FakeCutter().chunks(one), instead_of=instead_of)


async def _embed(generation: SqliteGeneration) -> int:
    pending = await generation.pending()
    if pending:
        vectors = np.stack([vector(text.text) for text in pending])
        await generation.attach([text.digest for text in pending], vectors)
    return len(pending)


async def test_no_table_keeps_a_row_of_what_is_gone(tmp_path: Path) -> None:
    """Edited, shortened, renamed and deleted pages leave the rows of what is there, no others."""
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    for n in range(5):
        await _put(generation, f"{n}.md", f"Page {n}\n\nText {n}\n\nMore {n}")
    await _put(generation, "0.md", "Page 0\n\nText 0")
    await _put(generation, "one.md", "Page 1\n\nText 1\n\nMore 1", instead_of="1.md")
    await _put(generation, "2.md", "")
    await generation.remove("here", "3.md")
    await _embed(generation)
    await index.complete(generation, "here")
    await index.release(generation)

    rows = {"document": 4, "parts": 4, "chunk": 8, "words": 8, "vector": 8}
    shadows = {
        f"{name}_{kind}": rows[name] for name in FULL_TEXT for kind in ("content", "docsize")
    }
    assert rows | shadows == counts(generation.path)


async def test_an_edited_paragraph_costs_one_embedding(tmp_path: Path) -> None:
    """Only the texts that changed wait for a vector; those that moved keep theirs."""
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    await _put(generation, "a.md", "A\n\none\n\ntwo\n\nthree")
    first = await _embed(generation)
    await _put(generation, "a.md", "A\n\none\n\ntwo and a half\n\nthree")
    second = await _embed(generation)
    await _put(generation, "a.md", "A\n\nthree\n\none\n\ntwo and a half")
    third = await _embed(generation)
    await index.release(generation)

    assert (4, 1, 0) == (first, second, third)


async def test_looking_without_a_change_writes_nothing(tmp_path: Path) -> None:
    """Begin, manifest, pending, complete and release leave every byte as it was."""
    index = SqliteIndex(tmp_path)
    for _ in range(2):
        generation = await index.begin("docs", "here", MADE_WITH)
        if not await generation.manifest("here"):
            await _put(generation, "a.md", "A\n\none")
            await _embed(generation)
        else:
            before = generation.path.read_bytes()
            stamp = generation.path.stat().st_mtime_ns
        await generation.remove("here", "not there")
        await index.complete(generation, "here")
        await index.release(generation)

    assert before == generation.path.read_bytes()
    assert stamp == generation.path.stat().st_mtime_ns


async def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """A page that does not fit is not put at all, and what was there is whole."""
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    await _put(generation, "a.md", "A\n\nold words")
    before = counts(generation.path)
    (pages,) = generation.connection.execute("PRAGMA page_count").fetchone()
    generation.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreError, match="is full"):
        await _put(generation, "a.md", "A\n\n" + " ".join(f"word{n}" for n in range(20_000)))
    await index.release(generation)

    assert before == counts(generation.path)


async def test_vectors_must_be_as_many_as_texts(tmp_path: Path) -> None:
    """A mistake of an embedder is told and not stored."""
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    await _put(generation, "a.md", "A\n\none")
    with pytest.raises(StoreError, match="2 texts were given 1 vectors"):
        await generation.attach(["a", "b"], np.ones((1, DIMS), dtype=np.float32))
    await index.release(generation)


WORKER = """
import asyncio, sys
from pathlib import Path
from retrieval.stores.writing import SqliteIndex
from tests.fakes.pages import MADE_WITH, FakeCutter, page

async def main():
    index = SqliteIndex(Path(sys.argv[1]), wait=10)
    generation = await index.begin("docs", "here", MADE_WITH)
    print("go", flush=True)
    for turn in range(1000):
        for n in range(5):
            one = page(f"{n}.md", f"Page\\n\\nturn {turn}\\n\\nagain {turn} of {n}")
            await generation.put(one, FakeCutter().chunks(one))

asyncio.run(main())
"""


def test_a_killed_process_leaves_nothing_half(tmp_path: Path) -> None:
    """Killed at seeded moments, every page is wholly of one turn, and the next run goes on."""
    moments = random.Random(7)
    for _ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tmp_path)],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                process.wait(moments.uniform(0.0, 0.4))
            except subprocess.TimeoutExpired:
                process.kill()
        path = tmp_path / "docs.0001.db"
        found = counts(path)
        assert found["chunk"] == found["words"] == 3 * found["document"]
        with closing(sqlite3.connect(path)) as connection:
            for text in connection.execute(
                "SELECT group_concat(text, '') FROM chunk GROUP BY document ORDER BY ordinal"
            ):
                turns = {word for word in text[0].split() if word.isdigit()}
                assert len(turns) <= 2

    async def goes_on() -> int:
        index = SqliteIndex(tmp_path)
        generation = await index.begin("docs", "here", MADE_WITH)
        try:
            return len(await generation.manifest("here"))
        finally:
            await index.release(generation)

    assert 5 >= asyncio.run(goes_on())
