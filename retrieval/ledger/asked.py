"""What was asked and answered, as those who asked may see it again; read from SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database
from retrieval.ports import PastOpinion, PastQuestion, Popular

_POSTINGS, _MESSAGES = tables.postings.c, tables.messages.c
_QUESTIONS, _OPINIONS = tables.questions.c, tables.opinions.c

LOOKED_AT = 2_000
"""Answers that are looked through for what is asked often, the newest ones."""
SEVERAL = 2
"""Askers from whom on a question is shown to others: it is nobody's own any more."""


class LedgerAsked:
    """Past questions in the ledger; implements the port `Asked`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def by(self, team: str, person: str, *, most: int = 5) -> Sequence[PastQuestion]:
        """Return somebody's own questions, the newest first."""
        own = and_(_OPINIONS.trace == _POSTINGS.trace, _OPINIONS.person == person)
        wanted = (
            select(
                _POSTINGS.trace,
                _QUESTIONS.text,
                _QUESTIONS.asked,
                _POSTINGS.channel,
                _first_message(),
                _POSTINGS.outcome,
                func.coalesce(_OPINIONS.value, 0),
            )
            .join(tables.questions, _QUESTIONS.id == _POSTINGS.trace)
            .outerjoin(tables.opinions, own)
            .where(_POSTINGS.team == team, _POSTINGS.asker == person)
            .order_by(_POSTINGS.kept.desc(), _POSTINGS.trace)
            .limit(most)
        )
        rows = await self._read(wanted)
        return [PastQuestion(*row) for row in rows]

    async def judged(self, team: str, person: str, *, most: int = 5) -> Sequence[PastOpinion]:
        """Return somebody's opinions of answers to others, the newest first."""
        wanted = (
            select(
                _OPINIONS.trace,
                _OPINIONS.value,
                _OPINIONS.given,
                _POSTINGS.channel,
                _first_message(),
            )
            .join(tables.postings, _POSTINGS.trace == _OPINIONS.trace)
            .where(_OPINIONS.person == person, _POSTINGS.team == team, _POSTINGS.asker != person)
            .order_by(_OPINIONS.given.desc(), _OPINIONS.trace)
            .limit(most)
        )
        return [PastOpinion(*row) for row in await self._read(wanted)]

    async def popular(self, team: str, *, since: datetime) -> Sequence[Popular]:
        """Return what several people asked since a moment, the most asked first."""
        wanted = (
            select(_QUESTIONS.text, _QUESTIONS.collections, _POSTINGS.channel, _POSTINGS.asker)
            .join(tables.postings, _POSTINGS.trace == _QUESTIONS.id)
            .where(_POSTINGS.team == team, _POSTINGS.kept >= since, _answered())
            .order_by(_POSTINGS.kept.desc())
            .limit(LOOKED_AT)
        )
        return _counted(await self._read(wanted))

    async def _read(self, wanted: Select[Any]) -> Sequence[Any]:
        return await self._database.read(lambda connection: connection.execute(wanted).all())


def _first_message() -> Any:
    """Select the first message of a posting; an empty string where it has none."""
    first = select(_MESSAGES.ts).where(_MESSAGES.posting == _POSTINGS.trace)
    chosen = first.order_by(_MESSAGES.place).limit(1).correlate(tables.postings)
    return func.coalesce(chosen.scalar_subquery(), "")


def _answered() -> ColumnElement[bool]:
    return _POSTINGS.outcome.in_(("answered", "partial"))


def _counted(rows: Iterable[Any]) -> list[Popular]:
    """Put the same questions together; those that one person alone asked are left out."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(" ".join(row.text.casefold().split()).rstrip("?.! "), []).append(row)
    popular = [
        Popular(
            text=same[0].text,
            collections=tuple(sorted({name for row in same for name in row.collections})),
            channels=tuple(sorted({row.channel for row in same})),
            askers=len({row.asker for row in same}),
        )
        for same in found.values()
    ]
    shown = [one for one in popular if one.askers >= SEVERAL]
    return sorted(shown, key=lambda one: (-one.askers, one.text))
