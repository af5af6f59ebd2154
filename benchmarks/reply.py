"""Measures how soon an idle bot shows something: row, status, first claim, later claims.

    python -m benchmarks.reply [--questions 18]

The whole bot runs in a thread of its own, connected over sockets to a playground with all of its
limits on; questions come one after the other. Printed are medians and 95th percentiles of:

- row: from a payload's arrival to its committed row, and how many times a bare insert and commit
  on the same file takes, done in between (at most 3);
- status: from the question's event to the status line in Slack (at most 300 ms at the median);
- first claim: from its verification to the message on the screen (at most 150 ms);
- later claims: the same for all others (at most a second: Slack's limits set the pace).

Exits 1 when one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.inbox import bare, insert
from bot import running
from bot import settings as bot_settings
from bot.slack.app import Ears
from bot.slack.reply import Reply
from retrieval import wiring
from retrieval.settings import load
from retrieval.values import VerifiedClaim
from tests.playground import ADA, DIRECT, GENERAL, Pg, playground
from tests.scenarios.conftest import PAGES
from tests.scenarios.storm import QUESTIONS, ROOT, environment, whole

AIMS = {"row, times a bare insert": 3.0, "status": 0.3, "first claim": 0.15, "later claims": 1.0}


@dataclass(slots=True)
class Times:
    """What was measured, in seconds."""

    rows: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    status: list[float] = field(default_factory=list)
    claims: list[tuple[str, float, str]] = field(default_factory=list)
    """Thread, moment of verification and text of each claim."""


@contextmanager
def watched(times: Times) -> Iterator[None]:
    """Note when payloads are taken and claims are handed to the reply."""
    take, claim = Ears.take, Reply.claim

    async def timed_take(self: Ears, payload: Any, attempt: str = "") -> int:
        began = time.perf_counter()
        taken = await take(self, payload, attempt)
        if payload.get("event", {}).get("type") == "app_mention":
            times.rows.append(time.perf_counter() - began)
        return taken

    async def timed_claim(self: Reply, verified: VerifiedClaim) -> None:
        thread = self._messages._target.thread_ts  # noqa: SLF001 - nobody else asks
        times.claims.append((thread, time.time(), verified.text))
        await claim(self, verified)

    Ears.take, Reply.claim = timed_take, timed_claim  # type: ignore[method-assign]
    try:
        yield
    finally:
        Ears.take, Reply.claim = take, claim  # type: ignore[method-assign]


class Thread:
    """The bot in a thread, with a loop of its own."""

    def __init__(self, pg: Pg, data: Path) -> None:
        with environment(pg, data):
            self._bot = bot_settings.load()
        self._data = data
        self._loop = asyncio.new_event_loop()
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._stop = asyncio.Event()
        settings = load(data=self._data)
        self._loop.run_until_complete(running.run(settings, self._bot, self._stop))

    def stop(self) -> None:
        """Stop it and wait."""
        if self._stop:
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


async def indexed(data: Path) -> None:
    """Index the manual, and the pages that the scenarios ask about."""
    settings = load(data=data)
    pages = data / "pages"
    shutil.copytree(ROOT / "docs", pages)
    for name, text in PAGES.items():
        (pages / name).write_text(text, encoding="utf-8")
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    report = await ingest.run(wiring.folder_reader(settings, pages), "docs")
    assert report.succeeded


async def measure(questions: int, data: Path) -> Times:
    """Ask one question after the other."""
    times = Times()
    with watched(times):
        async with playground() as pg:
            bot = await asyncio.to_thread(Thread, pg, data)
            await pg.connected()
            connection = bare(data / "footnote.db")
            try:
                for number in range(questions):
                    await ask(pg, number, times)
                    keys = (f"bare{number}", f"bare:{number}")
                    times.bare.append(insert(connection, keys))
            finally:
                connection.close()
                await asyncio.to_thread(bot.stop)
            shown(pg, times)
    return times


async def ask(pg: Pg, number: int, times: Times) -> None:
    """Ask a question, wait for its answer, and note when the status was there."""
    channel = GENERAL if number % 2 else DIRECT
    asked = time.time()
    ts = pg.say(ADA, channel, f"<@{pg.workspace.app.user_id}> {QUESTIONS[number % len(QUESTIONS)]}")
    await pg.wait_for(lambda: whole(pg, channel, ts), 60)
    times.status += [
        call.at - asked
        for call in pg.called("assistant.threads.setStatus")
        if call.arguments.get("thread_ts") == ts and call.arguments.get("status")
    ][:1]
    await pg.settled()


def shown(pg: Pg, times: Times) -> None:
    """Replace each claim's moment of verification by the seconds until it was on the screen."""
    writes = [call for call in pg.calls if call.method.startswith("chat.")]
    for number, (thread, verified, text) in enumerate(times.claims):
        words = json.dumps(max(text.split(), key=len))[1:-1]
        on_screen = next(
            (
                call.at
                for call in writes
                if call.at >= verified and words in json.dumps(dict(call.arguments), default=str)
            ),
            None,
        )
        if on_screen is not None:
            times.claims[number] = (thread, on_screen - verified, text)


def report(times: Times) -> int:
    """Print the figures; return the exit code."""
    first, later, threads = [], [], set()
    for thread, seconds, _ in times.claims:
        (later if thread in threads else first).append(seconds)
        threads.add(thread)
    ratio = median(times.rows) / median(times.bare)
    print(f"bare insert and commit      {milliseconds(times.bare)}")
    print(f"payload to committed row    {milliseconds(times.rows)}  {ratio:.1f} times")
    figures = {"row, times a bare insert": ratio}
    measured = {"status": times.status, "first claim": first, "later claims": later}
    for name, seconds in measured.items():
        if seconds:
            figures[name] = median(seconds)
            print(f"{name:27} {milliseconds(seconds)}  ({len(seconds)})")
    missed = [name for name, figure in figures.items() if figure > AIMS[name]]
    for name in missed:
        print(f"missed: {name}: {figures[name]:.3f}, aim {AIMS[name]}")
    return 1 if missed else 0


def milliseconds(seconds: list[float]) -> str:
    """Return median and 95th percentile."""
    high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return f"median {median(seconds) * 1e3:6.1f} ms, 95 % {high * 1e3:6.1f} ms"


async def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--questions", type=int, default=18, help="asked one by one (18)")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(dir=Path.cwd()))
    try:
        await indexed(folder)
        return report(await measure(options.questions, folder))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
