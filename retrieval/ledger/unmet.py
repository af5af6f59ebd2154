"""Questions that got no answer, or one that somebody dislikes; read from SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import case, exists, func, or_, select

from retrieval.ledger import case_rows, tables
from retrieval.ledger.database import Database
from retrieval.ledger.deciding import MEASURED
from retrieval.ledger.feedback import somebody_dislikes, somebody_likes
from retrieval.ports import Label
from retrieval.ports.unmet import Decided, Unmet
from retrieval.text.wording import key
from retrieval.values import Outcome

_QUESTIONS, _ANSWERS = tables.questions.c, tables.answers.c
_CASES = tables.cases.c
_POSTINGS, _MESSAGES = tables.postings.c, tables.messages.c
ALONE = "alone"
"""The kind of place of an answer that only its asker saw."""


class LedgerUnmet:
    """Questions in the ledger; implements the port `UnmetQuestions`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def since(self, moment: datetime, *, most: int) -> Sequence[Unmet]:
        """Return the newest since a moment, at most so many, newest first.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        refused = _ANSWERS.outcome == Outcome.NOT_IN_CONTEXT.value
        wanted = (
            select(
                _QUESTIONS.id,
                _QUESTIONS.standalone,
                _QUESTIONS.asker,
                _QUESTIONS.asked,
                _QUESTIONS.collections,
                case((refused, 0), else_=1).label("disliked"),
                _POSTINGS.team,
                _POSTINGS.channel,
                _POSTINGS.kind,
                exists().where(_MESSAGES.posting == _QUESTIONS.id).label("shown"),
            )
            .join(tables.answers, _ANSWERS.question == _QUESTIONS.id)
            .outerjoin(tables.postings, _POSTINGS.trace == _QUESTIONS.id)
            .where(
                _QUESTIONS.asked >= moment,
                _ANSWERS.outcome != Outcome.FAILED.value,
                or_(refused, somebody_dislikes() & ~somebody_likes()),
            )
            .order_by(_QUESTIONS.asked.desc(), _QUESTIONS.id)
            .limit(most)
        )
        found = await self._database.read(lambda there: there.execute(wanted).all())
        return [_unmet(row) for row in found]

    async def decided(self) -> Decided:
        """Return of which questions somebody said what is right: by the labels of measured cases.

        A case that is folded into another is labelled as that is.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        wanted = select(
            _CASES.id, _CASES.trace, _CASES.standalone, _CASES.label, _CASES.folded_into
        ).where(_CASES.state.in_(MEASURED))
        found = await self._database.read(lambda there: there.execute(wanted).all())
        labels = {row.id: case_rows.read_label(row.label) for row in found}
        said = [row for row in found if _says(labels[row.id], labels.get(row.folded_into))]
        return Decided(
            frozenset(row.trace for row in said) - {""},
            frozenset(key(row.standalone) for row in said) - {""},
        )

    async def answered(self, since: datetime) -> Mapping[str, datetime]:
        """Return when each question was last answered, without a dislike, by its wording's key."""
        wanted = (
            select(_QUESTIONS.asking, func.max(_QUESTIONS.asked))
            .join(tables.answers, _ANSWERS.question == _QUESTIONS.id)
            .where(
                _QUESTIONS.asked >= since,
                _QUESTIONS.asking != "",
                _ANSWERS.outcome == Outcome.ANSWERED.value,
                ~somebody_dislikes(),
            )
            .group_by(_QUESTIONS.asking)
        )
        found = await self._database.read(lambda there: there.execute(wanted).all())
        return {row[0]: row[1] for row in found}


def _says(*labels: Label | None) -> bool:
    """Whether a label names a right page, or says that a refusal is right."""
    return any(label and (label.right or label.answerable is False) for label in labels)


def _unmet(row: Any) -> Unmet:
    """Make a question of a row; a posting without a message was shown to its asker alone."""
    kind = row.kind or ""
    return Unmet(
        trace_id=row.id,
        text=row.standalone,
        asker=row.asker,
        asked=row.asked,
        collections=tuple(row.collections),
        disliked=bool(row.disliked),
        team=row.team or "",
        channel=row.channel or "",
        kind=ALONE if row.channel and not row.shown else kind,
    )
