"""The address of a ledger's database as people paste it: whether it is one, and what it names.

Hosters hand out addresses of PostgreSQL for libpq, Heroku, SQLAlchemy or Prisma, each with words of
its own, and passwords with characters that no URL may have. A word that we do not know is refused:
passed over, a mistyped `sslmode` would be no encryption at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode

from retrieval.errors import LedgerError

SCHEMES = ("postgresql", "postgres", "postgresql+asyncpg", "postgres+asyncpg")
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

_DRIVER = frozenset(
    {
        "host", "port", "user", "password", "dbname", "database", "passfile", "service", "sslmode",
        "sslcert", "sslkey", "sslrootcert", "sslcrl", "sslpassword", "sslnegotiation",
        "ssl_min_protocol_version", "ssl_max_protocol_version", "target_session_attrs",
        "krbsrvname", "gsslib", "options", "application_name", "search_path"
    }
)  # fmt: skip
"""Words of libpq that the driver reads itself, and those that go to the server."""
_LIBPQ_ONLY = frozenset(
    {
        "channel_binding", "client_encoding", "fallback_application_name", "gssencmode",
        "gssdelegation", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "load_balance_hosts", "sslcertmode", "sslcompression", "sslsni", "tcp_user_timeout",
        "connection_limit", "pool_timeout"
    }
)  # fmt: skip
"""Words that ask for nothing that the driver would not do anyway, or cannot."""
_POOLER = {
    "pgbouncer": "true",
    "statement_cache_size": "0",
    "prepared_statement_cache_size": "0",
}
"""Words that say, with this value, that a pooler stands between."""
NO_ADDRESS = (
    "DATABASE_URL is not a database URL; one is sqlite:///path/to/ledger.db, or "
    "postgresql://USER:PASSWORD@HOST/DATABASE."
)
_SCHEME = re.compile("[a-z][a-z0-9]{0,19}(?:[+][a-z0-9]{1,20})?")
_WORD = re.compile("[a-z_]{1,40}")
_SSL = {"true": "require", "1": "require", "on": "require", "false": "disable", "0": "disable"}


Place = tuple[str, int]
PORT = 5432


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is. `arguments` go to the driver and may hold the password."""

    arguments: Mapping[str, Any] = field(repr=False)
    name: str
    """Host, port and database, for sentences."""
    pooler: bool = False
    """Whether the address says that a pooler stands between."""
    connect_seconds: float | None = None
    places: tuple[Place, ...] = ()
    """Host and port of each server that is reached by both."""


def is_postgresql(url: str) -> bool:
    """Whether an address is meant for PostgreSQL, with whatever driver."""
    return url.strip().split("://")[0].split("+")[0].lower() in {"postgres", "postgresql"}


def check(url: str) -> None:
    """Refuse what can be no address of a ledger, wherever it is read. Raises LedgerError."""
    if is_postgresql(url):
        parse(url)
        return
    scheme, named, rest = url.strip().partition("://")
    if not named:
        raise LedgerError(NO_ADDRESS)
    if scheme.partition("+")[0].lower() != "sqlite":
        other = scheme if _SCHEME.fullmatch(scheme) else "that"
        raise LedgerError(
            f"The ledger cannot be kept in {other}; DATABASE_URL must begin with "
            "sqlite:// or postgresql://."
        )
    place, _, tail = rest.partition("?")
    file = place.partition("/")[2]
    if not file or ":memory:" in file or ("mode", "memory") in parse_qsl(tail):
        raise LedgerError(
            "The ledger needs a file: DATABASE_URL must be like sqlite:///path/to/ledger.db."
        )


def parse(url: str) -> Address:
    """Read an address of PostgreSQL.

    Raises LedgerError, which never shows what may be a part of a password.
    """
    scheme, written, rest = url.strip().partition("://")
    if not written:
        raise LedgerError(NO_ADDRESS)
    if scheme.lower() not in SCHEMES:
        raise LedgerError(
            "DATABASE_URL names a driver that Footnote does not use; it must begin with "
            "postgresql://."
        )
    place, _, tail = rest.partition("?")
    login, _, where = place.rpartition("@")
    hosts, _, database = where.partition("/")
    user, _, password = login.partition(":")
    _check_ports(hosts)
    words = _words(tail)
    if hosts:
        words["host"] = hosts
    named = {"user": user, "password": password, "database": database}
    arguments: dict[str, Any] = {key: unquote(text) for key, text in named.items() if text}
    pooler = any(words.pop(word, None) == value for word, value in _POOLER.items())
    seconds = _seconds(words.pop("connect_timeout", ""))
    if words:
        arguments["dsn"] = f"postgresql://?{urlencode(words)}"
    shown = arguments.get("database") or words.get("dbname") or words.get("database") or ""
    name = f"{words.get('host', 'localhost')}/{shown}"
    places = tuple(_places(words.get("host", ""), words.get("port", "")))
    return Address(arguments, name, pooler, seconds, places)


def _places(hosts: str, port: str) -> Iterator[Place]:
    """Yield each host with its port; a socket in a folder has none."""
    first = port.partition(",")[0]
    for host in hosts.split(","):
        name, bracket, rest = host.rpartition("]")
        named = f"{name}{bracket}".strip("[]") or rest.partition(":")[0]
        own = rest.partition(":")[2] or first
        if named and not named.startswith("/"):
            yield named, int(own) if own.isdigit() else PORT


def _words(tail: str) -> dict[str, str]:
    """Read what follows the question mark."""
    words = {key: value.strip() for key, value in parse_qsl(tail, keep_blank_values=True)}
    ssl = words.pop("ssl", "")
    if ssl and "sslmode" not in words:
        words["sslmode"] = _SSL.get(ssl.lower(), ssl)
    unknown = sorted(set(words) - _DRIVER - _LIBPQ_ONLY - set(_POOLER) - {"connect_timeout"})
    if unknown:
        shown = f": {unknown[0]}" if _WORD.fullmatch(unknown[0]) else ""
        raise LedgerError(
            f"DATABASE_URL has a parameter that Footnote does not know{shown}. Correct it or take "
            "it out. In a password the character ? must be written as %3F."
        )
    words = {key: value for key, value in words.items() if value and key not in _LIBPQ_ONLY}
    if words.get("sslmode", "prefer") not in SSL_MODES:
        raise LedgerError(
            f"The sslmode in DATABASE_URL is none; it must be one of {', '.join(SSL_MODES)}."
        )
    return words


def _check_ports(hosts: str) -> None:
    """Refuse a port that is no number; it may be a part of a password with an @ in it."""
    for host in hosts.split(","):
        port = host.rpartition("]")[2].partition(":")[2]
        if port and not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536):
            raise LedgerError(
                "The port in DATABASE_URL is not a number from 1 to 65535. In a password the "
                "character ? must be written as %3F."
            )


def _seconds(text: str) -> float | None:
    """Read a time to connect within."""
    try:
        seconds = float(text) if text else 0.0
    except ValueError:
        raise LedgerError("The connect_timeout in DATABASE_URL is not a number.") from None
    return seconds if 0 < seconds < 3_600 else None
