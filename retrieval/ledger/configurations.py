"""The configurations that answers were made with, and when, read from SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, Connection, Subquery, func, select

from retrieval.errors import ConfigurationMissing
from retrieval.ledger import tables, tables_nightly
from retrieval.ledger.database import Database, one_id
from retrieval.ports import ConfigurationFacts

_CONFIGURATIONS, _QUESTIONS = tables.configurations.c, tables.questions.c
_NIGHTS = tables_nightly.nightly_runs.c


class LedgerConfigurations:
    """Configurations in the ledger; implements the port `Configurations`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def list(self) -> Sequence[ConfigurationFacts]:
        """Return all that were recorded, in the order in which they were first used."""
        asked = _uses(_QUESTIONS.configuration, _QUESTIONS.asked)
        measured = _uses(_NIGHTS.configuration, _NIGHTS.started)
        wanted = (
            select(
                _CONFIGURATIONS.id,
                _CONFIGURATIONS.content,
                _CONFIGURATIONS.recorded,
                asked.c.first,
                asked.c.last,
                asked.c.times.label("questions"),
                measured.c.last.label("measured"),
                measured.c.times.label("nights"),
            )
            .outerjoin(asked, asked.c.configuration == _CONFIGURATIONS.id)
            .outerjoin(measured, measured.c.configuration == _CONFIGURATIONS.id)
        )
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


def _uses(configuration: Column[str], when: Column[Any]) -> Subquery:
    """Select when each configuration was used first and last, and how often."""
    wanted = select(
        configuration,
        func.min(when).label("first"),
        func.max(when).label("last"),
        func.count().label("times"),
    )
    return wanted.group_by(configuration).subquery()


def _facts(row: Any) -> ConfigurationFacts:
    """Read a row; one that was never asked by was first used when it was recorded."""
    first = min(row.first, row.recorded) if row.first else row.recorded
    last = max(filter(None, (row.last, row.measured)), default=row.recorded)
    return ConfigurationFacts(row.id, row.content, first, last, row.questions or 0, row.nights or 0)
