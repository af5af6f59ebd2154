"""What people think of answers, one opinion a person and answer, kept in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, select, update

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_over, one_after_the_other
from retrieval.ledger.judging import make_case
from retrieval.ports import Opinion

ADDED = ("reason", "page")
"""What may be added to an opinion, and stays when the same opinion is given again."""

_OPINIONS = tables.opinions.c


class LedgerFeedback:
    """Opinions in the ledger; implements the port `Feedback`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def give(self, opinion: Opinion) -> str | None:
        """Keep an opinion, over the same person's earlier one; one that is older is let go.

        Returns:
            The id of the case that stands now, None where the trace of the answer is not recorded
            (yet: then the case is made with it).

        Raises:
            LedgerError: It cannot be written.
        """
        row = {
            "trace": opinion.trace_id,
            "person": opinion.person,
            "value": opinion.value,
            "source": opinion.source,
            "place": opinion.place,
            "given": opinion.given,
            "reason": opinion.reason,
            "page": opinion.page,
        }
        mine = _of(opinion.trace_id, opinion.person)
        now = self._database.clock.now()

        def give(connection: Connection) -> str | None:
            one_after_the_other(connection, opinion.trace_id)
            last = connection.execute(select(tables.opinions).where(mine)).first()
            if last is None or last.given <= opinion.given:
                same = last is not None and last.value == opinion.value
                more = {name: row[name] or getattr(last, name) for name in ADDED} if same else {}
                connection.execute(insert_over(connection, tables.opinions), row | more)
            return make_case(connection, opinion.trace_id, now)

        return await self._database.write(give)

    async def explain(
        self, trace_id: str, person: str, *, reason: str = "", page: str = ""
    ) -> bool:
        """Add to a dislike why, or the right page; False where the person does not dislike it.

        Raises:
            LedgerError: It cannot be written.
        """
        said = {name: text for name, text in (("reason", reason), ("page", page)) if text}
        wanted = update(tables.opinions).where(_of(trace_id, person), _OPINIONS.value < 0)
        change = wanted.values(**said or {"person": person})
        return await self._database.write(
            lambda connection: connection.execute(change).rowcount > 0
        )

    async def withdraw(self, trace_id: str, person: str, *, source: str, value: int) -> bool:
        """Take back an opinion if it is still the one given so; False where it is not.

        Raises:
            LedgerError: It cannot be written.
        """
        given_so = and_(
            _OPINIONS.trace == trace_id,
            _OPINIONS.person == person,
            _OPINIONS.source == source,
            _OPINIONS.value == value,
        )
        now = self._database.clock.now()

        def withdraw(connection: Connection) -> bool:
            one_after_the_other(connection, trace_id)
            gone = connection.execute(delete(tables.opinions).where(given_so)).rowcount > 0
            if gone:
                make_case(connection, trace_id, now)
            return gone

        return await self._database.write(withdraw)

    async def of(self, trace_id: str) -> Sequence[Opinion]:
        """Return the opinions on an answer, oldest first."""
        wanted = select(tables.opinions).where(_OPINIONS.trace == trace_id)
        ordered = wanted.order_by(_OPINIONS.given, _OPINIONS.person)
        found = await self._database.read(lambda connection: connection.execute(ordered).all())
        return [
            Opinion(
                trace_id=row.trace,
                person=row.person,
                value=row.value,
                source=row.source,
                place=row.place,
                given=row.given,
                reason=row.reason,
                page=row.page,
            )
            for row in found
        ]


def _of(trace_id: str, person: str) -> ColumnElement[bool]:
    """Select the one opinion of a person on an answer."""
    return and_(_OPINIONS.trace == trace_id, _OPINIONS.person == person)


def somebody_likes() -> ColumnElement[bool]:
    """Select the questions whose answer at least one person likes."""
    return exists().where(_OPINIONS.trace == tables.questions.c.id, _OPINIONS.value > 0)


def somebody_dislikes() -> ColumnElement[bool]:
    """Select the questions whose answer at least one person dislikes."""
    return exists().where(_OPINIONS.trace == tables.questions.c.id, _OPINIONS.value < 0)
