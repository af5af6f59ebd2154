"""Tests of retrieval/wiring_ledger.py: the maintainer's ledger as the settings name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval import wiring, wiring_ledger
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


async def test_a_ledger_that_was_waited_for_in_vain_is_not_waited_for_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a moment it is not reached for, then once each time; when it is back it is used."""
    monkeypatch.setattr(wiring_ledger, "WAITED_SECONDS", 0.0)
    away = settings.model_copy(update={"database_url": f"sqlite:///{settings.data}/away/l.db"})
    with pytest.raises(LedgerError, match="folder does not exist"):
        async with wiring.open_ledger(away):
            pass
    (settings.data / "away").mkdir(parents=True)
    with pytest.raises(LedgerError, match="folder does not exist"):
        async with wiring.open_ledger(away):
            pass
    monkeypatch.setattr(wiring_ledger, "MOMENT_SECONDS", 0.0)
    with wiring_ledger.waiting_once(away.ledger_url, 5.0) as second:
        pass
    async with wiring.open_ledger(away):
        with wiring_ledger.waiting_once(away.ledger_url, 5.0) as third:
            pass

    assert (0.0, 5.0) == (second, third)


def test_a_ledger_that_refuses_at_once_is_asked_again() -> None:
    """What takes no time need not be remembered, and may be mended meanwhile."""
    with (
        pytest.raises(LedgerError, match="The disk is full"),
        wiring_ledger.waiting_once("sqlite:///refusing.db", 5.0),
    ):
        raise LedgerError("The disk is full.")
    with wiring_ledger.waiting_once("sqlite:///refusing.db", 5.0) as seconds:
        pass

    assert 5.0 == seconds
