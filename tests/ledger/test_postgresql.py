"""Tests of retrieval/ledger/postgresql.py: settings of a connection, failures as sentences."""

from __future__ import annotations

import socket
import ssl
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from retrieval.errors import LedgerError
from retrieval.ledger import postgresql
from retrieval.ledger.engine import connect
from retrieval.ledger.ledger import Ledger
from retrieval.ledger.postgresql import Limits
from retrieval.ledger.serving import Served
from tests.ledger.roles import role

SETTINGS = (
    "application_name",
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
)


class _Said(Exception):
    """An error as the driver has it."""

    def __init__(self, sqlstate: str, said: str = "words") -> None:
        super().__init__(f"<class 'asyncpg.exceptions.Some'>: {said}\nDETAIL: hidden")
        self.sqlstate = sqlstate


def _error(sqlstate: str, said: str = "words") -> OperationalError:
    return OperationalError("SELECT 'asked'", {"text": "asked"}, _Said(sqlstate, said))


@pytest.mark.parametrize(
    ("error", "lost", "passes"),
    [
        (_error("57P01"), True, True),
        (_error("57P03"), True, True),
        (_error("08006"), True, True),
        (_error("53300"), False, True),
        (_error("40P01"), False, True),
        (_error("40001"), False, True),
        (_error("25P03"), True, True),
        (_error("08P01"), True, False),
        (_error("28P01"), False, False),
        (_error("3D000"), False, False),
        (_error("55P03"), False, False),
        (_error("57014"), False, False),
        (InterfaceError("", {}, _Said("", "the connection is closed")), True, True),
        (ConnectionResetError(), True, True),
        (TimeoutError(), True, True),
        (ConnectionError("x rejected SSL upgrade"), True, False),
        (socket.gaierror(socket.EAI_NONAME, ""), True, False),
        (socket.gaierror(socket.EAI_AGAIN, ""), True, True),
        (ssl.SSLCertVerificationError(), True, False),
        (NoConnection(), False, False),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_may_be_tried_again(error: Exception, lost: bool, passes: bool) -> None:
    """What passes by itself is tried again; a wrong name, password or certificate is not."""
    assert (lost, passes) == (postgresql.is_lost(error), postgresql.may_pass(error))


@pytest.mark.parametrize(
    ("error", "unanswered"),
    [
        (_error("08003"), True),
        (InterfaceError("", {}, _Said("", "the connection is closed")), True),
        (ConnectionError("x rejected SSL upgrade"), True),
        (TimeoutError(), True),
        (_error("08P01"), False),
        (_error("57P03"), False),
        (_error("28P01"), False),
        (socket.gaierror(socket.EAI_NONAME, ""), False),
        (ssl.SSLCertVerificationError(), False),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_where_no_server_has_spoken(error: Exception, unanswered: bool) -> None:
    """What has a code of PostgreSQL's own, a certificate or no host is known for what it is."""
    assert unanswered == postgresql.is_unanswered(error)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (_error("3D000"), "no such database at h/app"),
        (_error("28P01"), "refuses the user or the password"),
        (_error("28000", "no pg_hba.conf entry"), "no pg_hba.conf entry"),
        (_error("42501", "permission denied for schema public"), "lacks a right at h/app"),
        (_error("55P03"), "busy"),
        (_error("57014"), "FOOTNOTE_DATABASE_STATEMENT_SECONDS"),
        (_error("53100"), "disk of h/app is full"),
        (_error("53300"), "max_connections"),
        (_error("25006"), "standby"),
        (_error("08P01", "unsupported startup parameter"), "FOOTNOTE_DATABASE_POOLER=true"),
        (_error("57P01"), "connection to h/app was lost"),
        (_error("XX000", "solar flare"), "cannot be used: solar flare."),
        (NoConnection(), "FOOTNOTE_DATABASE_CONNECTIONS"),
        (ssl.SSLCertVerificationError(), "sslrootcert"),
        (socket.gaierror(socket.EAI_NONAME, ""), "no host has the name"),
        (ConnectionError("x rejected SSL upgrade"), "has no TLS"),
        (ConnectionRefusedError(111, "Connection refused"), "(Connection refused)"),
        (TimeoutError(), "does not answer in time"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_each_failure_has_a_sentence(error: Exception, sentence: str) -> None:
    """It says what to do, without the statement, its parameters or the server's details."""
    said = postgresql.sentence(error, "h/app")

    assert sentence in said
    assert "asked" not in said
    assert "hidden" not in said


async def _read(url: str, limits: Limits) -> list[object]:
    """Read the settings that a connection has in a transaction."""
    served = connect(url, busy_seconds=2.0, limits=limits)
    assert isinstance(served, Served)

    def work(connection: Connection) -> list[object]:
        return [connection.scalar(text(f"SHOW {name}")) for name in SETTINGS]

    try:
        return await served.write(work)
    finally:
        await served.close()


@pytest.mark.parametrize("pooler", [False, True])
async def test_time_outs_are_set(postgresql_url: str, pooler: bool) -> None:
    """The server ends what lasts too long, also where a pooler forbids to set it for longer."""
    found = await _read(postgresql_url, Limits(statement_seconds=7, pooler=pooler))

    assert ["footnote", "7s", "2s", "30s"] == found


async def _open(url: str) -> str:
    with pytest.raises(LedgerError) as told:
        async with Ledger.open(url, busy_seconds=0.2):
            pass
    return str(told.value)


async def test_a_server_that_does_not_let_us_in(postgresql_url: str) -> None:
    """A wrong database, user or port is said in a sentence at once, without the password."""
    parts = urlsplit(postgresql_url)
    wrong = {
        "no such database": parts._replace(path="/nosuch"),
        "does not answer": parts._replace(netloc=f"u:hunter2@{parts.hostname}:1"),
        "no host has the name": parts._replace(netloc="u:hunter2@nohost.invalid"),
        "has no TLS": parts._replace(query="sslmode=require"),
    }
    said = {sentence: await _open(url.geturl()) for sentence, url in wrong.items()}

    assert [] == [sentence for sentence, told in said.items() if sentence not in told]
    assert "hunter2" not in str(said)


async def test_a_user_without_rights(postgresql_url: str) -> None:
    """Where tables may not be made, the sentence says that a right is missing."""
    parts = urlsplit(postgresql_url)
    async with role(postgresql_url, "LOGIN PASSWORD 'hunter2'") as name:
        login = parts._replace(netloc=f"{name}:hunter2@{parts.hostname}:{parts.port}")
        said = await _open(login.geturl())

    assert "lacks a right" in said
    assert "hunter2" not in said
