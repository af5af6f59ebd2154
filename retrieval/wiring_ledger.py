"""Puts together what opens and looks after the ledger; beside `wiring`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import TYPE_CHECKING

from retrieval.errors import LedgerError

if TYPE_CHECKING:
    from retrieval.ledger.keeping import Keeping
    from retrieval.ledger.postgresql import Limits
    from retrieval.ledger.probing import Probed
    from retrieval.settings import Settings


WAITED_SECONDS = 1.0
"""A ledger that refuses later than this was waited for."""
MOMENT_SECONDS = 10.0
"""How long a ledger that was waited for in vain is not reached for again."""
_lost: dict[str, tuple[float, str]] = {}
"""When a ledger of this process was last waited for in vain, and what was said of it."""


@contextmanager
def waiting_once(url: str, busy_seconds: float) -> Iterator[float]:
    """Reach for a ledger, and yield how long to wait for it: not again, where that was in vain.

    A command that needs it in several places is not held up in each. Raises LedgerError.
    """
    began = time.monotonic()
    since, said = _lost.get(url, (0.0, ""))
    if said and began - since < MOMENT_SECONDS:
        raise LedgerError(said)
    try:
        yield 0.0 if said else busy_seconds
    except LedgerError as error:
        if said or time.monotonic() - began >= WAITED_SECONDS:
            _lost[url] = time.monotonic(), str(error)
        raise
    _lost.pop(url, None)


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
    from retrieval.ledger.engine import BUSY_SECONDS
    from retrieval.ledger.probing import probe

    with waiting_once(settings.ledger_url, BUSY_SECONDS):
        return await probe(settings.ledger_url, limits(settings))


def is_server(settings: Settings) -> bool:
    """Whether the ledger is in PostgreSQL."""
    from retrieval.ledger.address import is_postgresql

    return is_postgresql(settings.ledger_url)
