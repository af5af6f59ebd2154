"""Asks a bot more than it can answer at once, kills it, and counts what stands in Slack.

    python -m benchmarks.storm [burst] [kills] [memory] [--seed 1]

The bot is a process of its own, connected to a playground with all of its limits on.

- burst: 50 questions at once, each answered once;
- kills: 40 questions, and 20 SIGKILLs at seeded moments, each followed by a start: each answered
  exactly once, no status left standing;
- memory: 500 questions; memory, tasks and open files at most 10 % above those after the first 100.

Without names all are done. Exits 1 when a count is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp

from benchmarks.reply import indexed
from tests.playground import ADA, BEN, CHLOE, GENERAL, GROUP, HELP, LEADS, Pg, playground
from tests.scenarios.conftest import payload_of
from tests.scenarios.storm import Killable, Storm, ask_all, killable, storm

PLACES = ((ADA, GENERAL), (CHLOE, HELP), (BEN, LEADS), (ADA, GROUP))
ROUND = 50
GROWTH = 1.1


async def burst(pg: Pg, bot: Killable, _seed: int) -> bool:
    """Fifty at once."""
    began = time.monotonic()
    asked = ask_all(pg, 50)
    await pg.wait_for(lambda: asked.whole(pg) == 50, 600)
    print(f"50 at once: the last was answered after {time.monotonic() - began:.1f} s")
    return await counted(pg, bot, asked)


async def kills(pg: Pg, bot: Killable, seed: int) -> bool:
    """Forty, with twenty kills."""
    asked = await storm(pg, bot, questions=40, kills=20, seed=seed, seconds=900)
    print(f"40 questions, 20 kills (seed {seed}), {bot.starts} starts")
    return await counted(pg, bot, asked)


async def counted(pg: Pg, bot: Killable, asked: Storm) -> bool:
    """Print how many answers each question has; every one must have one, and no status stand."""
    await pg.wait_for(lambda: not pg.statuses(), 130)
    code = await bot.stop()
    counts = Counter(asked.counts(pg).values())
    print(f"answers a question: {dict(counts)}, statuses {len(pg.statuses())}, exit code {code}")
    for channel, ts in asked.asked:
        said = pg.answers(channel, ts)
        if len(said) != 1:
            print(f"  {channel} {ts}: " + "; ".join(described(one) for one in said))
    return counts == {1: len(asked.asked)} and not pg.statuses() and code == 0


def described(message: Mapping[str, Any]) -> str:
    """Say of a message what tells why it stands there."""
    payload = dict(payload_of(message))
    return f"ts {message['ts']} {payload} {str(message.get('text'))[:60]!r}"


async def memory(pg: Pg, bot: Killable, _seed: int) -> bool:
    """Five hundred in rounds of fifty."""
    after: dict[int, dict[str, float]] = {}
    for done in range(ROUND, 501, ROUND):
        asked = ask_all(pg, ROUND, PLACES)
        await pg.wait_for(lambda asked=asked: asked.whole(pg) == ROUND, 1_200)
        await asyncio.sleep(2)  # Statuses are cleared and leases are let go of.
        after[done] = await usage(bot)
        print(f"after {done:3}: " + ", ".join(f"{k} {v:,.0f}" for k, v in after[done].items()))
    await bot.stop()
    grown = [name for name, was in after[100].items() if after[500][name] > was * GROWTH]
    for name in grown:
        print(f"grown: {name} from {after[100][name]:,.0f} to {after[500][name]:,.0f}")
    return not grown


async def usage(bot: Killable) -> dict[str, float]:
    """Return what the bot's process holds: memory in kilobytes, open files, tasks."""
    assert bot.process is not None
    process = Path("/proc") / str(bot.process.pid)
    status = (process / "status").read_text(encoding="utf-8")
    resident = re.search(r"VmRSS:\s+(\d+)", status)
    ports = re.findall(r'"port": (\d+)', bot.log.read_text(encoding="utf-8"))
    address = f"http://127.0.0.1:{ports[-1]}/metrics"
    async with aiohttp.ClientSession() as session, session.get(address) as reply:
        tasks = re.search(r"^footnote_tasks ([\d.]+)", await reply.text(), re.MULTILINE)
    return {
        "resident kB": float(resident[1]) if resident else 0.0,
        "files": float(len(list((process / "fd").iterdir()))),
        "tasks": float(tasks[1]) if tasks else 0.0,
    }


PARTS: dict[str, Callable[[Pg, Killable, int], Awaitable[bool]]] = {
    "burst": burst,
    "kills": kills,
    "memory": memory,
}


async def main() -> int:
    """Run the parts that were named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="keep the bot's log of the last part here")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {unknown.pop()}")
    right = True
    for name in options.parts or PARTS:
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=Path.cwd())))
            await indexed(folder)
            pg = await stack.enter_async_context(playground())
            bot = await stack.enter_async_context(killable(pg, folder))
            try:
                right &= await PARTS[name](pg, bot, options.seed)
            finally:
                if options.log:
                    options.log.write_bytes(bot.log.read_bytes())
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
