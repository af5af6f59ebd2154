"""The clock of the machine."""

from __future__ import annotations

from datetime import timedelta

from retrieval.clock import SystemClock


def test_the_clock_tells_utc_and_never_goes_back() -> None:
    """The time has its zone, and the monotonic one only grows."""
    clock = SystemClock()
    first, second = clock.monotonic(), clock.monotonic()

    assert timedelta(0) == clock.now().utcoffset()
    assert first <= second
