"""Samples of answers and what people made of them, kept in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database, in_batches, insert_new, insert_over
from retrieval.ports.grades import Gradable, Grade, Sample

_GRADES, _SAMPLES = tables.grades.c, tables.grade_samples.c
_QUESTIONS, _ANSWERS, _POSTINGS = tables.questions.c, tables.answers.c, tables.postings.c
_MESSAGES = tables.messages.c
_TOLD = ("answered", "partial", "conflict", "not_in_context")
_GRADABLE = (
    select(
        _QUESTIONS.id,
        _QUESTIONS.asker,
        _QUESTIONS.collections,
        _POSTINGS.team,
        _POSTINGS.channel,
        _POSTINGS.kind,
        exists().where(_MESSAGES.posting == _QUESTIONS.id).label("shown"),
    )
    .join(tables.answers, _ANSWERS.question == _QUESTIONS.id)
    .outerjoin(tables.postings, _POSTINGS.trace == _QUESTIONS.id)
    .where(_ANSWERS.outcome.in_(_TOLD))
)

_BY = tables.citations.c.answer
_CITED = select(_BY, tables.citations.c.collection).distinct()


class LedgerGrades:
    """Grades in the ledger; implements the port `Grades`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def gradable(self, since: datetime) -> Sequence[Gradable]:
        """Return the answers and refusals given since a moment, oldest first."""
        wanted = _GRADABLE.where(_QUESTIONS.asked >= since)
        ordered = wanted.order_by(_QUESTIONS.asked, _QUESTIONS.id)
        found = await self._database.read(lambda there: there.execute(ordered).all())
        return [_gradable(row) for row in found]

    async def drawn(self, sample: Sample) -> Sequence[Gradable]:
        """Return the answers of a sample, in its order; those that are gone are left out."""

        def find(connection: Connection) -> dict[str, Gradable]:
            found: dict[str, Gradable] = {}
            for some in in_batches(sample.traces):
                cited: dict[str, list[str]] = {}
                for answer, collection in connection.execute(_CITED.where(_BY.in_(some))):
                    cited.setdefault(answer, []).append(collection)
                for row in connection.execute(_GRADABLE.where(_QUESTIONS.id.in_(some))):
                    pages = tuple(sorted(cited.get(row.id, ())))
                    found[row.id] = replace(_gradable(row), cited=pages)
            return found

        there = await self._database.read(find)
        return [there[name] for name in sample.traces if name in there]

    async def draw(self, sample: Sample) -> Sample:
        """Keep a sample; return the one of that id that stands, which may be an earlier one.

        Raises:
            LedgerError: It cannot be written.
        """
        row = {
            "id": sample.id,
            "made": sample.made,
            "since": sample.since,
            "seed": sample.seed,
            "traces": list(sample.traces),
        }

        def keep(connection: Connection) -> Sample:
            connection.execute(insert_new(connection, tables.grade_samples), [row])
            stands = select(tables.grade_samples).where(_SAMPLES.id == sample.id)
            return _sample(connection.execute(stands).one())

        return await self._database.write(keep)

    async def sample(self, sample_id: str = "") -> Sample | None:
        """Return a sample by its id, or the newest one; None where there is none."""
        wanted = select(tables.grade_samples).order_by(_SAMPLES.made.desc(), _SAMPLES.id).limit(1)
        if sample_id:
            wanted = wanted.where(_SAMPLES.id == sample_id)
        found = await self._database.read(lambda there: there.execute(wanted).first())
        return _sample(found) if found else None

    async def give(self, grade: Grade) -> None:
        """Keep a grade, over the same person's earlier one of the same answer.

        Raises:
            LedgerError: It cannot be written.
        """
        row = {
            "trace": grade.trace_id,
            "person": grade.person,
            "grade": grade.grade,
            "given": grade.given,
            "sample": grade.sample,
        }
        await self._database.write(
            lambda there: there.execute(insert_over(there, tables.grades), [row]) and None
        )

    async def withdraw(self, trace_id: str, person: str) -> bool:
        """Take a grade back; False where there was none.

        Raises:
            LedgerError: It cannot be written.
        """
        mine = and_(_GRADES.trace == trace_id, _GRADES.person == person)
        gone = delete(tables.grades).where(mine)
        return await self._database.write(lambda there: there.execute(gone).rowcount > 0)

    async def of(self, traces: Sequence[str]) -> Sequence[Grade]:
        """Return the grades of some answers, by answer and then oldest first."""
        ordered = select(tables.grades).order_by(_GRADES.trace, _GRADES.given, _GRADES.person)

        def find(connection: Connection) -> list[Grade]:
            found: list[Grade] = []
            for some in in_batches(traces):
                found += [
                    Grade(row.trace, row.person, row.grade, row.given, row.sample)
                    for row in connection.execute(ordered.where(_GRADES.trace.in_(some)))
                ]
            return found

        return await self._database.read(find)


def _sample(row: Any) -> Sample:
    return Sample(row.id, row.made, row.since, row.seed, tuple(row.traces))


def _gradable(row: Any) -> Gradable:
    """Make an answer of a row; what its asker alone saw stands in no public place."""
    kind = (row.kind or "") if row.shown else ""
    collections = tuple(row.collections)
    return Gradable(row.id, row.asker, collections, row.team or "", row.channel or "", kind)
