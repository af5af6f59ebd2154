"""Looks at the PostgreSQL server of a ledger before anything is kept there; changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, text

from retrieval.clock import SystemClock
from retrieval.ledger import tables
from retrieval.ledger.database import Database
from retrieval.ledger.engine import BUSY_SECONDS, connect, newest_schema, schema
from retrieval.ledger.postgresql import Limits

LEAST_VERSION = 130_000
"""Of server_version_num: `pg_current_xact_id` and `pg_xact_status` of its kind came with 13."""
SKEW_SECONDS = 2.0
"""Leases are counted by the clocks of the machines that bots run on; they last for seconds."""
BOT_LEDGERS = 2

_FACTS = text(
    "SELECT current_setting('server_version_num')::int AS version, "
    "current_setting('server_version') AS named, "
    "current_setting('server_encoding') AS encoding, "
    "current_setting('max_connections')::int AS connections, "
    "pg_is_in_recovery() AS standby, current_user AS who, current_database() AS name, "
    "current_schema() AS place, clock_timestamp() AS now"
)
_MAY_CREATE = text(
    "SELECT current_schema() IS NOT NULL AND has_schema_privilege(current_schema(), 'CREATE')"
)
_MAY_READ = text(
    "SELECT coalesce(has_table_privilege(to_regclass('alembic_version'), 'SELECT'), true)"
)
"""Whether the number of the schema may be read, where it is there."""
_LACKING = text(
    "SELECT kind FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS kind "
    "WHERE NOT has_table_privilege(:table, kind)"
)
_UNCOUNTED = text(
    "SELECT relname FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid "
    "WHERE relnamespace = current_schema()::regnamespace "
    "AND NOT has_sequence_privilege(seqrelid, 'USAGE') ORDER BY relname"
)
"""The sequences whose next number may not be taken."""


@dataclass(frozen=True, slots=True)
class Probed:
    """What one look found; `ready` says whether the tables are there."""

    what: str
    ok: bool
    said: str
    mend: str = ""
    ready: bool = True


async def probe(url: str, limits: Limits) -> Sequence[Probed]:
    """Look at a server. Raises LedgerError where it cannot be asked."""
    database = Database(connect(url, limits=limits), SystemClock(), BUSY_SECONDS)
    try:
        return await database.read(lambda connection: list(_looks(connection, limits)))
    finally:
        await database.close()


def _looks(connection: Connection, limits: Limits) -> Iterator[Probed]:
    """Look at the server, then at the database, then at the ledger in it."""
    facts = connection.execute(_FACTS).one()
    yield _server(facts.version, facts.named, standby=facts.standby)
    utf8 = facts.encoding == "UTF8"
    mend = (
        ""
        if utf8
        else "Make a database with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0"
    )
    yield Probed("database", utf8, f"{facts.name}, encoding {facts.encoding}", mend)
    yield _clock(abs((datetime.now(UTC) - facts.now).total_seconds()))
    ours = BOT_LEDGERS * limits.connections
    enough = facts.connections > ours
    mend = "" if enough else "Raise max_connections, or lower FOOTNOTE_DATABASE_CONNECTIONS."
    said = f"a bot takes {ours} at most, the server has {facts.connections}"
    yield Probed("connections", enough, said, mend)
    yield _ledger(connection, facts.who, facts.place)


def _server(version: int, named: str, *, standby: bool) -> Probed:
    """Look whether the server is new enough and takes writes."""
    if version < LEAST_VERSION:
        return Probed("server", ok=False, said=f"PostgreSQL {named}", mend="Use 14 or later.")
    if standby:
        mend = "Name the primary in DATABASE_URL, or add target_session_attrs=read-write."
        return Probed("server", ok=False, said=f"PostgreSQL {named}, a standby", mend=mend)
    return Probed("server", ok=True, said=f"PostgreSQL {named}")


def _clock(apart: float) -> Probed:
    """Look whether this machine and the server have the same time."""
    same = apart <= SKEW_SECONDS
    mend = "" if same else "Let NTP set the clocks of all machines: leases are counted by them."
    return Probed("clock", same, f"{apart:.1f} s from the server's", mend)


def _ledger(connection: Connection, who: str, place: str | None) -> Probed:
    """Look whether the tables are there and up to date, and what the user may do with them."""
    if not connection.scalar(_MAY_READ):
        return _unread(who, place, f"{who} may not read the tables")
    found, newest = schema(connection), newest_schema()
    if found != newest:
        may = bool(connection.scalar(_MAY_CREATE))
        state = "no tables yet" if found is None else f"schema {found}, the newest is {newest}"
        mend = f"GRANT CREATE, USAGE ON SCHEMA {place or 'public'} TO {who};"
        said = f"{state}; the next start brings it up to date" if may else f"{state}"
        return Probed("schema", may, said, "" if may else mend, ready=False)
    lacking = {
        table.name: list(connection.scalars(_LACKING, {"table": table.name}))
        for table in tables.metadata.sorted_tables
    }
    wrong = [name for name, rights in lacking.items() if rights]
    wrong += connection.scalars(_UNCOUNTED)
    if wrong:
        return _unread(who, place, f"{who} lacks rights on {', '.join(wrong)}")
    return Probed("schema", ok=True, said=f"{found}, up to date")


def _unread(who: str, place: str | None, said: str) -> Probed:
    """Say what a user lacks who is to use the tables of another."""
    mend = (
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {place} TO {who}; "
        f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {place} TO {who};"
    )
    return Probed("schema", ok=False, said=said, mend=mend, ready=False)
