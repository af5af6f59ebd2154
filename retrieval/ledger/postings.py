"""Which message is which answer, kept in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_over
from retrieval.ports import Posting

_POSTINGS, _MESSAGES = tables.postings.c, tables.messages.c
_MOST = 100


class LedgerPostings:
    """Postings in the ledger; implements the port `Postings`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def keep(self, posting: Posting) -> None:
        """Keep a posting, over an earlier one of the same trace.

        A message that another trace had begun is now this one's; a posting that has so lost all
        of its messages goes.

        Raises:
            LedgerError: It cannot be written.
        """
        row = {
            "trace": posting.trace_id,
            "team": posting.team,
            "channel": posting.channel,
            "thread_ts": posting.thread_ts,
            "asker": posting.asker,
            "question_ts": posting.question_ts,
            "outcome": posting.outcome,
            "source": posting.source,
            "kind": posting.kind,
            "kept": self._database.clock.now(),
        }

        def keep(connection: Connection) -> None:
            connection.execute(insert_over(connection, tables.postings), row)
            mine = _MESSAGES.posting == posting.trace_id
            connection.execute(delete(tables.messages).where(mine))
            former = _holders(connection, posting)
            if posting.ts:
                connection.execute(insert_over(connection, tables.messages), _rows(posting))
            if former:
                connection.execute(delete(tables.postings).where(_bereft(former)))

        await self._database.write(keep)

    async def find(self, team: str, channel: str, ts: str) -> Posting | None:
        """Return the posting that a message belongs to, None for one that is no answer."""
        message = and_(_MESSAGES.team == team, _MESSAGES.channel == channel, _MESSAGES.ts == ts)
        return await self._first(_POSTINGS.trace.in_(select(_MESSAGES.posting).where(message)))

    async def of_question(self, team: str, channel: str, question_ts: str) -> Posting | None:
        """Return the posting that answers a message, the newest where there are several."""
        return await self._first(
            and_(
                _POSTINGS.team == team,
                _POSTINGS.channel == channel,
                _POSTINGS.question_ts == question_ts,
            )
        )

    async def ours(self, team: str, channel: str, thread_ts: str) -> bool:
        """Whether an answer was posted in a thread, or began it."""
        if not thread_ts:
            return False
        inside = exists().where(
            _POSTINGS.team == team,
            _POSTINGS.channel == channel,
            _POSTINGS.thread_ts == thread_ts,
        )
        began = exists().where(
            _MESSAGES.team == team, _MESSAGES.channel == channel, _MESSAGES.ts == thread_ts
        )
        either = select(or_(inside, began))
        return bool(await self._database.read(lambda connection: connection.scalar(either)))

    async def of_trace(self, trace_id: str) -> Posting | None:
        """Return the posting of a trace; one that only its asker saw has no messages."""
        return await self._first(_POSTINGS.trace == trace_id)

    async def in_thread(self, team: str, channel: str, thread_ts: str) -> Sequence[Posting]:
        """Return the newest postings in a thread, at most a hundred, the oldest first."""
        inside = and_(
            _POSTINGS.team == team,
            _POSTINGS.channel == channel,
            _POSTINGS.thread_ts == thread_ts,
        )
        newest = select(tables.postings).where(inside).order_by(_POSTINGS.kept.desc())

        def find(connection: Connection) -> Sequence[Posting]:
            found = connection.execute(newest.limit(_MOST)).all()
            return [_posting(connection, row) for row in reversed(found)]

        return await self._database.read(find)

    async def _first(self, where: ColumnElement[bool]) -> Posting | None:
        """Return the newest posting of those selected."""
        newest = select(tables.postings).where(where).order_by(_POSTINGS.kept.desc()).limit(1)

        def find(connection: Connection) -> Posting | None:
            found = connection.execute(newest).first()
            return _posting(connection, found) if found else None

        return await self._database.read(find)


def _posting(connection: Connection, row: Any) -> Posting:
    """Make a posting of a row, with its messages in order."""
    its = select(_MESSAGES.ts).where(_MESSAGES.posting == row.trace)
    return Posting(
        trace_id=row.trace,
        team=row.team,
        channel=row.channel,
        thread_ts=row.thread_ts,
        ts=tuple(connection.scalars(its.order_by(_MESSAGES.place))),
        asker=row.asker,
        question_ts=row.question_ts,
        outcome=row.outcome,
        source=row.source,
        kind=row.kind,
    )


def _rows(posting: Posting) -> list[dict[str, Any]]:
    """Return a row for each message of a posting."""
    return [
        {
            "team": posting.team,
            "channel": posting.channel,
            "ts": ts,
            "posting": posting.trace_id,
            "place": place,
        }
        for place, ts in enumerate(dict.fromkeys(posting.ts))
    ]


def _holders(connection: Connection, posting: Posting) -> list[str]:
    """Name the postings that hold messages of this one."""
    held = select(_MESSAGES.posting).where(
        _MESSAGES.team == posting.team,
        _MESSAGES.channel == posting.channel,
        _MESSAGES.ts.in_(posting.ts),
    )
    return list(connection.scalars(held))


def _bereft(names: list[str]) -> ColumnElement[bool]:
    """Select those of the named postings that have no message left."""
    left = exists().where(_MESSAGES.posting == _POSTINGS.trace)
    return and_(_POSTINGS.trace.in_(names), ~left)
