"""What models charged for: kept with each trace, and read for the accounts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, Row, insert, select

from retrieval import tracing
from retrieval.ledger import tables
from retrieval.ledger.database import Database
from retrieval.ports import Charge
from retrieval.values import Trace, Usage


def keep(connection: Connection, trace: Trace) -> None:
    """Keep what each stage of a trace, which is new, was charged for."""
    asked = datetime.fromisoformat(trace.started)
    asked = asked if asked.tzinfo else asked.replace(tzinfo=UTC)
    where = trace.question.scope.collections
    for stage, usage in tracing.charges(trace).items():
        _insert(connection, Charge(trace.id, asked, where, stage, usage))


def _insert(connection: Connection, charge: Charge) -> None:
    usage = charge.usage
    row = {
        "trace": charge.trace,
        "stage": charge.stage,
        "asked": charge.asked,
        "collections": list(charge.collections),
        "model": usage.model,
        "prompt": usage.prompt,
        "cached": usage.cached,
        "completion": usage.completion,
        "estimated": int(usage.estimated),
        "cost": usage.cost,
        "currency": usage.currency,
    }
    connection.execute(insert(tables.charges), [row])


class LedgerCharges:
    """Implements the port `Charges`."""

    def __init__(self, database: Database) -> None:
        """Take a database whose schema is up to date."""
        self._database = database

    async def add(self, charge: Charge) -> None:
        """Keep what was charged for something else than a question.

        Raises:
            LedgerError: It cannot be written.
        """
        await self._database.write(lambda connection: _insert(connection, charge))

    async def between(self, since: datetime | None, until: datetime | None) -> Sequence[Charge]:
        """Return what was charged from `since` up to before `until`, the oldest first.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        column = tables.charges.c
        wanted = select(tables.charges).order_by(column.asked, column.trace, column.stage)
        if since:
            wanted = wanted.where(column.asked >= since)
        if until:
            wanted = wanted.where(column.asked < until)
        return await self._database.read(
            lambda connection: [_charge(row) for row in connection.execute(wanted)]
        )


def _charge(row: Row[tuple[object, ...]]) -> Charge:
    usage = Usage(
        row.prompt,
        row.cached,
        row.completion,
        bool(row.estimated),
        row.cost,
        row.currency,
        row.model,
    )
    return Charge(row.trace, row.asked, tuple(row.collections), row.stage, usage)
