"""Tests of retrieval/ledger/probing.py: a server that will do, and each thing that is wrong."""

from __future__ import annotations

from urllib.parse import urlsplit

from retrieval.ledger import probing
from retrieval.ledger.engine import migrate, newest_schema
from retrieval.ledger.ledger import Ledger
from retrieval.ledger.postgresql import Limits
from tests.ledger.filled import done
from tests.ledger.roles import role, sql

LOGIN = "LOGIN PASSWORD 'hunter2'"


def _as(url: str, name: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=f"{name}:hunter2@{parts.hostname}:{parts.port}").geturl()


async def _schema(url: str, limits: Limits | None = None) -> probing.Probed:
    return (await probing.probe(url, limits or Limits()))[-1]


async def test_a_server_that_will_do(postgresql_url: str) -> None:
    """Version, encoding, clock and connections are told; looking makes no table."""
    before = await probing.probe(postgresql_url, Limits())
    again = await _schema(postgresql_url)
    async with Ledger.open(postgresql_url):
        pass
    after = await _schema(postgresql_url)

    assert ["server", "database", "clock", "connections", "schema"] == [p.what for p in before]
    assert all(p.ok for p in before)
    assert (False, "no tables yet") == (again.ready, again.said.split(";")[0])
    assert (True, f"{newest_schema()}, up to date") == (after.ready, after.said)


async def test_an_old_ledger(postgresql_url: str) -> None:
    """One that is behind is said to be brought up to date by the next start."""
    await done(postgresql_url, lambda there: migrate(there, "001"))
    found = await _schema(postgresql_url)

    assert found.ok
    assert not found.ready
    assert "schema 001" in found.said


async def test_a_user_who_may_not_make_tables(postgresql_url: str) -> None:
    """The GRANT that is missing is told, and does."""
    async with role(postgresql_url, LOGIN) as name:
        before = await _schema(_as(postgresql_url, name))
        await sql(postgresql_url, before.mend)
        after = await _schema(_as(postgresql_url, name))
        async with Ledger.open(_as(postgresql_url, name)) as ledger:
            put = await ledger.inbox.put("question", "lane", {}, ("key",))

    assert (False, True, True) == (before.ok, after.ok, put)
    assert before.mend.endswith(f"TO {name};")


async def test_a_user_who_may_only_use_the_tables(postgresql_url: str) -> None:
    """Rights on the tables and their numbers are enough once another user has made them."""
    async with Ledger.open(postgresql_url):
        pass
    async with role(postgresql_url, LOGIN, "GRANT USAGE ON SCHEMA public TO {}") as name:
        url = _as(postgresql_url, name)
        nothing = await _schema(url)
        await sql(postgresql_url, f"GRANT SELECT ON alembic_version TO {name}")
        no_table = await _schema(url)
        tables, sequences = no_table.mend.split("; ")
        await sql(postgresql_url, tables)
        no_sequence = await _schema(url)
        await sql(postgresql_url, sequences)
        after = await _schema(url)
        async with Ledger.open(url) as ledger:
            put = await ledger.inbox.put("question", "lane", {}, ("key",))

    assert (False, True, True) == (no_table.ok, after.ok, put)
    assert (False, nothing.mend) == (nothing.ok, no_table.mend)
    assert "inbox" in no_table.said
    assert "inbox_id_seq" in no_sequence.said


async def test_too_few_connections(postgresql_url: str) -> None:
    """A bot that could take all of the server's connections is told of."""
    found = await probing.probe(postgresql_url, Limits(connections=100))
    named = {p.what: p for p in found}

    assert not named["connections"].ok
    assert "FOOTNOTE_DATABASE_CONNECTIONS" in named["connections"].mend


def test_servers_and_clocks_that_will_not_do() -> None:
    """An old server, a standby and a clock that is off are each told with a remedy."""
    wrong = [
        probing._server(120_009, "12.9", standby=False),
        probing._server(160_004, "16.4", standby=True),
        probing._clock(7.0),
    ]

    assert [False] * 3 == [p.ok for p in wrong]
    assert all(p.mend for p in wrong)
    assert probing._server(160_004, "16.4", standby=False).ok
    assert probing._clock(0.3).ok
