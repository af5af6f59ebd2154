"""A bot that is told to stop ends what it can, and hands the rest over at once."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.playground import GENERAL, Pg
from tests.scenarios.storm import QUESTIONS, Killable, killable, whole


async def test_a_stopped_bot_gives_its_rows_back_at_once(
    pg: Pg, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No time to drain: another takes the questions over without waiting for leases, each once."""
    monkeypatch.setenv("FOOTNOTE_DRAIN_SECONDS", "0")
    pg.faults.delay("chat.startStream", 1.0)
    async with killable(pg, data) as first:
        other = Killable(pg, data, data / "other.log")
        asked = [pg.ask(f"{text} (1)") for text in QUESTIONS[:2]]
        await pg.wait_for(lambda: len(pg.statuses()) == 2)
        await pg.settled()
        code = await first.stop()
        cleared, began = pg.statuses(), time.monotonic()
        await other.start()
        await pg.wait_for(lambda: all(whole(pg, GENERAL, ts) for ts in asked), 60)
        log = other.log.read_text(encoding="utf-8")
        assert 0 == await other.stop()

    assert (0, []) == (code, cleared)
    assert [1, 1] == [len(pg.answers(GENERAL, ts)) for ts in asked]
    assert [] == pg.statuses()
    assert "lease_lost" not in log
    assert time.monotonic() - began < 60


async def test_ctrl_c_ends_the_bot_without_a_traceback(pg: Pg, data: Path) -> None:
    """What slackapi/bolt-python#964 asks for: it says that it stops, ends with 0, and no more."""
    async with killable(pg, data) as bot:
        assert bot.process
        bot.process.send_signal(signal.SIGINT)
        code = await bot.process.wait()
        log = bot.log.read_text(encoding="utf-8")

    assert 0 == code
    assert "stopped" in log
    assert "Traceback" not in log
