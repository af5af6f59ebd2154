"""Looks a ledger over: the file itself, its schema, rows that cannot be, work that nobody does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Table, and_, exists, func, or_, select, text

from retrieval import tracing
from retrieval.ledger import tables
from retrieval.ledger.engine import newest_schema, schema
from retrieval.ports import KINDS, STATES
from retrieval.text.counted import number_of

STUCK = timedelta(minutes=10)
"""A bot that runs takes over a lease that has run out within a second or two."""
SKEW = timedelta(hours=1)
_BATCH = 200
_PARTS = 5


@dataclass(frozen=True, slots=True)
class Checked:
    """What a ledger holds, and what is wrong with it, a sentence each."""

    schema: str
    rows: dict[str, int] = field(default_factory=dict)
    bytes: int = 0
    faults: tuple[str, ...] = ()


def check(connection: Connection, now: datetime) -> Checked:
    """Look a ledger over; nothing is changed. Raises LedgerError where it cannot be read."""
    found, newest = schema(connection), newest_schema()
    damage = tuple(_damage(connection))
    if found != newest:
        said = "holds no ledger yet" if found is None else f"has schema {found}, not {newest}"
        mend = "Opening it, for instance by starting the bot, brings it up to date."
        return Checked(found or "", faults=(*damage, f"The database {said}. {mend}"))
    rows = {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in tables.metadata.sorted_tables
    }
    faults = (*damage, *_orphans(connection), *_impossible(connection, now), *_texts(connection))
    return Checked(found, rows, _size(connection), (*faults, *_stuck(connection, now)))


def _damage(connection: Connection) -> Iterator[str]:
    """Ask SQLite whether the file is sound; a server looks after its own."""
    if connection.dialect.name == "sqlite":
        said = connection.execute(text(f"PRAGMA integrity_check({_PARTS})")).scalars().all()
        if said != ["ok"]:
            yield f"The file is damaged ({'; '.join(said)}). Put a backup in its place."


def _size(connection: Connection) -> int:
    """Return how many bytes the ledger takes."""
    if connection.dialect.name == "postgresql":
        sizes = (func.pg_total_relation_size(table.name) for table in tables.metadata.sorted_tables)
        return sum(connection.execute(select(*sizes)).one())
    pages = connection.scalar(text("PRAGMA page_count")) or 0
    return int(pages) * int(connection.scalar(text("PRAGMA page_size")) or 0)


def _count(connection: Connection, table: Table, where: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(table).where(where)) or 0


def _orphans(connection: Connection) -> Iterator[str]:
    """Name rows that refer to rows which are not there."""
    for table in tables.metadata.sorted_tables:
        for key in table.foreign_keys:
            other = key.column.table.alias()
            there = exists().where(other.c[key.column.name] == key.parent)
            lost = _count(connection, table, and_(key.parent.is_not(None), ~there))
            if lost:
                yield f"{lost} rows of {table.name} refer to {key.column.table.name} not there."
    for rows, keys in tables.QUEUES:
        if lost := _count(connection, keys, ~exists().where(rows.c.id == keys.c.row)):
            yield f"{lost} rows of {keys.name} refer to {rows.name} not there."
    answered, asked = tables.answers.c, tables.questions.c
    alone = ~exists().where(tables.traces.c.id == asked.id)
    if lost := _count(connection, tables.questions, alone):
        yield f"{number_of(lost, 'question has', 'questions have')} no trace."
    if lost := _count(connection, tables.answers, answered.seconds < 0):
        yield f"{lost} answers took less than no time."


def _impossible(connection: Connection, now: datetime) -> Iterator[str]:
    """Name rows in a state that no program of ours leaves them in."""
    for rows in (tables.inbox, tables.outbox):
        state, lease = rows.c.state, rows.c.lease
        wrong = or_(
            state.not_in(["waiting", "working", "done"]),
            and_(state == "working", or_(lease == "", rows.c.attempts < 1)),
            and_(lease != "", rows.c.attempts < 1),
            rows.c.attempts < 0,
        )
        if lost := _count(connection, rows, wrong):
            yield f"{lost} rows of {rows.name} are in a state that cannot be."
    opinions = tables.opinions.c
    if lost := _count(connection, tables.opinions, opinions.value.not_in([-1, 1])):
        yield f"{lost} opinions are neither for nor against."
    yield from _cases(connection)
    for moment in (tables.questions.c.asked, tables.inbox.c.received, tables.opinions.c.given):
        if lost := _count(connection, moment.table, moment > now + SKEW):
            yield f"{lost} rows of {moment.table.name} are of the future. Is a clock wrong?"


def _cases(connection: Connection) -> Iterator[str]:
    """Name cases that no program of ours leaves so."""
    cases, into = tables.cases.c, tables.cases.alias().c
    judged = cases.kind.in_(["complaint", "praise"])
    ours = exists().where(tables.traces.c.id == cases.trace)
    if lost := _count(connection, tables.cases, and_(judged, ours, cases.id != cases.trace)):
        yield f"{lost} cases are not of the answer that they are named after."
    strange = or_(cases.state.not_in(STATES), cases.kind.not_in(KINDS))
    if lost := _count(connection, tables.cases, strange):
        yield f"{lost} cases are of a state or a kind that cannot be."
    there = exists().where(into.id == cases.folded_into)
    if lost := _count(connection, tables.cases, and_(cases.folded_into != "", ~there)):
        yield f"{lost} cases are folded into one that is not there."


def _texts(connection: Connection) -> Iterator[str]:
    """Look whether each text that a trace refers to is there."""
    there = set(connection.scalars(select(tables.texts.c.digest)))
    broken = 0
    hops = connection.scalars(select(tables.traces.c.hops), execution_options={"yield_per": _BATCH})
    for data in hops:
        broken += any(digest not in there for digest in tracing.needed(data))
    if broken:
        yield f"{broken} traces refer to texts that are not there."


def _stuck(connection: Connection, now: datetime) -> Iterator[str]:
    """Name work that nobody does though it is time."""
    for rows in (tables.inbox, tables.outbox):
        late = rows.c.free < now - STUCK
        if lost := _count(connection, rows, and_(rows.c.state == "working", late)):
            yield f"{lost} leases of {rows.name} ran out and nobody took over. Does a bot run?"
        if lost := _count(connection, rows, and_(rows.c.state == "waiting", late)):
            yield f"{lost} rows of {rows.name} wait and nobody takes them. Does a bot run?"
