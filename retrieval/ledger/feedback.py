"""What people think of answers, one opinion a person and answer, kept in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, select

from retrieval.ledger import tables
from retrieval.ledger.cases import make_case
from retrieval.ledger.database import Database, insert_over, one_after_the_other
from retrieval.ports import Opinion

_OPINIONS = tables.opinions.c


class LedgerFeedback:
    """Opinions in the ledger; fills the port `Feedback`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def give(self, opinion: Opinion) -> str | None:
        """Keep an opinion, over the same person's earlier one; one that is older is let go.

        Returns:
            The id of the case that stands now, None where nobody dislikes the answer or its
            trace is not recorded (yet: then the case is made with it).

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
        }
        mine = and_(_OPINIONS.trace == opinion.trace_id, _OPINIONS.person == opinion.person)
        now = self._database.clock.now()

        def give(connection: Connection) -> str | None:
            one_after_the_other(connection, opinion.trace_id)
            last = connection.scalar(select(_OPINIONS.given).where(mine))
            if last is None or last <= opinion.given:
                connection.execute(insert_over(connection, tables.opinions), row)
            return make_case(connection, opinion.trace_id, now)

        return await self._database.write(give)

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
            Opinion(row.trace, row.person, row.value, row.source, row.place, row.given)
            for row in found
        ]
