"""The configurations that answers were made with, and when, read from SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from retrieval.errors import ConfigurationMissing
from retrieval.ledger import tables
from retrieval.ledger.database import Database, one_id
from retrieval.ports import ConfigurationFacts

_CONFIGURATIONS, _QUESTIONS = tables.configurations.c, tables.questions.c


class LedgerConfigurations:
    """Configurations in the ledger; implements the port `Configurations`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def list(self) -> Sequence[ConfigurationFacts]:
        """Return all that were recorded, in the order in which they were first used."""
        uses = (
            select(
                _QUESTIONS.configuration,
                func.min(_QUESTIONS.asked).label("first"),
                func.max(_QUESTIONS.asked).label("last"),
                func.count().label("questions"),
            )
            .group_by(_QUESTIONS.configuration)
            .subquery()
        )
        wanted = select(
            _CONFIGURATIONS.id,
            _CONFIGURATIONS.content,
            _CONFIGURATIONS.recorded,
            uses.c.first,
            uses.c.last,
            uses.c.questions,
        ).outerjoin(uses, uses.c.configuration == _CONFIGURATIONS.id)
        found = await self._database.read(
            lambda connection: [_facts(row) for row in connection.execute(wanted)]
        )
        return sorted(found, key=lambda one: (one.since, one.id))

    async def find(self, name: str) -> ConfigurationFacts:
        """Return one by its id or an unambiguous start of it.

        Raises:
            ConfigurationMissing: None has that id, or several begin with it.
            LedgerError: The ledger cannot be read.
        """

        def find(connection: Connection) -> str:
            return one_id(connection, _CONFIGURATIONS.id, name.strip(), ConfigurationMissing)

        found = await self._database.read(find)
        return next(one for one in await self.list() if one.id == found)


def _facts(row: Any) -> ConfigurationFacts:
    """Read a row; one that was never asked by was first used when it was recorded."""
    first = min(row.first, row.recorded) if row.first else row.recorded
    return ConfigurationFacts(
        row.id, row.content, first, row.last or row.recorded, row.questions or 0
    )
