"""Trigger ids and response addresses, and how long they count."""

from __future__ import annotations

import pytest

from bot.playground import cast
from bot.playground.archive import Archive
from bot.playground.log import Log
from bot.playground.permits import RESPONSE_LIFE, RESPONSE_USES, TRIGGER_LIFE, Permits
from bot.playground.values import Refused
from tests.playground import ADA, GENERAL, ManualClock


@pytest.fixture(name="clock")
def _clock():
    return ManualClock()


@pytest.fixture(name="permits")
def _permits(clock):
    app = cast.app(frozenset(), frozenset())
    return Permits(Archive(Log(), clock, cast.team("http://127.0.0.1:1/"), app))


def test_a_trigger_counts_once_and_for_a_moment(permits, clock):
    """Then it is exchanged, or expired; one that nobody gave is invalid."""
    first, second = permits.trigger(ADA), permits.trigger(ADA)
    whose = permits.use(first)
    clock.move(TRIGGER_LIFE + 0.1)

    assert ADA == whose
    for ident, error in (
        (first, "exchanged_trigger_id"),
        (second, "expired_trigger_id"),
        ("1.2.3", "invalid_trigger_id"),
    ):
        with pytest.raises(Refused, match=error):
            permits.use(ident)


def test_an_address_counts_five_times_within_half_an_hour(permits, clock):
    """The sixth use is refused, and so is a late one."""
    used, late = permits.address(ADA, GENERAL), permits.address(ADA, GENERAL)
    uses = [permits.respond(used).uses for _ in range(RESPONSE_USES)]
    with pytest.raises(Refused, match="used_url"):
        permits.respond(used)
    clock.move(RESPONSE_LIFE + 1)

    assert [1, 2, 3, 4, 5] == uses
    with pytest.raises(Refused, match="expired_url"):
        permits.respond(late)


def test_what_is_long_over_is_forgotten(permits, clock):
    """Looking at an address uses nothing up."""
    key = permits.address(ADA, GENERAL)
    looked = permits.peek(key)
    clock.move(2 * RESPONSE_LIFE + 1)
    permits.tick()

    assert (ADA, 0) == (looked.user, looked.uses)
    assert permits.peek(key) is None
