"""The bot's process is killed while it answers: nothing is lost, and nothing is said twice."""

from __future__ import annotations

from pathlib import Path

from tests.playground import Pg
from tests.scenarios.storm import killable, storm


async def test_a_killed_bot_answers_every_question_once(pg: Pg, data: Path) -> None:
    """Eight questions, three SIGKILLs at seeded moments: one whole answer each, no status left."""
    async with killable(pg, data) as bot:
        asked = await storm(pg, bot, questions=8, kills=3, seed=7)
        counts = asked.counts(pg)
        code = await bot.stop()

    assert [1] * 8 == list(counts.values())
    assert [] == pg.statuses()
    assert 0 == code
