"""The signals that end a long-running command: the first asks it to stop, a second one ends it."""

from __future__ import annotations

import asyncio
import signal

STOPPING = (signal.SIGTERM, signal.SIGINT)


def stop_signal() -> asyncio.Event:
    """Return an event that the first of the signals sets; the next one ends the process."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def told() -> None:
        stop.set()
        for number in STOPPING:
            loop.remove_signal_handler(number)

    for number in STOPPING:
        loop.add_signal_handler(number, told)
    return stop
