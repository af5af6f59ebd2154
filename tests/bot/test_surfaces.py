"""Every row that a surface puts has its handler, every prompt its listener."""

from __future__ import annotations

from pathlib import Path

from bot.inbound import CASE_ACTION
from bot.slack.presses import PROMPTS
from bot.surfaces import listeners_of, rows_of
from retrieval import wiring
from retrieval.settings import load
from tests.fakes.reception import a_reception, slack


async def test_rows_and_prompts_are_dealt_with(tmp_path: Path) -> None:
    """What `interactions` names is there."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        reception = a_reception(ledger, slack())

        assert {"share", "mute", "joined", "home", "opened"} == set(rows_of(reception))
        assert {"command", PROMPTS[CASE_ACTION]} <= set(listeners_of(reception))
