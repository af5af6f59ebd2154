"""The age of the index is that of its last change, whoever opens it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.age import last_changed
from retrieval import wiring
from retrieval.settings import Settings, load
from retrieval.values import Scope
from scripts import ingest

LONG_AGO = 1_700_000_000.0


@pytest.fixture(name="settings")
async def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of an index whose files are years old."""
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text("# A\n\nText of the page.\n")
    monkeypatch.setattr("sys.argv", ["ingest", str(tmp_path / "pages"), "--quiet"])
    assert 0 == await ingest.main()
    settings = load()
    for path in settings.index_folder.iterdir():
        os.utime(path, (LONG_AGO, LONG_AGO))
    return settings


@contextmanager
def _unchanged(settings: Settings) -> Iterator[None]:
    assert LONG_AGO == last_changed(settings.index_folder)
    yield
    assert LONG_AGO == last_changed(settings.index_folder)


async def test_opening_and_searching_make_the_index_no_younger(settings: Settings) -> None:
    """While it is open, after it was closed, and opened again; its -shm file is new."""
    for _ in range(2):
        with _unchanged(settings):
            store = wiring.store(settings, wiring.embedder(settings))
            await store.within(Scope(("docs",))).census()
            with _unchanged(settings):
                newest = max(path.stat().st_mtime for path in settings.index_folder.iterdir())
            await store.close()

    assert newest > LONG_AGO


async def test_indexing_makes_it_younger(settings: Settings, tmp_path: Path) -> None:
    """A page that changed is a change, also while it stands in the write-ahead log alone."""
    (tmp_path / "pages" / "a.md").write_text("# A\n\nAnother text.\n")
    assert 0 == await ingest.main()
    found = last_changed(settings.index_folder)

    assert found is not None
    assert found > LONG_AGO


def test_without_an_index_there_is_no_age(tmp_path: Path) -> None:
    """Neither in an empty folder nor where there is none; a lock and an empty log are no index."""
    (tmp_path / "docs.lock").write_text("lock")
    (tmp_path / "docs.0001.db-wal").touch()

    assert [None, None] == [last_changed(tmp_path), last_changed(tmp_path / "none")]
