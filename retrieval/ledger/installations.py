"""Where the app is installed, and the installations that are under way, kept in SQL.

Tokens come sealed; of a state only the digest is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from retrieval import tracing
from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_over
from retrieval.ports import Installation

_INSTALLED, _STATES = tables.installations, tables.oauth_states
_NAMES = tuple(one.name for one in fields(Installation))


class LedgerInstallations:
    """Installations by workspace; implements the port `Installations`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says what is over."""
        self._database = database

    async def keep(self, installation: Installation) -> None:
        """Keep an installation, in place of a former one of the workspace."""
        row = {name: getattr(installation, name) for name in _NAMES}
        row["kept"] = self._database.clock.now()

        def keep(connection: Connection) -> None:
            connection.execute(insert_over(connection, _INSTALLED), row)

        await self._database.write(keep)

    async def find(self, team: str) -> Installation | None:
        """Return the installation in a workspace."""
        wanted = select(*_columns()).where(_INSTALLED.c.team == team)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return Installation(*row) if row else None

    async def all(self) -> Sequence[Installation]:
        """Return every installation."""
        wanted = select(*_columns()).order_by(_INSTALLED.c.team)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [Installation(*row) for row in rows]

    async def remove(self, team: str) -> bool:
        """Forget an installation; False where there was none."""
        gone = delete(_INSTALLED).where(_INSTALLED.c.team == team)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)

    async def ask(self, state: str, *, seconds: float) -> None:
        """Begin an installation; those that were not ended in time are forgotten."""
        now = self._database.clock.now()
        row = {"digest": tracing.digest(state), "ends": now + timedelta(seconds=seconds)}

        def ask(connection: Connection) -> None:
            connection.execute(delete(_STATES).where(_STATES.c.ends <= now))
            connection.execute(insert(_STATES), row)

        await self._database.write(ask)

    async def spend(self, state: str) -> bool:
        """Take a state that is in its time, once; False where there is none."""
        mine = _STATES.c.digest == tracing.digest(state)
        gone = delete(_STATES).where(mine, _STATES.c.ends > self._database.clock.now())
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)


def _columns() -> list[Any]:
    return [_INSTALLED.c[name] for name in _NAMES]
