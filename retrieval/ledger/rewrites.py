"""What people made of searches that were not what they meant, kept in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_new
from retrieval.ports import RewriteCase
from retrieval.values import Turn

_REWRITES = tables.rewrites.c


class LedgerRewrites:
    """Rewrite cases in the ledger; implements the port `Rewrites`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def keep(self, case: RewriteCase) -> bool:
        """Keep a case; False where it was kept before.

        Raises:
            LedgerError: It cannot be written.
        """
        row = {
            "id": case.id,
            "trace": case.trace_id,
            "made": self._database.clock.now(),
            "person": case.person,
            "place": case.place,
            "asked": case.asked,
            "turns": [[turn.role, turn.text] for turn in case.turns],
            "rewrite": case.rewrite,
            "wanted": case.wanted,
        }

        def keep(connection: Connection) -> bool:
            new = insert_new(connection, tables.rewrites)
            return connection.execute(new, [row]).rowcount > 0

        return await self._database.write(keep)

    async def list(self, *, most: int = 1_000) -> Sequence[RewriteCase]:
        """Return the cases, newest first."""
        newest = select(tables.rewrites).order_by(_REWRITES.made.desc(), _REWRITES.id).limit(most)
        return await self._database.read(
            lambda connection: [_case(row) for row in connection.execute(newest)]
        )


def _case(row: Any) -> RewriteCase:
    return RewriteCase(
        id=row.id,
        trace_id=row.trace,
        person=row.person,
        place=row.place,
        asked=row.asked,
        turns=tuple(Turn(role, text) for role, text in row.turns),
        rewrite=row.rewrite,
        wanted=row.wanted,
    )
