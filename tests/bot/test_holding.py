"""Tests of bot/holding.py: at the start it is said whether what runs has passed the gate."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from structlog.testing import capture_logs

from bot.holding import look_at_configuration
from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from tests.fakes.gate import case


def _parts(ledger: Any, configuration: str) -> Any:
    answerer = SimpleNamespace(configuration=configuration)
    return SimpleNamespace(
        footnote=SimpleNamespace(answerer=answerer), ledger=ledger, bot=SimpleNamespace(policy=None)
    )


async def test_a_configuration_that_was_never_compared_is_a_warning(tmp_path: Path) -> None:
    """The first one passes; one that is broken off by the ledger keeps no bot from running."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        await ledger.cases.add(case("c1"))
        names = [await ledger.configure({"sources": n}) for n in (5, 6)]
        with capture_logs() as logs:
            for name in names:
                await look_at_configuration(_parts(ledger, name))
        standing = [alarm.kind for alarm in await ledger.alarms.standing()]

    assert ["configuration_passed", "configuration_held"] == [line["event"] for line in logs]
    assert "Changed: sources." in logs[1]["said"]
    assert ["held"] == standing


async def test_a_ledger_that_cannot_be_read_stops_no_bot() -> None:
    """The log says so."""

    class Broken:
        @property
        def rulings(self) -> Any:
            raise LedgerError("It is damaged.")

    with capture_logs() as logs:
        await look_at_configuration(_parts(Broken(), "a"))

    assert ["configuration_not_looked_at"] == [line["event"] for line in logs]
