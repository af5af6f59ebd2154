"""The recorded storms, played against the whole bot: each question keeps its one answer."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground import tapes
from bot.playground.clock import MovableClock
from bot.playground.player import Player
from retrieval.clock import SystemClock
from tests.playground import playground
from tests.scenarios.conftest import Desk, bot_in
from tests.scenarios.storm import killable

pytestmark = pytest.mark.asyncio(loop_scope="module")

FOLDER = Path(__file__).parents[1] / "tapes"
EVERY = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
KILLING = {name for name in EVERY if '"kill"' in (FOLDER / f"{name}.jsonl").read_text("utf-8")}


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A workspace whose clock can be put forward, and a bot that takes many questions a minute."""
    data = tmp_path_factory.mktemp("tapes") / "data"
    shutil.copytree(indexed, data)
    clock = MovableClock(SystemClock())
    async with playground(clock=clock) as pg, bot_in(pg, data, questions_a_minute=0) as desk:
        yield desk


@pytest.mark.parametrize("name", [name for name in EVERY if name not in KILLING])
async def test_a_storm_comes_to_what_its_tape_expects(desk: Desk, name: str) -> None:
    """One answer to each question, no status and no stream left, at once and when all is quiet."""
    desk.pg.faults.clear()
    assert isinstance(desk.pg.clock, MovableClock)
    player = Player(desk.pg.playground, desk.pg.clock, idle=desk.idle)
    outcome = await player.play(tapes.read(FOLDER / f"{name}.jsonl"))

    assert [] == outcome.wrong
    assert outcome.checked


@pytest.mark.parametrize("name", sorted(KILLING))
async def test_a_storm_with_a_kill_comes_to_what_its_tape_expects(data: Path, name: str) -> None:
    """The same, with a bot that is a process of its own and dies in the midst."""
    clock = MovableClock(SystemClock())
    async with playground(clock=clock) as pg, killable(pg, data) as bot:

        async def kill() -> None:
            await bot.kill()
            await bot.start()
            await bot.connected()

        player = Player(pg.playground, clock, kill)
        outcome = await player.play(tapes.read(FOLDER / f"{name}.jsonl"))

    assert [] == outcome.wrong
