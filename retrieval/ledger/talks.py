"""What the bot has done in a conversation, read from SQL."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, and_, func, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database

_POSTINGS, _KEYS, _ROWS = tables.postings.c, tables.inbox_keys.c, tables.inbox.c


class LedgerTalks:
    """Conversations in the ledger; implements the port `Talks`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def answers(
        self, team: str, channel: str, thread_ts: str, *, since: datetime | None = None
    ) -> int:
        """Count the answers in a thread, all of them or since a moment."""
        inside = and_(
            _POSTINGS.team == team, _POSTINGS.channel == channel, _POSTINGS.thread_ts == thread_ts
        )
        if since:
            inside = and_(inside, _POSTINGS.kept >= since)
        counted = select(func.count()).select_from(tables.postings).where(inside)

        def count(connection: Connection) -> int:
            return int(connection.scalar(counted) or 0)

        return await self._database.read(count)

    async def decided(self, key: str) -> str | None:
        """Return how the row of a key ended: empty while it is unfinished, None without a row."""
        wanted = (
            select(_ROWS.state, _ROWS.result)
            .join(tables.inbox_keys, _KEYS.row == _ROWS.id)
            .where(_KEYS.key == key)
        )
        found = await self._database.read(lambda connection: connection.execute(wanted).first())
        if found is None:
            return None
        return str(found.result) if found.state == "done" else ""
