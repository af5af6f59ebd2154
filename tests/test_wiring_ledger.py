"""Tests of retrieval/wiring_ledger.py: the maintainer's ledger as the settings name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval import wiring_ledger
from retrieval.errors import LedgerError
from retrieval.settings import Settings, load


@pytest.fixture(name="settings")
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return load(data=tmp_path / "data")


async def test_looking_makes_no_ledger(settings: Settings) -> None:
    """Where there is none a sentence says so; to restore, one is made."""
    with pytest.raises(LedgerError, match="no ledger yet"):
        async with wiring_ledger.open_keeping(settings):
            pass
    async with wiring_ledger.open_keeping(settings, make=True) as keeping:
        found = await keeping.check()

    assert "" == found.schema


def test_limits_come_from_the_settings(settings: Settings) -> None:
    """Connections, time-outs and the pooler are as they were set."""
    changed = settings.model_copy(
        update={"database_connections": 3, "database_statement_seconds": 7.0}
    )
    limits = wiring_ledger.limits(changed)

    assert (3, 7.0, False) == (limits.connections, limits.statement_seconds, limits.pooler)


@pytest.mark.parametrize(("url", "server"), [("", False), ("postgres://h/x", True)])
def test_where_the_ledger_is(settings: Settings, url: str, server: bool) -> None:
    """Without DATABASE_URL it is a file."""
    chosen = settings.model_copy(update={"database_url": url})

    assert server == wiring_ledger.is_server(chosen)
