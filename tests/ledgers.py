"""New ledgers made quickly: what the first migration of an empty database said is said again.

Tests make thousands of ledgers, and Alembic takes ten times as long to find the statements as a
database to do them. `migrated` is a fixture for what is to be migrated by Alembic itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

_said: dict[str, list[tuple[str, Any]]] = {}
"""By the name of a dialect: statements with their parameters."""


@pytest.fixture(name="_ledgers", scope="session", autouse=True)
def _ledgers() -> Iterator[pytest.MonkeyPatch]:
    """Migrate quickly wherever a test imports what migrates."""
    with pytest.MonkeyPatch.context() as patch:
        if "retrieval.ledger.engine" in sys.modules:
            _quicken(patch)
        yield patch


@pytest.fixture(name="migrated")
def _migrated(_ledgers: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Alembic itself migrate."""
    _ledgers.undo()
    yield
    _quicken(_ledgers)


def _quicken(patch: pytest.MonkeyPatch) -> None:
    """Let Alembic migrate the first empty database of a kind, and its statements the others."""
    from alembic import command  # noqa: PLC0415  (heavy; those who need it have it already)
    from sqlalchemy import inspect  # noqa: PLC0415

    upgrade = command.upgrade

    def quickly(config: Any, revision: str) -> None:
        connection = config.attributes["connection"]
        kind = connection.dialect.name
        if revision != "head" or inspect(connection).get_table_names():
            upgrade(config, revision)
        elif kind not in _said:
            with _noted(connection) as said:
                upgrade(config, revision)
            _said[kind] = said
        else:
            for statement, parameters in _said[kind]:
                connection.exec_driver_sql(statement, parameters).close()

    patch.setattr(command, "upgrade", quickly)


@contextmanager
def _noted(connection: Any) -> Iterator[list[tuple[str, Any]]]:
    """Note what is said to a database meanwhile."""
    from sqlalchemy import event  # noqa: PLC0415

    said: list[tuple[str, Any]] = []

    def note(*told: Any) -> None:
        said.append((told[2], told[3]))  # After the connection and its cursor.

    event.listen(connection, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(connection, "before_cursor_execute", note)
