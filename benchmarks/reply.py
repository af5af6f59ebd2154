"""Measures how soon an idle bot shows something: row, status, first claim, later claims.

    python -m benchmarks.reply [--questions 18]

The whole bot runs in a process of its own, connected over sockets to a playground with all of its
limits on; questions come one after the other. Printed are medians and 95th percentiles of:

- row: from the arrival of a question's bytes at the bot's socket to its committed row, and how
  many times a bare insert and commit of the same columns on the same file takes, done in between
  while the bot has nothing to do (at most 3);
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
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from benchmarks.inbox import bare, insert
from retrieval import wiring
from retrieval.settings import load
from tests.playground import ADA, DIRECT, GENERAL, Pg, playground
from tests.scenarios.conftest import PAGES
from tests.scenarios.storm import QUESTIONS, ROOT, killable, whole

IDLE_SECONDS = 0.3
"""After an answer the bot writes its trace and closes the row; then it has nothing to do."""
AIMS = {"row, times a bare insert": 3.0, "status": 0.3, "first claim": 0.15, "later claims": 1.0}


@dataclass(slots=True)
class Times:
    """What was measured, in seconds."""

    rows: list[float] = field(default_factory=list)
    puts: list[float] = field(default_factory=list)
    """Of each row, the seconds in the ledger."""
    bare: list[float] = field(default_factory=list)
    status: list[float] = field(default_factory=list)
    claims: list[tuple[str, float, str]] = field(default_factory=list)
    """Thread, moment of verification and text of each claim."""


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
    times, notes = Times(), data / "notes.json"
    run = ("-m", "benchmarks._timed", str(notes))
    async with playground() as pg, killable(pg, data, run) as bot:
        connection = bare(data / "footnote.db")
        for number in range(questions):
            await ask(pg, number, times)
            await asyncio.sleep(IDLE_SECONDS)
            times.bare.append(insert(connection))
        connection.close()
        assert not await bot.stop()
        told = json.loads(notes.read_text(encoding="utf-8"))
        times.rows = [row for row, _ in told["rows"]]
        times.puts = [put for _, put in told["rows"]]
        times.claims = [tuple(claim) for claim in told["claims"]]
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
    print(f"arrival to committed row    {milliseconds(times.rows)}  {ratio:.1f} times")
    print(f"  of which in the ledger    {milliseconds(times.puts)}")
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
