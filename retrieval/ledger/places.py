"""What was decided for channels, kept in SQL."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, or_, select, update

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_new
from retrieval.ports import KnownPlace

_PLACES = tables.places.c


class LedgerPlaces:
    """Decisions by channel; fills the port `Places`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when something was decided."""
        self._database = database

    async def find(self, team: str, channel: str) -> KnownPlace:
        """Return what was decided; nothing, for a channel that nobody decided about."""
        columns = (_PLACES.muted_by, _PLACES.muted_at, _PLACES.auto_off_reason, _PLACES.greeted_at)
        wanted = select(*columns).where(_of(team, channel))

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

    async def auto_off(self, team: str, channel: str, reason: str) -> None:
        """Say why the bot no longer answers there by itself; an empty reason takes that back."""
        await self._decide(team, channel, {"auto_off_reason": reason})

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
