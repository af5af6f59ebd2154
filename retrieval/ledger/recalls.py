"""Answers that quote what their pages no longer say, kept in SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, select, update

from retrieval.ledger import tables
from retrieval.ledger.database import Database, in_batches, insert_over, one_after_the_other
from retrieval.ports import Cited, Page, Recall

_CITATIONS, _QUESTIONS, _POSTINGS = tables.citations.c, tables.questions.c, tables.postings.c
_LOOKED, _RECALLS = tables.looked_pages.c, tables.recalls.c


class LedgerRecalls:
    """Recalled answers in the ledger; implements the port `RecallLedger`.

    Only answers that were posted count.
    """

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when something was done."""
        self._database = database

    async def cited(self) -> Sequence[Page]:
        """Return the pages that any answer quotes."""
        wanted = select(_CITATIONS.document, _CITATIONS.collection).distinct()
        return [Page(row.collection, row.document) for row in await self._read(wanted)]

    async def looked(self) -> Mapping[Page, str]:
        """Return the digest of each page as it was looked at last, empty for one that is gone."""
        wanted = select(_LOOKED.collection, _LOOKED.document, _LOOKED.digest)
        rows = await self._read(wanted)
        return {Page(row.collection, row.document): row.digest for row in rows}

    async def quotes(self, page: Page, since: datetime) -> Sequence[Cited]:
        """Return what answers given since a moment quote of a page."""
        cited = _CITATIONS
        wanted = (
            select(cited.answer, cited.quote, cited.path, cited.url, _POSTINGS.team)
            .join(tables.questions, _QUESTIONS.id == cited.answer)
            .join(tables.postings, _POSTINGS.trace == cited.answer)
            .where(
                cited.document == page.document,
                cited.collection == page.collection,
                _QUESTIONS.asked >= since,
            )
            .order_by(cited.answer, cited.claim, cited.place)
        )
        rows = await self._read(wanted)
        return [Cited(row.answer, row.quote, row.path, row.url, row.team) for row in rows]

    async def settle(self, page: Page, digest: str, found: Sequence[Recall]) -> int:
        """Keep, in one step, that a page was looked at, and which answers it bears out no more."""
        now = self._database.clock.now()
        look: dict[str, Any] = {"collection": page.collection, "document": page.document}
        look |= {"digest": digest, "looked": now}

        def settle(connection: Connection) -> int:
            one_after_the_other(connection, f"recall:{page.collection}:{page.document}")
            known = {row.answer: row for row in connection.execute(_known(page))}
            open_ = {name for name, row in known.items() if row.taken_back is None}
            new = [one for one in found if one.answer not in open_]
            askers = _askers(connection, found) if new else {}
            rows = [
                {**_row(one, known.get(one.answer)), "askers": askers.get(one.answer, 1)}
                for one in new
            ]
            if rows:
                connection.execute(insert_over(connection, tables.recalls), rows)
            back = sorted(open_ - {one.answer for one in found})
            for some in in_batches(back):
                its = and_(_of(page), _RECALLS.answer.in_(some))
                again = update(tables.recalls).where(its)
                connection.execute(again.values(taken_back=now, marked=None))
            connection.execute(insert_over(connection, tables.looked_pages), look)
            return len(rows)

        return await self._database.write(settle)

    async def to_mark(self, *, team: str, most: int = 100) -> Sequence[Recall]:
        """Return what is to be shown in answers, or no longer, the oldest first."""
        wanted = (
            select(tables.recalls)
            .where(_RECALLS.team == team, _RECALLS.marked.is_(None))
            .order_by(_RECALLS.found)
            .limit(most)
        )
        return [_recall(row) for row in await self._read(wanted)]

    async def of(self, answer: str) -> Sequence[Recall]:
        """Return what of an answer no longer stands, by page."""
        wanted = (
            select(tables.recalls)
            .where(_RECALLS.answer == answer, _RECALLS.taken_back.is_(None))
            .order_by(_RECALLS.found, _RECALLS.document)
        )
        return [_recall(row) for row in await self._read(wanted)]

    async def marked(self, answer: str, shown: Sequence[Recall]) -> None:
        """Say that an answer shows these, and none else, as what of it no longer stands."""
        now, mine = self._database.clock.now(), _RECALLS.answer == answer
        set_ = update(tables.recalls).values(marked=now)
        back = set_.where(mine, _RECALLS.taken_back.is_not(None), _RECALLS.taken_back <= now)

        def mark(connection: Connection) -> None:
            connection.execute(back)
            for one in shown:
                its = and_(mine, _of(one.page), _RECALLS.found == one.found)
                connection.execute(set_.where(its))

        await self._database.write(mark)

    async def to_tell(self, day: datetime, *, team: str, most: int = 20) -> Sequence[str]:
        """Name the answers whose askers are still to be told, those most asked for first."""
        told = select(func.count(_RECALLS.answer.distinct())).where(
            _RECALLS.team == team, _RECALLS.told >= day
        )
        wanted = (
            select(_RECALLS.answer)
            .where(
                _RECALLS.team == team,
                _RECALLS.told.is_(None),
                _RECALLS.silence == "",
                _RECALLS.taken_back.is_(None),
            )
            .group_by(_RECALLS.answer)
            .order_by(func.max(_RECALLS.askers).desc(), func.min(_RECALLS.found), _RECALLS.answer)
        )

        def choose(connection: Connection) -> Sequence[str]:
            left = most - (connection.scalar(told) or 0)
            return list(connection.scalars(wanted.limit(left))) if left > 0 else []

        return await self._database.read(choose)

    async def told(self, answer: str, *, silence: str = "") -> None:
        """Say that the asker of an answer was told, or why they are not."""
        mine = and_(_RECALLS.answer == answer, _RECALLS.told.is_(None))
        said = {"silence": silence} if silence else {"told": self._database.clock.now()}
        done = update(tables.recalls).where(mine).values(**said)
        await self._database.write(lambda connection: connection.execute(done))

    async def _read(self, wanted: Select[Any]) -> Sequence[Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(wanted).all())


def _of(page: Page) -> ColumnElement[bool]:
    return and_(_RECALLS.collection == page.collection, _RECALLS.document == page.document)


def _known(page: Page) -> Select[Any]:
    return select(_RECALLS.answer, _RECALLS.taken_back, _RECALLS.told, _RECALLS.silence).where(
        _of(page)
    )


def _row(one: Recall, known: Row[Any] | None) -> dict[str, Any]:
    """Return the row of a recall; whoever was told of an earlier one of that page was told."""
    return {
        "answer": one.answer,
        "collection": one.page.collection,
        "document": one.page.document,
        "path": one.path,
        "title": one.title,
        "url": one.url,
        "said": one.said,
        "now": one.now,
        "gone": int(one.gone),
        "found": one.found,
        "marked": None,
        "told": known.told if known else None,
        "taken_back": None,
        "silence": known.silence if known else "",
        "team": one.team,
    }


def _recall(row: Row[Any]) -> Recall:
    return Recall(
        row.answer,
        Page(row.collection, row.document),
        row.path,
        row.title,
        row.url,
        row.said,
        row.now,
        bool(row.gone),
        row.found,
        row.marked,
        row.told,
        row.taken_back,
        row.silence,
        row.team,
    )


def _askers(connection: Connection, found: Sequence[Recall]) -> dict[str, int]:
    """Count for each answer who asked the same, or got the same sentence quoted."""
    asked = {}
    for some in in_batches([one.answer for one in found]):
        wanted = select(_QUESTIONS.id, _QUESTIONS.asker, _QUESTIONS.asking)
        asked.update(
            {row.id: row for row in connection.execute(wanted.where(_QUESTIONS.id.in_(some)))}
        )
    same: dict[str, int] = {}
    for some in in_batches(sorted({row.asking for row in asked.values() if row.asking})):
        counted = (
            select(_QUESTIONS.asking, func.count(_QUESTIONS.asker.distinct()))
            .where(_QUESTIONS.asking.in_(some))
            .group_by(_QUESTIONS.asking)
        )
        same.update({row[0]: row[1] for row in connection.execute(counted)})
    quoted: dict[str, set[str]] = {}
    for one in found:
        if one.answer in asked:
            quoted.setdefault(one.said, set()).add(asked[one.answer].asker)
    return {
        one.answer: max(len(quoted.get(one.said, ())), same.get(asked[one.answer].asking, 0))
        for one in found
        if one.answer in asked
    }
