"""A bot of its own process that is killed at seeded moments while questions run."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.playground import ADA, BEN, CHLOE, GENERAL, HELP, Pg
from tests.scenarios.conftest import payload_of

ROOT = Path(__file__).parents[2]
QUESTIONS = (
    "How many weeks of paid parental leave do parents get?",
    "How do I install the VPN client?",
    "How is a new laptop ordered?",
    "Within how many days are receipts handed in?",
)
PLACES = ((ADA, GENERAL), (BEN, HELP), (CHLOE, GENERAL), (ADA, HELP))


def variables(pg: Pg, data: Path) -> dict[str, str]:
    """Return the environment of a bot that keeps its things in `data`."""
    return pg.env() | {
        "FOOTNOTE_DATA": str(data),
        "FOOTNOTE_HEALTH_PORT": "0",
        "FOOTNOTE_LEASE_SECONDS": "4",
        "FOOTNOTE_QUESTIONS_PER_MINUTE": "0",
        "PYTHONPATH": str(ROOT),
    }


@dataclass(slots=True)
class Killable:
    """The bot as a process; `log` is where its standard error goes."""

    pg: Pg
    data: Path
    log: Path
    run: tuple[str, ...] = ("-m", "bot")
    process: asyncio.subprocess.Process | None = None
    starts: int = 0

    async def start(self) -> None:
        """Start it; return as soon as the process is there."""
        self.starts += 1
        told = os.environ | variables(self.pg, self.data)
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *self.run, cwd=self.data, env=told, stderr=log
            )

    async def connected(self) -> None:
        """Wait until it has a socket open; where it ended instead, say with what words."""
        process = self.process
        assert process is not None

        def there() -> bool:
            return bool(self.pg.playground.link.connections) or process.returncode is not None

        await self.pg.wait_for(there, 180)
        last = self.log.read_text(encoding="utf-8")[-600:]
        assert process.returncode is None, f"the bot ended with {process.returncode}: {last}"

    async def kill(self) -> None:
        """Kill it, as the kernel would."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """Ask it to stop; return its exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), 60)


@asynccontextmanager
async def killable(
    pg: Pg, data: Path, run: tuple[str, ...] = ("-m", "bot")
) -> AsyncIterator[Killable]:
    """Run the bot as a process, connected; it is gone at the end."""
    bot = Killable(pg, data, data / "bot.log", run)
    await bot.start()
    try:
        await bot.connected()
        yield bot
    finally:
        if bot.process and bot.process.returncode is None:
            bot.process.kill()
            await bot.process.wait()


@dataclass(slots=True)
class Storm:
    """What was asked, and what stands in the workspace for it."""

    asked: list[tuple[str, str]] = field(default_factory=list)

    def counts(self, pg: Pg) -> Counter[str]:
        """Count for each question the answers that stand in its thread, whole or not."""
        return Counter({ts: len(pg.answers(channel, ts)) for channel, ts in self.asked})

    def whole(self, pg: Pg) -> int:
        """Count the questions that have an answer which says all it will."""
        return sum(whole(pg, channel, ts) for channel, ts in self.asked)


def whole(pg: Pg, channel: str, ts: str) -> bool:
    """Whether an answer that says all it will stands in a thread."""
    return any(payload_of(one).get("done") for one in pg.answers(channel, ts))


def ask_all(pg: Pg, questions: int, places: Sequence[tuple[str, str]] = PLACES) -> Storm:
    """Let people ask, all at once."""
    asked = Storm()
    for number in range(questions):
        person, channel = places[number % len(places)]
        text = f"{QUESTIONS[number % len(QUESTIONS)]} ({number})"
        asked.asked.append((channel, pg.ask(text, person, channel)))
    return asked


async def storm(
    pg: Pg, bot: Killable, *, questions: int, kills: int, seed: int, seconds: float = 240.0
) -> Storm:
    """Ask questions, and kill and restart the bot while they are answered; wait for the last."""
    moments = random.Random(seed)
    asked = ask_all(pg, questions)
    await pg.settled()  # What Slack was not told of would come again only after a minute.
    for _ in range(kills):
        await _some_work(pg, moments)
        await bot.kill()
        await bot.start()
        await bot.connected()
    await pg.wait_for(lambda: asked.whole(pg) == questions, seconds)
    await pg.wait_for(lambda: not pg.statuses(), 30)
    return asked


async def _some_work(pg: Pg, moments: random.Random) -> None:
    """Let the bot make a seeded number of calls, so that it is killed in the midst of them.

    At times it goes on for a while: some questions are then answered, others begun.
    """
    writes = ("chat.startStream", "chat.appendStream", "chat.stopStream", "chat.postMessage")
    method: Sequence[str] = moments.choices(("assistant.threads.setStatus", *writes), k=1)
    before = sum(len(pg.called(name)) for name in (*method, *writes[:1]))
    more = moments.randrange(1, 4)
    ends = asyncio.get_running_loop().time() + 5
    while asyncio.get_running_loop().time() < ends:
        if sum(len(pg.called(name)) for name in (*method, *writes[:1])) >= before + more:
            break
        await asyncio.sleep(0.001)
    await asyncio.sleep(moments.random() * moments.choice((0.05, 0.3, 2.0)))
