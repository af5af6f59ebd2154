"""Builds the stores by the settings: SQLite files, or Elasticsearch where it is named.

Like `wiring` it knows adapters, and imports each when it builds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from retrieval.errors import StoreUnavailable
from retrieval.ports import Index, Store

if TYPE_CHECKING:
    from retrieval.settings import Settings
    from retrieval.stores.elastic_client import Elastic, Login

_connections: dict[tuple[Login, int], Elastic] = {}
"""One connection a server and event loop; a client of Elasticsearch is made once a process."""


def store(settings: Settings, identity: str, *, pinned: Mapping[str, str] | None = None) -> Store:
    """Build the read side; `identity` is that of whoever embeds the questions.

    `pinned` names a generation of each of some collections, to be searched in place of the one
    in use: so one that waits is looked at beside it.
    """
    if settings.has_elasticsearch:
        from retrieval.stores.elastic import ElasticStore

        prefix = settings.index_prefix
        return ElasticStore(elastic(settings), prefix=prefix, embedder=identity, pinned=pinned)
    from retrieval.stores.sqlite import SqliteStore

    return SqliteStore(settings.index_folder, embedder=identity, pinned=pinned)


def index(
    settings: Settings, *, held: bool = False, anew: bool = False, besides: Collection[str] = ()
) -> Index[Any]:
    """Build the write side; `held`, `anew` and `besides` as the port says of building."""
    build: dict[str, Any] = {"held": held, "anew": anew, "besides": besides}
    if settings.has_elasticsearch:
        from retrieval.stores.elastic_index import ElasticIndex

        prefix = settings.index_prefix
        return ElasticIndex(elastic(settings), prefix=prefix, **build)
    from retrieval.stores.writing import SqliteIndex

    return SqliteIndex(settings.index_folder, **build)


def elastic(settings: Settings) -> Elastic:
    """Return the connection to the Elasticsearch of the settings, for the running loop."""
    from retrieval.stores.elastic_client import Elastic

    login = _login(settings)
    try:
        loop = id(asyncio.get_running_loop())
    except RuntimeError:
        loop = 0
    if (login, loop) not in _connections:
        _connections[login, loop] = Elastic(login)
    return _connections[login, loop]


@dataclass(frozen=True, slots=True)
class Reached:
    """What answers at a server's address: its version, what to know, what we may do there."""

    version: str
    note: str
    may: str
    answers: bool


async def server(settings: Settings) -> Reached:
    """Ask the server of the settings what it is. Raises StoreError where it cannot be used."""
    from retrieval.stores.elastic_client import TO_ANSWER, TO_INDEX

    connection = elastic(settings)
    found = await connection.ready()
    rights = await connection.rights(f"{settings.index_prefix}.*")
    lacking = [name for name in TO_ANSWER if not rights.get(name, True)]
    if lacking:
        return Reached(
            found.version, found.note, f"not search: {', '.join(lacking)} lacking", answers=False
        )
    leases = await connection.rights(f"{settings.index_prefix}-leases")
    needed = [(known, name) for known in (rights, leases) for name in ("read", *TO_INDEX)]
    writes = all(known.get(name, True) for known, name in needed)
    may = "search and index" if writes else "search, not index"
    return Reached(found.version, found.note, may, answers=True)


async def reach(settings: Settings) -> None:
    """Make sure that the server of the settings is one that we can use.

    Of one that cannot be reached now, and may come back, only the log tells. Raises StoreError for
    any other that cannot be used, SettingsError for settings that name none.
    """
    if not settings.has_elasticsearch:
        return
    try:
        note = (await elastic(settings).ready()).note
    except StoreUnavailable as error:
        note = str(error)
    if note:
        import structlog

        structlog.get_logger().warning("elasticsearch", note=note)


async def close_store(settings: Settings, store: Store) -> None:
    """Close a store; the connection that all stores of Elasticsearch share stays open."""
    if not settings.has_elasticsearch:
        await store.close()


async def close_connections() -> None:
    """Close the connections that were made; one that is used again is opened again."""
    while _connections:
        _, connection = _connections.popitem()
        await connection.close()


def _login(settings: Settings) -> Login:
    from retrieval.setting_kinds import addresses
    from retrieval.stores.elastic_client import Login

    key, password = settings.elasticsearch_api_key, settings.elasticsearch_password
    return Login(
        hosts=tuple(addresses(settings.elasticsearch_url)),
        cloud_id=settings.elasticsearch_cloud_id,
        api_key=key.get_secret_value() if key else "",
        user=settings.elasticsearch_username,
        password=password.get_secret_value() if password else "",
        ca_file=settings.elasticsearch_ca_file,
    )
