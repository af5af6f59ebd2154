"""The ledger on PostgreSQL: its engine, its failures as sentences, and which of them may pass."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from retrieval.errors import LedgerError
from retrieval.ledger.address import Address

IDLE_SECONDS = 30.0
"""How long a transaction may stand idle before the server ends it. Ours never do: one that does is
of a process that was stopped or cut off in its midst, and would keep its locks."""
CONNECT_SECONDS = 5.0
"""How long to wait for a connection; a server that is there takes milliseconds, TLS included."""
RECYCLE_SECONDS = 900.0
"""A connection this old is replaced: firewalls forget idle ones, often after an hour or so."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a PostgreSQL server one open ledger takes.

    `connections`: a transaction of ours takes some milliseconds, so five serve several hundred
    messages a second; a bot opens the ledger twice (for messages, for traces), and a server has
    100 connections unless it is told otherwise.
    `statement_seconds`: ours take milliseconds; ten seconds is a lock or a server in trouble, and
    whoever asked is better told so.
    `pooler`: whether a pooler that shares connections between transactions stands between
    (pgbouncer's transaction mode): then nothing may be prepared, and nothing set, for longer than
    a transaction.
    """

    connections: int = 5
    statement_seconds: float = 10.0
    pooler: bool = False


_PASSING = frozenset(
    {
        "40001",  # serialization_failure
        "40P01",  # deadlock_detected
        "53300",  # too_many_connections
        "57P01",  # admin_shutdown, pg_terminate_backend
        "57P02",  # crash_shutdown
        "57P03",  # cannot_connect_now: starting up, shutting down
        "57P05",  # idle_session_timeout
        "25P03",  # idle_in_transaction_session_timeout
    }
)
_LOST = ("57P0", "25P03", "08")
"""What the codes begin with that leave no connection behind."""

_NO_TLS = "rejected SSL upgrade"
"""How the driver says that the server has no TLS."""

_SENTENCES: Mapping[str, str] = {
    "3D000": "The ledger cannot be opened: there is no such database at {where}. Make it with "
    "CREATE DATABASE, or correct DATABASE_URL.",
    "28P01": "The ledger cannot be opened: {where} refuses the user or the password of "
    "DATABASE_URL.",
    "28000": "The ledger cannot be opened: {where} lets this user in only with other means "
    "({said}). Correct DATABASE_URL or the server's pg_hba.conf.",
    "42501": "The ledger's database user lacks a right at {where} ({said}). See "
    "docs/production.md for the rights that it needs.",
    "55P03": "The ledger is busy: another transaction has held what this one needs for too long. "
    "Try again, and if that lasts, look for it in pg_stat_activity.",
    "57014": "The ledger is too slow: {where} gave up after FOOTNOTE_DATABASE_STATEMENT_SECONDS. "
    "Look for what keeps it busy in pg_stat_activity.",
    "53100": "The ledger cannot be written: the disk of {where} is full. Free some space.",
    "53200": "The ledger cannot be used: {where} is out of memory.",
    "53300": "The ledger cannot be opened: {where} has no connection left. Raise its "
    "max_connections, or lower FOOTNOTE_DATABASE_CONNECTIONS.",
    "25006": "The ledger cannot be written: {where} takes no writes (a standby?). Name the "
    "primary in DATABASE_URL.",
    "42P01": "The ledger has lost a table ({said}). Put a backup in its place.",
    "57P03": "The ledger cannot be reached: {where} is starting or stopping. Try again.",
    "08P01": "The ledger cannot be opened: what answers at {where} refuses our settings "
    "({said}). If it is pgbouncer, set FOOTNOTE_DATABASE_POOLER=true.",
    "26000": "The ledger cannot be used: a prepared statement is gone ({said}). If a pooler "
    "stands between, set FOOTNOTE_DATABASE_POOLER=true.",
    "42P05": "The ledger cannot be used: a prepared statement is another's ({said}). If a pooler "
    "stands between, set FOOTNOTE_DATABASE_POOLER=true.",
}


def connect(address: Address, limits: Limits, busy_seconds: float) -> AsyncEngine:
    """Return an engine for an address; nothing is opened yet. Raises LedgerError."""
    arguments: dict[str, Any] = {
        "timeout": address.connect_seconds or CONNECT_SECONDS,
        "server_settings": {"application_name": "footnote"},
        **address.arguments,
    }
    if limits.pooler:
        arguments |= {
            "statement_cache_size": 0,
            "prepared_statement_cache_size": 0,
            "prepared_statement_name_func": str,
        }
    else:
        arguments["server_settings"] |= timeouts(limits, busy_seconds)
    try:
        return create_async_engine(
            "postgresql+asyncpg://",
            connect_args=arguments,
            pool_size=limits.connections,
            max_overflow=0,
            pool_use_lifo=True,
            pool_timeout=max(busy_seconds, 1.0),
            pool_recycle=RECYCLE_SECONDS,
            hide_parameters=True,
        )
    except ImportError:
        raise LedgerError(
            "The ledger cannot use PostgreSQL: the package asyncpg is not installed."
        ) from None


def timeouts(limits: Limits, busy_seconds: float) -> dict[str, str]:
    """Return how long the server lets statements, locks and idle transactions last."""
    seconds = {
        "statement_timeout": limits.statement_seconds,
        "lock_timeout": busy_seconds,
        "idle_in_transaction_session_timeout": IDLE_SECONDS,
    }
    return {name: str(max(1, round(1e3 * limit))) for name, limit in seconds.items()}


def code(error: BaseException) -> str:
    """Return the five characters with which the server says what went wrong, or none."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(inner, "sqlstate", None) or "")


def is_lost(error: BaseException) -> bool:
    """Whether there is no telling what became of what was asked last: the connection is gone."""
    if isinstance(error, DBAPIError):
        return (
            error.connection_invalidated
            or code(error).startswith(_LOST)
            or "connection is closed" in str(error.orig)
        )
    return isinstance(error, OSError)


def is_unanswered(error: BaseException) -> bool:
    """Whether nothing was understood that a server has said: it may be none of PostgreSQL."""
    if isinstance(error, ssl.SSLError | socket.gaierror):
        return False
    return isinstance(error, OSError) or (code(error)[:3] in {"", "080"} and code(error) != "08P01")


def may_pass(error: BaseException) -> bool:
    """Whether the same may go well in a moment. A wrong name, password or certificate will not."""
    if isinstance(error, socket.gaierror):
        return error.errno == socket.EAI_AGAIN
    if isinstance(error, ssl.SSLError) or code(error) == "08P01" or _NO_TLS in str(error):
        return False
    return code(error) in _PASSING or is_lost(error)


def sentence(error: BaseException, where: str) -> str:
    """Say what went wrong, without a password, a statement or its parameters."""
    if isinstance(error, NoConnection):
        return (
            "The ledger is busy: all of its connections were in use for too long. Try again; if "
            "that lasts, raise FOOTNOTE_DATABASE_CONNECTIONS."
        )
    return _unreached(error, where) if isinstance(error, OSError) else _told(error, where)


def _unreached(error: OSError, where: str) -> str:
    """Say why nothing could be asked."""
    said = (error.strerror or str(error)).split("\n", maxsplit=1)[0]
    if _NO_TLS in str(error):
        what = f"opened: {where} has no TLS. Switch it on there, or take sslmode out of"
    elif isinstance(error, ssl.SSLError):
        what = (
            f"opened: the certificate of {where} is not one that we trust. Name its authority by "
            "sslrootcert=FILE in"
        )
    elif isinstance(error, socket.gaierror):
        what = f"reached: no host has the name in {where}. Correct"
    elif isinstance(error, TimeoutError):
        what = f"reached: {where} does not answer in time. Look after the server, or correct"
    else:
        what = f"reached: {where} does not answer ({said}). Start PostgreSQL, or correct"
    return f"The ledger cannot be {what} DATABASE_URL."


def _told(error: BaseException, where: str) -> str:
    """Say what the server or its driver said."""
    known = code(error)
    said = str(error.orig if isinstance(error, DBAPIError) else type(error).__name__)
    said = said.split(">: ", 1)[-1].split("\n", 1)[0].rstrip(".")
    if known in _SENTENCES:
        return _SENTENCES[known].format(where=where, said=said)
    if is_lost(error):
        return f"The ledger cannot be reached: the connection to {where} was lost. Try again."
    return f"The ledger cannot be used: {said}."
