"""Holds a duty while its work goes on: taken on once, kept alive, ended when it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from retrieval.errors import LedgerError
from retrieval.ports import Duties
from retrieval.ports.duties import DUTY_SECONDS


@dataclass(slots=True)
class Hold:
    """A duty that is ours. What is not `done` when the block ends is given up.

    `counted`: what was given up was an attempt, of which there are only so many.
    """

    done: bool = True
    counted: bool = True


@asynccontextmanager
async def held(
    duties: Duties, name: str, period: str, *, seconds: float = DUTY_SECONDS
) -> AsyncIterator[Hold | None]:
    """Take on a duty for as long as the block lasts; None where somebody else has it.

    It is done when the block ends well. A block that raises gives it up, and whoever comes next
    may begin it at once; a process that is killed holds it for `seconds` more.
    """
    if not await duties.begin(name, period, seconds=seconds):
        yield None
        return
    renewing = asyncio.create_task(_renew(duties, name, period, seconds))
    hold = Hold(done=False)
    try:
        yield (ours := Hold())
        hold = ours
    finally:
        renewing.cancel()
        if hold.done:
            await duties.end(name, period)
        else:
            await duties.release(name, period, counted=hold.counted)


async def _renew(duties: Duties, name: str, period: str, seconds: float) -> None:
    """Hold on to a duty until cancelled, or lost."""
    while True:
        await asyncio.sleep(seconds / 3)
        try:
            if not await duties.renew(name, period, seconds=seconds):
                structlog.get_logger().warning("duty_lost", name=name, period=period)
                return
        except LedgerError as error:
            structlog.get_logger().warning("duty_not_renewed", name=name, reason=str(error))
