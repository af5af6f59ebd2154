"""What was decided for channels, kept in SQL."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_new
from retrieval.ports import KnownPlace, Liking

_PLACES, _POSTINGS, _OPINIONS = tables.places.c, tables.postings.c, tables.opinions.c


class LedgerPlaces:
    """Decisions by channel; implements the port `Places`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when something was decided."""
        self._database = database

    async def find(self, team: str, channel: str) -> KnownPlace:
        """Return what was decided; nothing, for a channel that nobody decided about."""
        columns = (_PLACES.muted_by, _PLACES.muted_at, _PLACES.auto_off_reason)
        times = (_PLACES.greeted_at, _PLACES.auto_since)
        wanted = select(*columns, *times).where(_of(team, channel))

        def find(connection: Connection) -> KnownPlace:
            row = connection.execute(wanted).first()
            return KnownPlace(*row) if row else KnownPlace()

        return await self._database.read(find)

    async def mute(self, team: str, channel: str, person: str) -> bool:
        """Mute the bot in a channel; False where it was muted."""
        decided = {"muted_by": person, "muted_at": self._database.clock.now()}
        return await self._decide(team, channel, decided, _PLACES.muted_by == "")

    async def unmute(self, team: str, channel: str) -> bool:
        """Let the bot speak again; False where it was not muted."""
        decided = {"muted_by": "", "muted_at": None}
        return await self._decide(team, channel, decided, _PLACES.muted_by != "")

    async def greet(self, team: str, channel: str, *, again: timedelta) -> bool:
        """Take it on to greet a channel; False where that was done within `again`."""
        now = self._database.clock.now()
        long_ago = or_(_PLACES.greeted_at.is_(None), _PLACES.greeted_at <= now - again)
        return await self._decide(team, channel, {"greeted_at": now}, long_ago)

    async def auto_off(self, team: str, channel: str, reason: str) -> bool:
        """Keep why the bot no longer answers there by itself; False where it did not before."""
        off = {"auto_off_reason": reason}
        return await self._decide(team, channel, off, _PLACES.auto_off_reason == "")

    async def auto_on(self, team: str, channel: str) -> bool:
        """Let it do so again, answers before now forgotten; False where it was let before."""
        on = {"auto_off_reason": "", "auto_since": self._database.clock.now()}
        return await self._decide(team, channel, on, _PLACES.auto_off_reason != "")

    async def liking(self, team: str, channel: str, *, most: int) -> Liking:
        """Look at the newest answers there that nobody asked for, since it was last let."""
        since = select(_PLACES.auto_since).where(_of(team, channel)).scalar_subquery()
        newest = (
            select(_POSTINGS.trace)
            .where(_POSTINGS.team == team, _POSTINGS.channel == channel)
            .where(_POSTINGS.source == "auto", or_(since.is_(None), _POSTINGS.kept > since))
            .order_by(_POSTINGS.kept.desc())
            .limit(most)
            .subquery()
        )
        said = func.coalesce(func.sum(_OPINIONS.value), 0)
        each = (
            select(newest.c.trace, said.label("said"))
            .outerjoin(tables.opinions, _OPINIONS.trace == newest.c.trace)
            .group_by(newest.c.trace)
        )

        def look(connection: Connection) -> Liking:
            found = [row.said for row in connection.execute(each)]
            return Liking(len(found), sum(value < 0 for value in found))

        return await self._database.read(look)

    async def _decide(
        self,
        team: str,
        channel: str,
        decided: dict[str, Any],
        only: ColumnElement[bool] | None = None,
    ) -> bool:
        """Change the row of a channel where `only` holds; whether it did. Raises LedgerError."""
        row = {"team": team, "channel": channel, "muted_by": "", "auto_off_reason": ""}
        which = _of(team, channel) if only is None else and_(_of(team, channel), only)

        def decide(connection: Connection) -> bool:
            connection.execute(insert_new(connection, tables.places), [row])
            changed = connection.execute(update(tables.places).where(which).values(decided))
            return changed.rowcount == 1

        return await self._database.write(decide)


def _of(team: str, channel: str) -> ColumnElement[bool]:
    return and_(_PLACES.team == team, _PLACES.channel == channel)
