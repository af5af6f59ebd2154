"""Answers that were liked, by the wording of their questions; read from SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, exists, or_, select

from retrieval.ledger import rows, tables
from retrieval.ledger.database import Database
from retrieval.ledger.feedback import somebody_dislikes, somebody_likes
from retrieval.text.wording import key
from retrieval.values import Outcome, Question, Trace

_QUESTIONS, _ANSWERS = tables.questions.c, tables.answers.c
_MESSAGES = tables.messages.c


class LedgerEarlier:
    """Liked answers in the ledger; implements the port `Earlier`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def liked(self, question: Question, *, most: int = 3) -> Sequence[Trace]:
        """Return traces of first questions of a question's wording, the newest first.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        asking = key(question.text)
        if not asking:
            return ()
        wanted = (
            select(_QUESTIONS.id)
            .join(tables.answers, _ANSWERS.question == _QUESTIONS.id)
            .where(
                _QUESTIONS.asking == asking,
                _ANSWERS.outcome == Outcome.ANSWERED.value,
                somebody_likes(),
                ~somebody_dislikes(),
                or_(_QUESTIONS.asker == question.asker, _public()),
            )
            .order_by(_QUESTIONS.asked.desc(), _QUESTIONS.id)
            .limit(most)
        )

        def find(connection: Connection) -> list[Trace]:
            return [rows.read(connection, found) for found in connection.scalars(wanted).all()]

        return await self._database.read(find)


def _public() -> ColumnElement[bool]:
    """Whether others than the asker could read the answer: not directly, not to them alone."""
    return exists().where(_MESSAGES.posting == _QUESTIONS.id, ~_MESSAGES.channel.startswith("D"))
