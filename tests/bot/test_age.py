"""The age of the index is that of its last change, whoever opens it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.age import changed, last_changed, last_changed_in
from retrieval import wiring, wiring_stores, wiring_upkeep
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


async def test_the_settings_say_where_it_is_looked(settings: Settings) -> None:
    """The files tell it; where nothing is indexed nothing is told."""
    assert last_changed(settings.index_folder) == await changed(settings)
    assert await changed(settings.model_copy(update={"data": Path("/nowhere")})) is None


def test_without_an_index_there_is_no_age(tmp_path: Path) -> None:
    """Neither in an empty folder nor where there is none; a lock and an empty log are no index."""
    (tmp_path / "docs.lock").write_text("lock")
    (tmp_path / "docs.0001.db-wal").touch()

    assert [None, None] == [last_changed(tmp_path), last_changed(tmp_path / "none")]


async def test_a_store_says_itself_when_it_changed(settings: Settings) -> None:
    """That of the generation in use; without an index there is nothing to say."""
    kept = wiring_upkeep.upkeep(settings)
    (used,) = await kept.generations("docs")
    found = await last_changed_in(kept)

    assert used.in_use
    assert used.changed
    assert used.changed.timestamp() == found
    assert None is await last_changed_in(wiring_upkeep.upkeep(settings, "sqlite:none"))


async def test_elasticsearch_has_an_age_too(
    settings: Settings,
    elasticsearch_url: str,
    index_prefix: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Indexed now, the collection changed now."""
    monkeypatch.setenv("ELASTICSEARCH_URL", elasticsearch_url)
    monkeypatch.setenv("FOOTNOTE_INDEX_PREFIX", index_prefix)
    kept = wiring_upkeep.upkeep(load())
    try:
        assert None is await last_changed_in(kept)
        assert 0 == await ingest.main()
        assert time.time() - 600 < (await last_changed_in(kept) or 0) <= time.time()
    finally:
        await wiring_stores.close_connections()
