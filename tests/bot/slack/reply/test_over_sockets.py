"""A reply over a real socket, to a Slack with its limits and its errors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.slack.reply import Pace, Posted, Reply, Target
from bot.slack.web import SlackWeb, open_web
from tests.fakes.answers import answer, claim
from tests.playground import ADA, GENERAL, playground

ONE, TWO = claim("Leave is 25 days."), claim("Sick days are ten.")


async def _nobody(_posted: Posted) -> None:
    """Commit nothing."""


@asynccontextmanager
async def _asked() -> AsyncIterator[tuple[Any, SlackWeb, Target]]:
    """Start the playground, ask in a channel, and open the Web API."""
    async with playground() as pg:
        env = pg.env()
        ts = pg.ask("how many days?", user=ADA, channel=GENERAL)
        team = pg.workspace.team.id
        target = Target(team, GENERAL, ts, ADA, question=f"{team}:{GENERAL}:{ts}")
        url, token = env["FOOTNOTE_SLACK_API_URL"], env["SLACK_BOT_TOKEN"]
        async with open_web(token, base_url=url) as web:
            yield pg, web, target


async def test_an_answer_arrives() -> None:
    """Status, stream and end are taken as they are, and nothing is left standing."""
    async with _asked() as (pg, web, target):
        reply = Reply(web, target, Pace(), on_posted=_nobody)
        await reply.status("is reading …")
        await reply.claim(ONE)
        await asyncio.sleep(0)
        posted = await reply.conclude(answer(ONE, TWO))
        await reply.close()
        said = pg.answers(GENERAL, target.thread_ts)
        standing = pg.statuses()

    assert list(posted.ts) == [message["ts"] for message in said]
    assert not list(standing)
    assert said[0]["metadata"]["event_payload"]["done"]
    assert "Sick days are ten." in str(said[0])


@pytest.mark.parametrize(
    ("method", "error"),
    [
        ("chat.startStream", "feature_not_enabled"),
        ("chat.stopStream", "message_not_in_streaming_state"),
    ],
)
async def test_a_fault_changes_nothing_for_the_reader(method: str, error: str) -> None:
    """Whatever is refused, one message has the whole answer."""
    async with _asked() as (pg, web, target):
        pg.faults.fail(method, error, times=1)
        reply = Reply(web, target, Pace(), on_posted=_nobody)
        await reply.claim(ONE)
        await reply.conclude(answer(ONE, TWO))
        await reply.close()
        said = pg.answers(GENERAL, target.thread_ts)

    assert 1 == len(said)
    assert 1 == str(said[0]["blocks"]).count("Sick days are ten.")


async def test_a_long_answer_keeps_to_the_limits() -> None:
    """Slack's own limits on text and blocks refuse nothing of a very long answer."""
    async with _asked() as (pg, web, target):
        many = [claim(f"Claim {n}. " + "word " * 150) for n in range(25)]
        reply = Reply(web, target, Pace(), on_posted=_nobody)
        posted = await reply.conclude(answer(*many))
        await reply.close()
        said = pg.answers(GENERAL, target.thread_ts)
        refused = [
            call for call in pg.calls if not (getattr(call, "answer", None) or {}).get("ok", True)
        ]

    assert len(posted.ts) == len(said) > 1
    assert [] == refused
    assert all(1 == str([m["blocks"] for m in said]).count(f"Claim {n}. ") for n in range(25))
