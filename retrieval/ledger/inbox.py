"""The inbox: a queue in which whoever works on something can be told to stop."""

from __future__ import annotations

from sqlalchemy import and_, select

from retrieval.ledger.lanes import FINISHED, WAITING
from retrieval.ledger.leasing import Leasing


class LedgerInbox(Leasing):
    """What was received, in the ledger; implements the ports `Inbox` and `Queue`."""

    async def stop(self, lane: str, kind: str, result: str, person: str = "") -> bool:
        """Have the work that was begun on a lane's row of a kind stopped, in whichever process.

        Whoever works on it is told by `stopped`, and cannot renew or note any more. False where
        nothing was begun, and with `person` where it was not that person's.

        Raises:
            LedgerError: It cannot be written.
        """
        rows = self._rows.c
        begun = and_(rows.lane == lane, rows.kind == kind, rows.attempts > 0, rows.result == "")
        if person:
            begun = and_(begun, rows.person == person)
        return await self._change(and_(begun, rows.state != FINISHED), result=result)

    async def kept(self, lane: str) -> bool:
        """Whether a row of a lane was begun and is kept for later: what follows waits for it.

        Raises:
            LedgerError: It cannot be read.
        """
        rows = self._rows.c
        begun = and_(rows.lane == lane, rows.state != FINISHED, rows.state == WAITING)
        wanted = select(rows.id).where(begun, rows.attempts > 0).limit(1)
        found = await self._database.read(lambda connection: connection.scalar(wanted))
        return found is not None
