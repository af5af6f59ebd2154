"""The log: bounded, numbered, followed."""

from __future__ import annotations

import asyncio

from bot.playground.log import LOST, Log


def _filled(count, kept=5):
    log = Log(kept)
    for number in range(1, count + 1):
        log.record(float(number), "message", "C1", {"n": number})
    return log


def test_changes_since_are_those_after_a_number():
    """Oldest first."""
    log = _filled(4)

    assert [3, 4] == [change.seq for change in log.since(2)]
    assert [] == log.since(4)
    assert [] == log.since(9)


def test_who_was_away_too_long_is_told_so():
    """What is gone from the log is said by one change of its own."""
    log = _filled(9)

    assert [(LOST, 4), *[("message", seq) for seq in range(5, 10)]] == [
        (change.kind, change.seq) for change in log.since(0)
    ]


async def test_a_follower_gets_what_happens_from_now_on():
    """Each change once, in order, also those that come in a bunch."""
    log = _filled(3)
    follower = log.subscribe()
    first = asyncio.ensure_future(anext(follower))
    await asyncio.sleep(0)
    for kind in ("a", "b"):
        log.record(0.0, kind, "", {})
    kinds = [(await first).kind, (await anext(follower)).kind]
    third = asyncio.ensure_future(anext(follower))
    await asyncio.sleep(0)
    log.record(0.0, "c", "", {})

    assert ["a", "b", "c"] == [*kinds, (await third).kind]
    await follower.aclose()


async def test_a_follower_may_begin_earlier():
    """From a number on that it has seen."""
    follower = _filled(3).subscribe(after=1)

    assert [2, 3] == [(await anext(follower)).seq, (await anext(follower)).seq]
    await follower.aclose()


def test_listeners_are_called_at_once():
    """In the order of the changes."""
    log, heard = Log(), []
    log.listen(lambda change: heard.append(change.kind))
    log.record(0.0, "a", "", {})
    log.record(0.0, "b", "", {})

    assert ["a", "b"] == heard
