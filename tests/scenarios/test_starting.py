"""The bot is started with something missing or wrong, and is stopped."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.slack import phrases
from bot.slack.refused import SlackRefused
from retrieval.errors import FootnoteError
from tests.playground import GENERAL, Pg
from tests.scenarios.conftest import bot_in, text_of

LEAVE = "How many weeks of paid parental leave do parents get?"


@pytest.mark.parametrize(
    ("method", "error", "named"),
    [
        ("auth.test", "invalid_auth", "SLACK_BOT_TOKEN"),
        ("apps.connections.open", "not_allowed_token_type", "xapp-"),
        ("apps.connections.open", "invalid_auth", "SLACK_APP_TOKEN"),
        ("apps.connections.open", "missing_scope", "scope"),
    ],
)
async def test_a_token_that_slack_refuses_ends_the_start(
    pg: Pg, data: Path, method: str, error: str, named: str
) -> None:
    """The sentence names what is wrong, before anything is heard."""
    pg.faults.fail(method, error, times=None)
    with pytest.raises(SlackRefused) as refused:
        async with bot_in(pg, data):
            pass

    assert named in str(refused.value)
    assert method in str(refused.value)


async def test_without_an_index_the_answer_is_how_to_make_one(pg: Pg, tmp_path: Path) -> None:
    """The bot starts, and whoever asks is told that nothing is indexed."""
    async with bot_in(pg, tmp_path / "empty") as desk:
        answer = await desk.answer(GENERAL, pg.ask(LEAVE))

    assert phrases.no_index()[:30] in text_of(answer)
    assert [] == pg.statuses()


async def test_a_locked_ledger_delays_the_answer(pg: Pg, data: Path) -> None:
    """What cannot be committed is not acknowledged, and Slack's next delivery is answered."""
    async with bot_in(pg, data) as desk:
        holder = sqlite3.connect(data / "footnote.db", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        ts = pg.ask(LEAVE)
        await asyncio.sleep(2.8)  # One delivery passes by: its acknowledgement is due in three.
        holder.execute("ROLLBACK")
        holder.close()
        answer = await desk.answer(GENERAL, ts, seconds=90)
        await desk.idle()

    assert "26 weeks" in text_of(answer)
    assert 1 == len(pg.answers(GENERAL, ts))


async def test_an_answer_that_takes_too_long_is_given_up(pg: Pg, data: Path) -> None:
    """After its deadline a question has a sentence in place, and the worker is free."""
    async with bot_in(pg, data, question_seconds=0.000_1) as desk:
        answer = await desk.answer(GENERAL, pg.ask(LEAVE))

    assert "26 weeks" not in text_of(answer)
    assert phrases.too_late(0)[:10] in text_of(answer)


async def test_a_health_port_in_use_is_told(pg: Pg, data: Path) -> None:
    """Another port is asked for in a sentence."""
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(FootnoteError, match="FOOTNOTE_HEALTH_PORT"):
        async with bot_in(pg, data, health_port=port):
            pass
    server.close()
    await server.wait_closed()
