"""PostgreSQL for tests: that it starts, keeps its data, and gives each test its database."""

from __future__ import annotations

import pytest

from scripts._services.postgresql import Server, statement
from scripts._services.processes import ServiceError


def test_each_test_has_an_empty_database(postgresql_url: str) -> None:
    """The database is new, and its tables are the test's own."""
    statement(postgresql_url, "CREATE TABLE traces (id int)")

    found = statement(postgresql_url, "SELECT tablename FROM pg_tables WHERE schemaname='public'")

    assert "traces" == found


def test_the_server_is_a_version_that_is_supported(postgresql_url: str) -> None:
    """Version 14 or later answers, in UTF-8."""
    assert 140_000 <= int(statement(postgresql_url, "SHOW server_version_num"))
    assert "UTF8" == statement(postgresql_url, "SHOW server_encoding")


def test_a_killed_server_comes_back_with_its_data(postgresql_own: Server) -> None:
    """What was committed is there after the server was killed and started again."""
    url = postgresql_own.url()
    statement(url, "CREATE TABLE kept AS SELECT 7 AS number")

    postgresql_own.kill()
    dead = postgresql_own.answers()
    postgresql_own.start()

    assert (False, True) == (dead, postgresql_own.alive())
    assert "7" == statement(url, "SELECT number FROM kept")


def test_a_wrong_password_opens_nothing(postgresql_own: Server) -> None:
    """The server asks for its password on the loopback address too, and ours is not shown."""
    wrong = postgresql_own.url().replace(postgresql_own.password, "guessed")

    with pytest.raises(ServiceError, match="password authentication failed"):
        statement(wrong, "SELECT 1")
    assert postgresql_own.password not in repr(postgresql_own)
