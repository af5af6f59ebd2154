"""Questions asked in a workspace and answered by the whole bot, over real sockets."""

from __future__ import annotations

import json
from typing import Any

from tests.playground import ADA, BEN, BOT, DIRECT, GENERAL, RANDOM, Pg
from tests.scenarios.conftest import Bot

LEAVE = "How many weeks of paid parental leave do parents get?"


def text_of(message: dict[str, Any]) -> str:
    """Return everything that a message says."""
    return json.dumps([message.get("text"), message.get("blocks")], ensure_ascii=False)


def finished(pg: Pg, channel: str, thread_ts: str) -> list[dict[str, Any]]:
    """Return the bot's messages in a thread that say all they will."""
    return [
        one
        for one in pg.answers(channel, thread_ts)
        if one.get("metadata", {}).get("event_payload", {}).get("done")
    ]


async def answered(pg: Pg, channel: str, ts: str, thread_ts: str = "") -> dict[str, Any]:
    """Wait for the one finished answer to a message."""
    key = f"{channel}:{ts}"

    def done() -> list[dict[str, Any]]:
        return [
            one
            for one in finished(pg, channel, thread_ts or ts)
            if one["metadata"]["event_payload"]["question"].endswith(key)
        ]

    (answer,) = await pg.wait_for(done)
    return answer


async def test_a_mention_is_answered_in_its_thread(pg: Pg, bot: Bot) -> None:
    """One mention, two events, one answer with its quote, source, buttons and trace."""
    async with bot():
        ts = pg.ask(LEAVE)
        answer = await answered(pg, GENERAL, ts)
        await pg.settled()

    assert 1 == len(pg.answers(GENERAL, ts))
    assert "26 weeks" in text_of(answer)
    assert "footnote_feedback" in text_of(answer)
    assert answer["metadata"]["event_payload"]["trace_id"]
    assert [] == pg.statuses()
    assert pg.called("assistant.threads.setStatus")
