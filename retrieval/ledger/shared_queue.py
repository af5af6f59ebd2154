"""A queue on a PostgreSQL server, where several processes work: a statement for each thing.

Rows are locked with SKIP LOCKED, so that those who look for work never wait for each other, and
keep nobody from writing. Should two take rows of one lane in the same moment, which can be where
one was being put meanwhile, an index refuses the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Table,
    Text,
    bindparam,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import ARRAY

from retrieval.ledger import lanes, tables
from retrieval.ledger.columns import AnyText
from retrieval.ledger.quick import NUMBER, Duplicate, Quick, Quickly
from retrieval.ledger.serving import Served


class SharedQueue:
    """The rows of one queue and their keys, on a server."""

    def __init__(self, served: Served, rows: Table, keys: Table) -> None:
        """Take the two tables of a queue."""
        self._served = served
        self._rows = rows
        self._keys = keys
        self._made: dict[object, Quick] = {}

    async def put(self, row: Mapping[str, Any], keys: Sequence[str]) -> bool:
        """Commit a row under keys; False, and nothing, where one is there. Raises LedgerError."""
        quick = self._made.get("put") or self._made.setdefault("put", self._inserting(row))
        values = {f"b_{name}": value for name, value in row.items()} | {"b_keys": list(keys)}

        async def work(there: Quickly) -> bool:
            try:
                await there.run(quick, values)
            except Duplicate:
                return False
            return True

        return await self._served.quickly(work)

    async def take(
        self, now: datetime, most: int, within: Sequence[str], values: Mapping[str, Any]
    ) -> Sequence[Mapping[str, Any]]:
        """Lease the oldest rows that are free, and count those whose lease had run out."""
        shape = ("take", len(within))
        quick = self._made.get(shape) or self._made.setdefault(shape, self._taking(len(within)))
        bound = {f"b_{name}": value for name, value in values.items()}
        bound |= {f"b_within_{n}": prefix for n, prefix in enumerate(within)}
        bound |= {"b_now": now, "b_most": most}

        async def work(there: Quickly) -> Sequence[Mapping[str, Any]]:
            try:
                found = await there.run(quick, bound)
            except Duplicate:
                return ()
            over = sum(record["former"] == lanes.WORKING for record in found)
            if over:
                await there.run(self._counting(), {"b_more": over})
            return sorted(map(quick.row, found), key=lambda row: int(row["id"]))

        return await self._served.quickly(work)

    async def change(
        self, row: int, lease: str, values: Mapping[str, Any], *, wanted: bool
    ) -> bool:
        """Change a row that a lease is for; with `wanted` only while it was not cancelled.

        A row that is released keeps the lease it was held by: it says whether we did that, and
        keeps it from being done twice, also where a first attempt comes late. So no more than one
        statement is needed.
        """
        shape = ("change", wanted, *values)
        quick = self._made.get(shape)
        if quick is None:
            quick = self._made.setdefault(shape, self._changing(tuple(values), wanted=wanted))
        bound = {f"b_{name}": value for name, value in values.items()}
        bound |= {"b_row": row, "b_held": lease}
        gone = self._made.get("gone") or self._made.setdefault("gone", self._gone())

        async def let_go(there: Quickly, again: bool) -> bool:
            done = bool(await there.run(quick, bound))
            return done or (again and bool(await there.run(gone, bound)))

        async def work(there: Quickly) -> bool:
            return bool(await there.run(quick, bound))

        if values.get("state", lanes.WORKING) == lanes.WORKING:
            return await self._served.quickly(work)
        return await self._served.at_once(let_go)

    def _bound(self, name: str) -> BindParameter[Any]:
        return bindparam(f"b_{name}", type_=self._rows.c[name].type)

    def _inserting(self, row: Mapping[str, Any]) -> Quick:
        values: dict[str, Any] = {name: self._bound(name) for name in row}
        values["turn"] = lanes.turn(self._rows, self._bound("person"))
        new = insert(self._rows).values(values).returning(self._rows.c.id).cte("new")
        key = func.unnest(bindparam("b_keys", type_=ARRAY(AnyText()))).column_valued("named")
        keyed = insert(self._keys).from_select(["key", "row"], select(key, new.c.id)).cte("keyed")
        return Quick(select(new.c.id, NUMBER).add_cte(keyed))

    def _taking(self, prefixes: int) -> Quick:
        rows = self._rows.c
        within = [bindparam(f"b_within_{n}", type_=rows.lane.type) for n in range(prefixes)]
        now, most = (
            bindparam("b_now", type_=rows.free.type),
            bindparam("b_most", type_=rows.id.type),
        )
        wanted = lanes.free(self._rows, now, most, within)
        free = wanted.with_for_update(skip_locked=True, of=self._rows).cte("takable")
        names = ("state", "free", "lease")
        taking = update(self._rows).where(rows.id == free.c.id)
        taking = taking.values({name: self._bound(name) for name in names})
        taking = taking.values(attempts=rows.attempts + 1)
        return Quick(taking.returning(*rows, free.c.state.label("former"), NUMBER), list(rows))

    def _changing(self, names: Sequence[str], *, wanted: bool) -> Quick:
        rows = self._rows.c
        held = [
            rows.id == bindparam("b_row", type_=rows.id.type),
            rows.lease == bindparam("b_held", type_=rows.lease.type),
            rows.state == lanes.IN_WORK,
        ]
        held += [rows.result == ""] if wanted else []
        change = update(self._rows).where(*held).values({n: self._bound(n) for n in names})
        return Quick(change.returning(NUMBER))

    def _gone(self) -> Quick:
        """Find a row that this lease released and nobody has taken since."""
        rows = self._rows.c
        wanted = select(rows.id, literal(None, Text).label("xact")).where(
            rows.id == bindparam("b_row", type_=rows.id.type),
            rows.lease == bindparam("b_held", type_=rows.lease.type),
            rows.state == bindparam("b_state", type_=rows.state.type),
        )
        return Quick(wanted)

    def _counting(self) -> Quick:
        counts = tables.takeovers
        more = bindparam("b_more", type_=counts.c["count"].type)
        new = postgresql.insert(counts).values(queue=literal(self._rows.name), count=more)
        sum_ = {"count": counts.c["count"] + new.excluded["count"]}
        over = new.on_conflict_do_update(index_elements=[counts.c.queue], set_=sum_)
        return Quick(over.returning(NUMBER))
