"""A playground with its bot, without anybody before the page: where tapes are played and made."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.playground.child import Child
from bot.playground.clock import MovableClock
from bot.playground.demo import Demo
from bot.playground.lock import hold
from bot.playground.server import Playground, bind
from retrieval import wiring
from retrieval.clock import SystemClock
from retrieval.errors import FootnoteError


@dataclass(frozen=True, slots=True)
class Stage:
    """What stands ready: a playground, its clock, where it is, and the bot's process."""

    playground: Playground
    clock: MovableClock
    url: str
    child: Child

    async def kill(self) -> None:
        """Kill the bot as the kernel would; return when it is connected again.

        Raises:
            FootnoteError: it does not come back.
        """
        link = self.playground.link
        before = list(link.connections)
        os.kill(self.child.pid, signal.SIGKILL)
        for _ in range(6_000):
            if set(link.ready) - set(before):
                return
            await asyncio.sleep(0.01)
        raise FootnoteError("The bot did not come back after it was killed.")


@asynccontextmanager
async def stage(docs: Path, say: Callable[[str], None], ledger: str) -> AsyncIterator[Stage]:
    """Index documents, start the bot on a free port, and hold all of it until the block ends.

    Raises:
        FootnoteError: nothing could be indexed, the bot does not come, or another playground
            runs in the same data folder.
    """
    clock = MovableClock(SystemClock())
    with hold(wiring.settings().data) as lock:
        listening, url = bind(0)
        lock.tell(url)
        demo = Demo(docs, url, say, ledger=ledger, clock=clock)
        with listening:
            async with demo.serve(listening):
                await demo.index()
                child = demo.bot()
                keeping = asyncio.create_task(child.keep())
                try:
                    if not await demo.connected():
                        raise FootnoteError("The bot did not connect in time.")
                    yield Stage(demo.playground, clock, url, child)
                finally:
                    keeping.cancel()
                    await asyncio.gather(keeping, return_exceptions=True)
