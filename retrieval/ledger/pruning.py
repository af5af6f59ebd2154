"""Forgets what is old, some rows at a time, so that it can be stopped without a loss.

A trace that an eval case is made of stays, with its question, answer, citations, texts and
configuration, however old; so do the cases themselves, what was ruled about something new, and
what models charged for. A case of a liked answer that nobody has done anything with goes like the
answer. All else that was asked, answered, posted and thought of goes once it is older than the
moment that is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    text,
)

from retrieval import tracing
from retrieval.ledger import tables
from retrieval.ledger.database import Database, in_batches

BATCH = 500
SKEW = timedelta(hours=1)
"""How far apart the clocks of machines that share a ledger may be."""

_OF_A_QUESTION: tuple[Column[Any], ...] = (
    tables.recalls.c.answer,
    tables.grades.c.trace,
    tables.citations.c.answer,
    tables.answers.c.question,
    tables.traces.c.id,
    tables.questions.c.id,
)
"""Where the id of a question stands, in tables that refer to others first."""

_TRACES, _QUESTIONS, _TEXTS = tables.traces.c, tables.questions.c, tables.texts.c


@dataclass(slots=True)
class Pruning:
    """One run. `say` is told the table, and how many of its rows have gone so far."""

    database: Database
    before: datetime
    say: Callable[[str, int], None]
    dry: bool = False
    gone: Counter[str] = field(default_factory=Counter)

    async def run(self) -> dict[str, int]:
        """Forget what is old; return how many rows of each table went, or would. LedgerError."""
        await self._each(_old_questions(self.before), _OF_A_QUESTION)
        for table, old in _old_rows(self.before):
            key = next(iter(table.primary_key.columns))
            await self._each(select(key).where(old).order_by(key), (*_referring(table), key))
        await self._forget_texts()
        return dict(self.gone)

    async def _each(self, wanted: Select[Any], columns: Sequence[Column[Any]]) -> None:
        """Forget the rows that bear certain keys in some columns, a batch in each transaction."""
        name = columns[-1].table.name
        if self.dry:
            keys = wanted.order_by(None)
            for column in columns:
                counting = select(func.count()).where(column.in_(keys))
                found = await self.database.read(partial(_scalar, wanted=counting))
                self.gone[column.table.name] += found
            return
        some = wanted.limit(BATCH).with_for_update(skip_locked=True)

        def batch(connection: Connection) -> dict[str, int]:
            keys = list(connection.scalars(some))
            return {
                column.table.name: connection.execute(
                    delete(column.table).where(column.in_(keys))
                ).rowcount
                for column in (columns if keys else ())
            }

        while went := await self.database.write(batch):
            self.gone.update(went)
            self.say(name, self.gone[name])

    async def _forget_texts(self) -> None:
        """Forget the texts that no trace refers to any more.

        What a trace refers to stands within it, so all of them are looked through. One that is
        recorded meanwhile may need a text that was there already: each batch looks at those too,
        at a time when nobody is adding any.
        """
        now = self.database.clock.now()
        marked = Marked(set(), set())
        every = await self.database.read(
            lambda there: list(there.scalars(select(_TRACES.id).where(_kept(self))))
        )
        for some in in_batches(every, BATCH):
            await self.database.read(partial(marked.add, ids=some))
        digests = await self.database.read(lambda there: list(there.scalars(select(_TEXTS.digest))))
        unused = [digest for digest in digests if digest not in marked.needed]
        if self.dry:
            self.gone["texts"] += len(unused)
            return
        for some in in_batches(unused, BATCH):
            drop = partial(_drop_texts, digests=some, marked=marked, since=now - SKEW)
            went = await self.database.write(drop)
            self.gone["texts"] += went
            self.say("texts", self.gone["texts"])


@dataclass(slots=True)
class Marked:
    """The traces that were looked through, and the digests of the texts that they need."""

    traces: set[str]
    needed: set[str]

    def add(self, connection: Connection, ids: Iterable[str]) -> None:
        """Look through some traces."""
        ids = [name for name in ids if name not in self.traces]
        for some in in_batches(ids, BATCH):
            wanted = select(_TRACES.hops).where(_TRACES.id.in_(some))
            for hops in connection.scalars(wanted):
                self.needed.update(tracing.needed(hops))
        self.traces.update(ids)


def _drop_texts(
    connection: Connection, digests: Sequence[str], marked: Marked, since: datetime
) -> int:
    """Forget those of some texts that no trace needs, those of these very minutes included."""
    if connection.dialect.name == "postgresql":
        # Waits for traces that are being recorded; those to come wait for us.
        connection.execute(text("LOCK TABLE texts IN SHARE ROW EXCLUSIVE MODE"))
    marked.add(connection, connection.scalars(select(_TRACES.id).where(_TRACES.recorded >= since)))
    unused = [digest for digest in digests if digest not in marked.needed]
    return connection.execute(delete(tables.texts).where(_TEXTS.digest.in_(unused))).rowcount


def _scalar(connection: Connection, wanted: Select[Any]) -> int:
    return connection.scalar(wanted) or 0


def _referring(table: Table) -> list[Column[Any]]:
    """Return the columns of other tables that name rows of one."""
    found: dict[Table, Column[Any]] = {
        tables.postings: tables.messages.c.posting,
        tables.escalations: tables.escalation_events.c.escalation,
        **{rows: keys.c.row for rows, keys in tables.QUEUES},
    }
    return [found[table]] if table in found else []


def _old_questions(before: datetime) -> Select[tuple[str]]:
    """Select the questions that may go."""
    return select(_QUESTIONS.id).where(~_stays(before)).order_by(_QUESTIONS.id)


def _stays(before: datetime) -> ColumnElement[bool]:
    """Select the questions that stay: new ones, and those that a case is made of."""
    case = exists().where(tables.cases.c.trace == _QUESTIONS.id, ~_only_liked())
    return or_(_QUESTIONS.asked >= before, case)


def _only_liked() -> ColumnElement[bool]:
    """Select the cases of liked answers that nobody has done anything with."""
    cases, inner = tables.cases.c, tables.cases.alias().c
    done = exists().where(tables.case_events.c.case == cases.id)
    needed = exists().where(inner.folded_into == cases.id)
    return and_(cases.kind == "praise", ~done, ~needed)


def _kept(pruning: Pruning) -> ColumnElement[bool]:
    """Select the traces that stay: all that are left, or would be after a run in earnest."""
    if not pruning.dry:
        return _TRACES.id.is_not(None)
    return exists().where(_QUESTIONS.id == _TRACES.id, _stays(pruning.before))


def _old_rows(before: datetime) -> list[tuple[Table, ColumnElement[bool]]]:
    """Name what else may go: what nothing that stays refers to."""
    opinions, postings, runs = tables.opinions.c, tables.postings.c, tables.runs.c
    configurations, newer = tables.configurations.c, tables.opinions.alias().c
    handed = tables.escalations.c
    given = exists().where(newer.trace == opinions.trace, newer.given >= before)
    asked = exists().where(_QUESTIONS.configuration == configurations.id, _stays(before))
    return [
        (tables.cases, and_(tables.cases.c.made < before, _only_liked())),
        (tables.opinions, and_(~given, ~_answered(opinions.trace, before))),
        (tables.postings, and_(postings.kept < before, ~_answered(postings.trace, before))),
        (tables.configurations, and_(configurations.recorded < before, ~asked)),
        (tables.runs, runs.started < before),
        (tables.looked_pages, tables.looked_pages.c.looked < before),
        (tables.nightly_runs, tables.nightly_runs.c.started < before),
        (tables.tickets, tables.tickets.c.closed < before),
        (tables.duties, tables.duties.c.begun < before),
        (tables.grade_samples, tables.grade_samples.c.made < before),
        (tables.rewrites, tables.rewrites.c.made < before),
        (tables.escalations, and_(handed.closed.is_not(None), handed.opened < before)),
        *(
            (rows, and_(rows.c.state == "done", rows.c.received < before))
            for rows, _ in tables.QUEUES
        ),
    ]


def _answered(trace: ColumnElement[str], before: datetime) -> ColumnElement[bool]:
    """Select what belongs to a question that stays."""
    return exists().where(_QUESTIONS.id == trace, _stays(before))
