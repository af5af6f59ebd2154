"""What fails is tried less and less often, and then no more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.trying import FIRST_WAIT, LONGEST_WAIT, TRIES, Tries

NOW = datetime(2026, 11, 27, tzinfo=UTC)


def test_what_fails_waits_longer_each_time_and_is_given_up() -> None:
    """Twice as long, up to the longest; then it is forgotten, so that it may begin anew."""
    tries, now, waits = Tries(), NOW, []
    for _ in range(TRIES - 1):
        assert tries.due("a", now)
        assert not tries.failed("a", now)
        wait = FIRST_WAIT
        while not tries.due("a", now + wait):
            wait *= 2
        waits.append(wait)
        now += wait

    assert [FIRST_WAIT, FIRST_WAIT * 2, FIRST_WAIT * 4] == waits[:3]
    assert LONGEST_WAIT <= waits[-1] <= 2 * LONGEST_WAIT
    assert tries.failed("a", now)
    assert tries.due("a", now)


def test_what_went_well_is_not_held_against_it() -> None:
    """Nor against anything else."""
    tries = Tries()
    tries.failed("a", NOW)
    assert (False, True) == (tries.due("a", NOW + timedelta(seconds=1)), tries.due("b", NOW))
    tries.went("a")
    assert tries.due("a", NOW)
