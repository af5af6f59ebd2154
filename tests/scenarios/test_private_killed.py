"""The bot is killed while it answers in private: nothing is said twice, nobody is forgotten."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.slack import phrases
from tests.playground import ADA, BEN, CHLOE, GENERAL, Pg
from tests.scenarios.conftest import text_of
from tests.scenarios.storm import QUESTIONS, killable

PEOPLE = (ADA, BEN, CHLOE)
KILLS = 3


def _said(pg: Pg, question: str) -> tuple[int, int]:
    """Count the answers to a private question, and how often its asker was told to ask again."""
    told = [text_of(one) for user in PEOPLE for one in pg.whispers(user, GENERAL)]
    mine = [text for text in told if phrases.asked_privately(question) in text]
    again = sum(phrases.interrupted() in text for text in mine)
    return len(mine) - again, again


@pytest.mark.long
async def test_each_private_question_is_answered_at_most_once(pg: Pg, data: Path) -> None:
    """Six questions, three SIGKILLs: one answer each, or a word that it should be asked again."""
    asked = [f"{QUESTIONS[number % 4]} ({number})" for number in range(6)]
    moments = random.Random(11)
    async with killable(pg, data) as bot:
        for number, question in enumerate(asked):
            pg.command(PEOPLE[number % 3], GENERAL, f"/footnote {question}")
        await pg.settled()
        for _ in range(KILLS):
            before = sum(sum(_said(pg, question)) for question in asked)
            more = before + moments.randrange(2)
            await pg.wait_for(lambda m=more: sum(sum(_said(pg, q)) for q in asked) >= m)
            await bot.kill()
            await bot.start()
            await bot.connected()
        await pg.wait_for(lambda: all(sum(_said(pg, question)) for question in asked), 120)
        code = await bot.stop()

    assert [] == [question for question in asked if _said(pg, question)[0] > 1]
    assert 0 == code
