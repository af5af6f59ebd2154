"""Tests of retrieval/signals.py: the first signal asks, the second one ends."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from retrieval.signals import STOPPING, stop_signal


@pytest.mark.parametrize("number", STOPPING)
async def test_the_first_signal_stops_and_the_second_ends(number: signal.Signals) -> None:
    """Told once, the event is set and a signal has its usual effect again."""
    stop = stop_signal()
    os.kill(os.getpid(), number)
    async with asyncio.timeout(5):
        await stop.wait()

    assert signal.SIG_DFL == signal.getsignal(signal.SIGTERM)
    assert signal.default_int_handler == signal.getsignal(signal.SIGINT)
