"""Every row that a surface puts has its handler, every prompt its listener."""

from __future__ import annotations

from pathlib import Path

from bot.inbound import CASE_ACTION
from bot.slack.case_form import CASE_VIEW
from bot.slack.interactions import VIEWS
from bot.slack.presses import PROMPTS
from bot.surfaces import listeners_of, locating, rows_of
from retrieval import wiring
from retrieval.settings import load
from tests.fakes.reception import a_reception, slack


async def test_rows_and_prompts_are_dealt_with(tmp_path: Path) -> None:
    """What `interactions` names is there."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        reception = a_reception(ledger, slack())

        assert {"share", "mute", "joined", "home", "opened"} == set(rows_of(reception))
        listeners = listeners_of(reception, locating(load(data=tmp_path)))
        assert {"command", PROMPTS[CASE_ACTION], VIEWS[CASE_VIEW]} == set(listeners)


async def test_no_page_is_found_where_nothing_is_indexed(tmp_path: Path) -> None:
    """Neither by a link nor by a path; the index need not be there."""
    locate = locating(load(data=tmp_path))

    for text in ("https://wiki.example/pay", "pay.md"):
        assert () == tuple(await locate(text, ("docs",)))
