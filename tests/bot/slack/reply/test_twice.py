"""Where a worker that stood still and its successor both answered, one answer goes."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.reply.places import Target, metadata
from bot.slack.reply.twice import tidy, withdraw
from tests.fakes.slack_web import QUESTION, FakeSlack

TARGET = Target("T1", "C1", "100.000001", "U1", question=QUESTION)


def _post(slack: FakeSlack, ts: str, **more: Any) -> None:
    slack.messages[ts] = {"ts": ts, "bot_id": "B1", "text": "", **more}


async def _unknown(_ts: str) -> bool:
    return False


async def test_the_successor_takes_away_what_landed_meanwhile() -> None:
    """A stream and a marked message of the same question go; ours and a kept answer stay."""
    slack = FakeSlack()
    _post(slack, "200.1", metadata=metadata(TARGET, "t", part=1, done=True))
    _post(slack, "200.2")
    _post(slack, "200.3", metadata=metadata(TARGET, "", part=1, done=False))
    _post(slack, "200.4")

    async def known(ts: str) -> bool:
        return ts == "200.4"

    await tidy(slack, TARGET, ("200.1",), known)

    assert ["200.1", "200.4"] == sorted(slack.messages)


@pytest.mark.parametrize(("done", "left"), [(True, ["200.1"]), (False, ["200.1", "200.2"])])
async def test_who_landed_late_withdraws_where_the_answer_is_whole(
    done: bool, left: list[str]
) -> None:
    """Where it is not whole yet, its writer will look: never do both go."""
    slack = FakeSlack()
    _post(slack, "200.1", metadata=metadata(TARGET, "t", part=1, done=done))
    _post(slack, "200.2")
    await withdraw(slack, TARGET, "200.2")

    assert left == sorted(slack.messages)


async def test_a_message_that_the_successor_took_over_stays() -> None:
    """It holds the one answer there is, in two parts."""
    slack = FakeSlack()
    _post(slack, "200.1", metadata=metadata(TARGET, "t", part=1, done=False))
    _post(slack, "200.2", metadata=metadata(TARGET, "t", part=2, done=True))
    await withdraw(slack, TARGET, "200.1")

    assert ["200.1", "200.2"] == sorted(slack.messages)


@pytest.mark.parametrize("method", ["conversations.replies", "chat.delete"])
async def test_a_refusal_costs_no_answer(method: str) -> None:
    """What cannot be read or deleted is logged."""
    slack = FakeSlack(fails={method: ["fatal_error"] * 2})
    _post(slack, "200.1", metadata=metadata(TARGET, "t", part=1, done=True))
    _post(slack, "200.2")
    await tidy(slack, TARGET, ("200.1",), _unknown)
    slack.fails = {method: ["fatal_error"] * 2}
    await withdraw(slack, TARGET, "200.2")

    assert ["200.1", "200.2"] == sorted(slack.messages)
