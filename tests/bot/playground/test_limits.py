"""Rates: a tier for each method, a second for each channel."""

from __future__ import annotations

import pytest

from bot.playground.limits import BURST, SPECIAL, TIERS, Rates
from tests.playground import ManualClock


@pytest.mark.parametrize(("tier", "allowed"), TIERS.items())
def test_a_tier_allows_so_many_calls_in_any_minute(tier, allowed):
    """The window slides: a call is forgotten a minute after it."""
    clock = ManualClock()
    rates = Rates(clock)
    waits = [rates.take("m", tier) for _ in range(allowed)]
    clock.move(30)
    over = rates.take("m", tier)
    clock.move(30)

    assert [0] * allowed == waits
    assert (30, 0) == (over, rates.take("m", tier))


def test_methods_do_not_share_their_calls():
    """Each has its own minute."""
    rates = Rates(ManualClock())
    rates.take("a", 1)

    assert (0, True) == (rates.take("b", 1), rates.take("a", 1) > 0)


def test_some_methods_have_rates_of_their_own():
    """Whatever tier they are listed with."""
    rates = Rates(ManualClock())
    waits = [rates.take("auth.test", 1) for _ in range(SPECIAL["auth.test"])]

    assert 0 == sum(waits)


def test_a_channel_fills_up_again_a_post_a_second():
    """After a burst; it never holds more than the burst."""
    clock = ManualClock()
    rates = Rates(clock)
    burst = [rates.post("C1") for _ in range(int(BURST))]
    over = rates.post("C1")
    clock.move(1)
    next_one = [rates.post("C1"), rates.post("C1")]
    clock.move(3_600)
    again = [rates.post("C1") for _ in range(int(BURST) + 1)]

    assert ([0] * int(BURST), 1, [0, 1]) == (burst, over, next_one)
    assert [0] * int(BURST) + [1] == again
