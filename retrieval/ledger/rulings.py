"""What was ruled about something new, kept in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, select, update

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_over, one_after_the_other
from retrieval.ports import LostCase, Measured, Ruling
from retrieval.ports.gating import DISCARDED, GENERATION, HELD

_RULINGS = tables.rulings.c


class LedgerRulings:
    """Rulings in the ledger; implements the port `Rulings`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when something was decided."""
        self._database = database

    async def keep(self, ruling: Ruling) -> None:
        """Keep a ruling, over an earlier one about the same."""
        row = _row(ruling)
        await self._database.write(
            lambda connection: connection.execute(insert_over(connection, tables.rulings), row)
        )

    async def find(self, kind: str, collection: str, name: str) -> Ruling | None:
        """Return what was ruled about something, None where nothing was."""
        which = _which(kind, collection, name)
        return await self._database.read(lambda connection: _find(connection, which))

    async def latest(
        self, kind: str, collection: str = "", *, states: Sequence[str] = (), most: int = 20
    ) -> Sequence[Ruling]:
        """Return rulings, the newest first: of some states, or of all."""
        wanted = select(tables.rulings).where(_RULINGS.kind == kind)
        if collection:
            wanted = wanted.where(_RULINGS.collection == collection)
        if states:
            wanted = wanted.where(_RULINGS.state.in_(states))
        newest = wanted.order_by(_RULINGS.made.desc(), _RULINGS.name.desc()).limit(most)
        return await self._database.read(
            lambda connection: [*map(_ruling, connection.execute(newest))]
        )

    async def decide(
        self, ruling: Ruling, state: str, *, by: str, among: Sequence[str] = (HELD,)
    ) -> Ruling | None:
        """Decide about what is held back; None where it is in no state of `among` any more."""
        which = _which(ruling.kind, ruling.collection, ruling.name)
        now = self._database.clock.now()

        def decide(connection: Connection) -> Ruling | None:
            one_after_the_other(connection, ruling.key)
            found = _find(connection, which)
            if found is None or found.state not in among:
                return None
            changed = update(tables.rulings).where(which)
            connection.execute(changed.values(state=state, by=by, decided=now))
            return replace(found, state=state, by=by, decided=now)

        return await self._database.write(decide)

    async def forget(self, collection: str, fingerprint: str) -> bool:
        """Forget that generations made so were thrown away; False where none was."""
        found = await self.latest(GENERATION, collection, states=(DISCARDED,), most=1_000)
        names = [one.name for one in found if fingerprint in one.fingerprints]
        if not names:
            return False
        gone = delete(tables.rulings).where(
            _RULINGS.kind == GENERATION,
            _RULINGS.collection == collection,
            _RULINGS.name.in_(names),
            _RULINGS.state == DISCARDED,
        )
        return bool(
            await self._database.write(lambda connection: connection.execute(gone).rowcount)
        )


def _which(kind: str, collection: str, name: str) -> ColumnElement[bool]:
    return and_(_RULINGS.kind == kind, _RULINGS.collection == collection, _RULINGS.name == name)


def _find(connection: Connection, which: ColumnElement[bool]) -> Ruling | None:
    row = connection.execute(select(tables.rulings).where(which)).first()
    return _ruling(row) if row else None


def _row(ruling: Ruling) -> dict[str, Any]:
    content = {
        "against": ruling.against,
        "fingerprints": list(ruling.fingerprints),
        "cases": ruling.cases,
        "measures": [asdict(one) for one in ruling.measures],
        "lost": [asdict(one) for one in ruling.lost],
        "said": ruling.said,
    }
    return {
        "kind": ruling.kind,
        "collection": ruling.collection,
        "name": ruling.name,
        "state": ruling.state,
        "made": ruling.made,
        "content": content,
        "by": ruling.by,
        "decided": ruling.decided,
    }


def _ruling(row: Row[Any]) -> Ruling:
    content = row.content
    return Ruling(
        kind=row.kind,
        collection=row.collection,
        name=row.name,
        state=row.state,
        made=row.made,
        against=content["against"],
        fingerprints=tuple(content["fingerprints"]),
        cases=content["cases"],
        measures=tuple(Measured(**one) for one in content["measures"]),
        lost=tuple(LostCase(**one) for one in content["lost"]),
        said=content["said"],
        by=row.by,
        decided=row.decided,
    )
