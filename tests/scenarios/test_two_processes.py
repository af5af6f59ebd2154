"""Two processes of the bot share a workspace and a ledger: neither sees what the other does."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from bot.slack.work import Workers
from tests.playground import ADA, BOT, GENERAL, Pg
from tests.scenarios.conftest import bot_in
from tests.scenarios.storm import Killable, killable, whole

LEAVE = "How many weeks of paid parental leave do parents get?"


async def test_a_deletion_that_another_process_hears_stops_the_answer(
    pg: Pg, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever works on the question learns of it from the ledger, and says nothing."""
    monkeypatch.setattr(Workers, "cancel", lambda *_: False)  # Who hears it is not who answers.
    pg.faults.delay("users.info", 1.0)
    async with bot_in(pg, data) as desk:
        ts = pg.ask(LEAVE)
        await pg.wait_for(lambda: pg.called("users.info") or pg.statuses())
        pg.delete(ADA, GENERAL, ts)
        await desk.idle()

    assert [] == pg.answers(GENERAL, ts)
    assert [] == pg.statuses()


async def test_a_process_that_stood_still_writes_nothing_more(pg: Pg, data: Path) -> None:
    """It is stopped for longer than its lease, another answers, it goes on: one answer stands."""
    pg.faults.delay("users.info", 1.0)
    async with killable(pg, data) as still:
        assert still.process
        ts = pg.ask(LEAVE)
        await pg.wait_for(pg.statuses)
        await pg.settled()
        still.process.send_signal(signal.SIGSTOP)
        other = Killable(pg, data, data / "other.log")
        await other.start()
        await pg.wait_for(lambda: whole(pg, GENERAL, ts), 60)
        before = len(pg.called("chat.startStream"))
        still.process.send_signal(signal.SIGCONT)
        await pg.wait_for(lambda: "lease_lost" in still.log.read_text("utf-8"), 30)
        assert 0 == await still.stop()
        assert 0 == await other.stop()

    assert 1 == len(pg.answers(GENERAL, ts))
    assert before == len(pg.called("chat.startStream"))
    assert [] == pg.statuses()


async def test_a_follow_up_at_once_is_heard(pg: Pg, data: Path) -> None:
    """It is sent in the same moment as the mention that makes the thread the bot's."""
    async with bot_in(pg, data) as desk:
        ts = pg.say(ADA, GENERAL, f"<@{BOT}> How do I install the VPN client?")
        reply = pg.say(ADA, GENERAL, "and on a Mac?", ts)
        await desk.answer(GENERAL, ts)
        await desk.answer(GENERAL, reply, ts)
        await desk.idle()

    assert 2 == len(pg.answers(GENERAL, ts))
