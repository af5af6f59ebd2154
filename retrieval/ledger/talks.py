"""What the bot has done in a conversation, read from SQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, and_, func, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database
from retrieval.ports import Posting

_POSTINGS, _KEYS, _ROWS = tables.postings.c, tables.inbox_keys.c, tables.inbox.c


class LedgerTalks:
    """Conversations in the ledger; fills the port `Talks`."""

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

    async def latest(
        self, team: str, channel: str, thread_ts: str, *, most: int
    ) -> Sequence[Posting]:
        """Return the newest answers in a thread, the oldest of them first, without their ts."""
        newest = (
            select(tables.postings)
            .where(
                _POSTINGS.team == team,
                _POSTINGS.channel == channel,
                _POSTINGS.thread_ts == thread_ts,
            )
            .order_by(_POSTINGS.kept.desc())
            .limit(most)
        )

        def read(connection: Connection) -> list[Posting]:
            return [
                Posting(
                    trace_id=row.trace,
                    team=row.team,
                    channel=row.channel,
                    thread_ts=row.thread_ts,
                    ts=(),
                    asker=row.asker,
                    question_ts=row.question_ts,
                    outcome=row.outcome,
                )
                for row in connection.execute(newest)
            ]

        return (await self._database.read(read))[::-1]

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
