"""Which store the settings choose, and that its connections are closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval import wiring_stores
from retrieval.errors import SettingsError
from retrieval.settings import Settings, load
from retrieval.stores.elastic import ElasticStore
from retrieval.stores.elastic_index import ElasticIndex
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.writing import SqliteIndex


@pytest.fixture(name="settings")
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return load(data=tmp_path)


async def test_without_a_server_collections_are_files(settings: Settings) -> None:
    """The default needs nothing."""
    assert isinstance(wiring_stores.store(settings, "model"), SqliteStore)
    assert isinstance(wiring_stores.index(settings), SqliteIndex)


@pytest.mark.parametrize(
    "named",
    [
        {"elasticsearch_url": "http://127.0.0.1:9, http://127.0.0.1:10/path"},
        {"elasticsearch_cloud_id": "x:bG9jYWxob3N0JGFiYyRkZWY="},
    ],
)
async def test_an_address_or_a_cloud_id_chooses_elasticsearch(
    settings: Settings, named: dict[str, str]
) -> None:
    """Both sides of the store share one connection, closed when the work is done."""
    chosen = settings.model_copy(update=named)
    store, index = wiring_stores.store(chosen, "model"), wiring_stores.index(chosen)
    shared = store.elastic is wiring_stores.elastic(chosen)
    await wiring_stores.close_connections()

    assert isinstance(store, ElasticStore)
    assert isinstance(index, ElasticIndex)
    assert shared
    assert store.elastic is not wiring_stores.elastic(chosen)
    await wiring_stores.close_connections()


class Closable(SqliteStore):
    """A store that notes that it was closed."""

    closed = False

    async def close(self) -> None:
        """Note it."""
        self.closed = True
        await super().close()


@pytest.mark.parametrize("url", ["", "http://127.0.0.1:9"])
async def test_a_shared_connection_is_not_closed_with_a_store(
    settings: Settings, tmp_path: Path, url: str
) -> None:
    """That of Elasticsearch is everybody's; files are the store's own."""
    store = Closable(tmp_path)
    await wiring_stores.close_store(settings.model_copy(update={"elasticsearch_url": url}), store)

    assert store.closed is not bool(url)


async def test_settings_that_make_no_connection_are_told(settings: Settings) -> None:
    """A cloud id that is none is a sentence about settings."""
    with pytest.raises(SettingsError, match="ELASTICSEARCH_"):
        wiring_stores.store(settings.model_copy(update={"elasticsearch_cloud_id": "x"}), "model")
