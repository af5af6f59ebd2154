"""Who does what falls due once in a period, kept in SQL."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, select, update

from retrieval.ledger import tables_nightly
from retrieval.ledger.database import Database, insert_new
from retrieval.ports import Duty
from retrieval.ports.duties import DUTY_SECONDS

MOST_ATTEMPTS = 5
"""How often a duty is taken on that is never done: what fails so often is for people to look at."""

_TABLE = tables_nightly.duties
_DUTIES = _TABLE.c


class LedgerDuties:
    """Duties in the ledger; implements the port `Duties`.

    Duties taken on through one open ledger have one holder, named when it was opened.
    """

    def __init__(self, database: Database) -> None:
        """Take the database, by whose clock a duty is held."""
        self._database = database
        self._holder = secrets.token_hex(8)

    async def begin(self, name: str, period: str, *, seconds: float = DUTY_SECONDS) -> bool:
        """Take on a duty; False where it is done, or held, or was often tried in vain."""
        now = self._database.clock.now()
        held = {"holder": self._holder, "begun": now, "until": now + timedelta(seconds=seconds)}
        new = {"key": _key(name, period), "name": name, "period": period, "attempts": 1, **held}
        free = _DUTIES.ended.is_(None) & (_DUTIES.until <= now) & (_DUTIES.attempts < MOST_ATTEMPTS)
        take = (
            update(_TABLE)
            .where((_DUTIES.key == _key(name, period)) & free)
            .values(attempts=_DUTIES.attempts + 1, **held)
        )

        def begin(connection: Connection) -> bool:
            if connection.execute(insert_new(connection, _TABLE), [new]).rowcount:
                return True
            return bool(connection.execute(take).rowcount)

        return await self._database.write(begin)

    async def renew(self, name: str, period: str, *, seconds: float = DUTY_SECONDS) -> bool:
        """Hold on to a duty; False where it is not ours any more."""
        until = self._database.clock.now() + timedelta(seconds=seconds)
        return await self._change(name, period, until=until)

    async def end(self, name: str, period: str) -> bool:
        """Say that a duty is done; False where it is not ours any more."""
        return await self._change(name, period, ended=self._database.clock.now())

    async def release(self, name: str, period: str, *, counted: bool = True) -> None:
        """Give up a duty that is ours and not done; `counted`: it was an attempt."""
        uncounted = {} if counted else {"attempts": _DUTIES.attempts - 1}
        await self._change(name, period, until=self._database.clock.now(), holder="", **uncounted)

    async def latest(self, name: str) -> Duty | None:
        """Return the duty of that name whose period is the last."""
        wanted = select(_TABLE).where(_DUTIES.name == name).order_by(_DUTIES.period.desc()).limit(1)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        if row is None:
            return None
        return Duty(row.name, row.period, row.begun, row.until, row.attempts, row.ended)

    async def _change(self, name: str, period: str, **values: Any) -> bool:
        """Change a duty that is ours and not done."""
        ours = (
            (_DUTIES.key == _key(name, period))
            & (_DUTIES.holder == self._holder)
            & _DUTIES.ended.is_(None)
        )
        change = update(_TABLE).where(ours).values(**values)
        return await self._database.write(
            lambda connection: bool(connection.execute(change).rowcount)
        )


def _key(name: str, period: str) -> str:
    return f"{name} {period}"
