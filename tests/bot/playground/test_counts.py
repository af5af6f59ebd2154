"""What tapes wait for, and what they count."""

from __future__ import annotations

import pytest

from bot.playground.acts import Acts
from bot.playground.clock import MovableClock
from bot.playground.counts import Counts
from bot.playground.values import Message
from tests.playground import ADA, BOT, GENERAL


@pytest.fixture(name="acts")
def _acts(pg):
    acts = Acts(pg.playground, MovableClock(pg.clock))
    acts.named["q"] = (GENERAL, pg.ask("how?"))
    return acts


def _held(acts):
    counts = Counts(acts)
    return [one for one in ("status", "streaming", "shown", "answered") if counts.holds(one, "q")]


async def test_an_answer_comes_by_stages(pg, acts):
    """A status, a message that is being written, and one that is there."""
    space, (_, ts) = pg.workspace, acts.named["q"]
    stages = [_held(acts)]
    space.statuses.set(GENERAL, ts, "reads")
    stages.append(_held(acts))
    message = Message(GENERAL, space.archive.stamp(), BOT, "", ts, by_app=True)
    stream = space.streams.start(message, [])
    space.settle(message)
    stages.append(_held(acts))
    space.streams.stop(stream)
    stages.append(_held(acts))

    assert [[], ["status"], ["streaming", "shown"], ["shown", "answered"]] == stages


async def test_sockets_calls_and_acknowledgements_are_looked_at(pg, web, acts):
    """By number and by name."""
    counts = Counts(acts)
    await web.auth_test()

    assert counts.holds("connected", 0)
    assert not counts.holds("connected", 1)
    assert (True, False) == (counts.holds("called", "auth.test"), counts.holds("called", "x"))
    assert not counts.holds("acknowledged", True)


async def test_what_is_expected_is_counted(pg, acts):
    """By what it is called; what is not expected is not."""
    archive = pg.workspace.archive
    archive.whisper(Message(GENERAL, archive.stamp(), BOT, "x", by_app=True, only_for=ADA))
    told = Counts(acts).figures(
        {"answers": {"q": 1}, "whispers": {"ada": 1}, "statuses": 0, "pending": 2}
    )

    assert [
        ("statuses", 0, 0),
        ("pending", 2, 2),
        ("answers to q", 0, 1),
        ("whispers to ada", 1, 1),
    ] == told
