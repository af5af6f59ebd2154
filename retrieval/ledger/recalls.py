"""Answers that quote what their pages no longer say, kept in SQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, select, update

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_over, one_after_the_other
from retrieval.ports import Cited, Page, Recall

_CITATIONS, _QUESTIONS, _POSTINGS = tables.citations.c, tables.questions.c, tables.postings.c
_LOOKED, _RECALLS = tables.looked_pages.c, tables.recalls.c


class LedgerRecalls:
    """Recalled answers in the ledger; fills the port `Recalls`. Only posted answers count."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when something was done."""
        self._database = database

    async def cited(self, since: datetime) -> Sequence[Page]:
        """Return the pages that answers given since a moment quote."""
        wanted = (
            _of_answers(_CITATIONS.collection, _CITATIONS.document)
            .where(_QUESTIONS.asked >= since)
            .distinct()
        )
        return [Page(row.collection, row.document) for row in await self._read(wanted)]

    async def looked(self) -> Mapping[Page, str]:
        """Return the digest of each page as it was looked at last, empty for one that is gone."""
        wanted = select(_LOOKED.collection, _LOOKED.document, _LOOKED.digest)
        rows = await self._read(wanted)
        return {Page(row.collection, row.document): row.digest for row in rows}

    async def quotes(self, page: Page, since: datetime) -> Sequence[Cited]:
        """Return what answers given since a moment quote of a page."""
        wanted = (
            _of_answers(_CITATIONS.answer, _CITATIONS.quote, _CITATIONS.path, _CITATIONS.url)
            .where(
                _CITATIONS.document == page.document,
                _CITATIONS.collection == page.collection,
                _QUESTIONS.asked >= since,
            )
            .order_by(_CITATIONS.answer, _CITATIONS.claim, _CITATIONS.place)
        )
        rows = await self._read(wanted)
        return [Cited(row.answer, row.quote, row.path, row.url) for row in rows]

    async def settle(self, page: Page, digest: str, found: Sequence[Recall]) -> int:
        """Keep, in one step, that a page was looked at, and which answers it bears out no more."""
        now = self._database.clock.now()
        look: dict[str, Any] = {"collection": page.collection, "document": page.document}
        look |= {"digest": digest, "looked": now}

        def settle(connection: Connection) -> int:
            one_after_the_other(connection, f"recall:{page.collection}:{page.document}")
            known = {row.answer: row for row in connection.execute(_known(page))}
            open_ = {name for name, row in known.items() if row.taken_back is None}
            rows = [_row(one, known.get(one.answer)) for one in found if one.answer not in open_]
            if rows:
                connection.execute(insert_over(connection, tables.recalls), rows)
            back = sorted(open_ - {one.answer for one in found})
            for start in range(0, len(back), 500):
                some = and_(_of(page), _RECALLS.answer.in_(back[start : start + 500]))
                again = update(tables.recalls).where(some)
                connection.execute(again.values(taken_back=now, marked=None))
            connection.execute(insert_over(connection, tables.looked_pages), look)
            return len(rows)

        return await self._database.write(settle)

    async def to_mark(self, *, team: str = "", most: int = 100) -> Sequence[Recall]:
        """Return what is to be shown in answers, or no longer, the oldest first."""
        wanted = (
            select(tables.recalls)
            .join(tables.postings, _POSTINGS.trace == _RECALLS.answer)
            .where(_RECALLS.marked.is_(None), *_in(team))
            .order_by(_RECALLS.found, _RECALLS.answer)
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

    async def to_tell(
        self, day: datetime, since: datetime, *, team: str = "", most: int = 20
    ) -> Sequence[str]:
        """Name the answers whose askers are still to be told, those most asked for first."""
        posted = _POSTINGS.trace == _RECALLS.answer
        told = (
            select(func.count(_RECALLS.answer.distinct()))
            .join(tables.postings, posted)
            .where(_RECALLS.told >= day, *_in(team))
        )
        waiting = (
            select(
                _RECALLS.answer,
                _RECALLS.collection,
                _RECALLS.document,
                _RECALLS.said,
                _QUESTIONS.standalone,
                _QUESTIONS.asker,
                _RECALLS.found,
            )
            .join(tables.postings, posted)
            .join(tables.questions, _QUESTIONS.id == _RECALLS.answer)
            .where(
                _RECALLS.told.is_(None),
                _RECALLS.silence == "",
                _RECALLS.taken_back.is_(None),
                *_in(team),
            )
            .order_by(_RECALLS.found, _RECALLS.answer)
        )

        def choose(connection: Connection) -> Sequence[str]:
            left = most - (connection.scalar(told) or 0)
            rows = connection.execute(waiting).all() if left > 0 else []
            return _most_asked(rows, _askers(connection, since) if rows else {})[:left]

        return await self._database.read(choose)

    async def told(self, answer: str, *, silence: str = "") -> None:
        """Say that the asker of an answer was told, or why they are not."""
        mine = and_(_RECALLS.answer == answer, _RECALLS.told.is_(None))
        said = {"silence": silence} if silence else {"told": self._database.clock.now()}
        done = update(tables.recalls).where(mine).values(**said)
        await self._database.write(lambda connection: connection.execute(done))

    async def _read(self, wanted: Select[Any]) -> Sequence[Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(wanted).all())


def _of_answers(*columns: ColumnElement[Any]) -> Select[Any]:
    """Select of the citations of posted answers."""
    return (
        select(*columns)
        .join(tables.questions, _QUESTIONS.id == _CITATIONS.answer)
        .join(tables.postings, _POSTINGS.trace == _CITATIONS.answer)
    )


def _in(team: str) -> list[ColumnElement[bool]]:
    return [_POSTINGS.team == team] if team else []


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
    )


def _askers(connection: Connection, since: datetime) -> dict[str, int]:
    """Count who asked each question since a moment."""
    counted = (
        select(_QUESTIONS.standalone, func.count(_QUESTIONS.asker.distinct()))
        .where(_QUESTIONS.asked >= since)
        .group_by(_QUESTIONS.standalone)
    )
    return {row[0]: row[1] for row in connection.execute(counted)}


def _most_asked(rows: Iterable[Any], asked: Mapping[str, int]) -> list[str]:
    """Order answers by how many people asked the same, or got the same sentence quoted."""
    rows = list(rows)
    spans: dict[tuple[str, str, str], set[str]] = {}
    for row in rows:
        spans.setdefault((row.collection, row.document, row.said), set()).add(row.asker)
    weight: dict[str, int] = {}
    for row in rows:
        same = len(spans[row.collection, row.document, row.said])
        weight[row.answer] = max(weight.get(row.answer, 0), same, asked.get(row.standalone, 0))
    return sorted(weight, key=lambda answer: -weight[answer])
