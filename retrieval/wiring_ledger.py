"""Puts together what a maintainer looks after the ledger with; beside `wiring`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from retrieval.errors import LedgerError

if TYPE_CHECKING:
    from retrieval.ledger.keeping import Keeping
    from retrieval.ledger.postgresql import Limits
    from retrieval.ledger.probing import Probed
    from retrieval.settings import Settings


def limits(settings: Settings) -> Limits:
    """Say how much of a PostgreSQL server a ledger takes."""
    from retrieval.ledger.postgresql import Limits

    return Limits(
        connections=settings.database_connections,
        statement_seconds=settings.database_statement_seconds,
        pooler=settings.database_pooler,
    )


def open_keeping(settings: Settings, *, make: bool = False) -> AbstractAsyncContextManager[Keeping]:
    """Open the ledger as it is, to look after it. Raises LedgerError.

    A file that is not there is made only where `make` says so: to look makes no ledger.
    """
    from retrieval.ledger.engine import sqlite_file
    from retrieval.ledger.keeping import Keeping

    url = settings.ledger_url
    path = sqlite_file(url)
    if path and not make and not path.exists():
        raise LedgerError(f"There is no ledger yet: {path} does not exist.")
    return Keeping.open(
        url, make_folder=make and not settings.database_url, limits=limits(settings)
    )


async def probe(settings: Settings) -> Sequence[Probed]:
    """Look at the PostgreSQL server of the ledger; nothing is changed. Raises LedgerError."""
    from retrieval.ledger.probing import probe

    return await probe(settings.ledger_url, limits(settings))


def is_server(settings: Settings) -> bool:
    """Whether the ledger is in PostgreSQL."""
    from retrieval.ledger.address import is_postgresql

    return is_postgresql(settings.ledger_url)
