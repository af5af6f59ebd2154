"""Asks a bot more than it can answer at once, kills it, and counts what stands in Slack.

    python -m benchmarks.storm [load] [kills] [replicas] [soak] [memory] [--seed 1]

The bot is a process of its own, connected to a playground with all of its limits on.

- load: 100 questions at once: none lost, none doubled, the first status at the median in 500 ms;
- kills: 200 questions in channels, threads and private, 50 SIGKILLs at seeded moments, and what
  Slack delivers again meanwhile: each public one answered exactly once, each private one at most
  once and else with "ask again", no status left standing;
- replicas: the same with two bots on a PostgreSQL that is killed and started again on the way;
- soak: questions for ten minutes (`--minutes`); memory, tasks and open files at the end at most
  10 % above those after the first minute;
- memory: 500 questions; the same at most 10 % above those after the first 100.

`--questions` and `--kills` make it smaller. Without names, load, kills and memory are done. Exits 1
when a count is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks._siege import PLACES, Siege, besiege, told
from benchmarks._usage import GROWTH, grown, usage
from benchmarks.reply import indexed
from scripts._services import postgresql
from scripts._services.processes import folder as folder_of
from tests.playground import Pg, playground
from tests.scenarios.storm import Killable, ask_all, killable

ROUND = 50
COMPARED = (100, 500)
"""Questions after which what a bot holds is compared."""
STATUS_SECONDS = 0.5
AT_ONCE = 12
"""Questions that a soak begins with, so that whatever is opened when it is needed is open."""
IDLE_SECONDS = 20.0
"""After so long connections that nothing goes over are closed, and leases are released."""
LAST_DELIVERY = 420.0
"""Seconds after which Slack has delivered everything for the last time."""


@dataclass(frozen=True, slots=True)
class Options:
    """How much of everything."""

    seed: int
    questions: int
    kills: int
    minutes: float
    log: Path | None


@dataclass(slots=True)
class Scene:
    """A workspace and a folder with an index, for one part."""

    pg: Pg
    folder: Path
    stack: AsyncExitStack
    options: Options

    async def bot(self) -> Killable:
        """Start the bot."""
        return await self.stack.enter_async_context(killable(self.pg, self.folder))


async def load(scene: Scene) -> bool:
    """A hundred at once."""
    pg, bot = scene.pg, await scene.bot()
    warm = ask_all(pg, 1, PLACES)
    await pg.wait_for(lambda: warm.whole(pg) == 1, 60)
    began, now = time.monotonic(), pg.workspace.now()
    asked = ask_all(pg, 100, PLACES)
    await pg.wait_for(lambda: asked.whole(pg) == 100, 900)
    took = time.monotonic() - began
    first = _first_statuses(pg, {ts for _, ts in asked.asked})
    median = statistics.median(at - now for at in first.values()) if first else 9.0
    await pg.wait_for(lambda: not pg.statuses(), 130)
    code = await bot.stop()
    doubled = sum(number > 1 for number in asked.counts(pg).values())
    print(
        f"100 at once: answered {asked.whole(pg)}, doubled {doubled}; the last after {took:.1f} s; "
        f"first status at the median after {1e3 * median:.0f} ms ({len(first)} had one)"
    )
    return not doubled and code == 0 and median <= STATUS_SECONDS


def _first_statuses(pg: Pg, asked: set[str]) -> dict[str, float]:
    """Return when each question first had a status, or the answer itself."""
    first: dict[str, float] = {}
    for call in pg.calls:
        root = str(call.arguments.get("thread_ts") or "")
        shows = call.method in {"chat.startStream", "chat.postMessage"} or (
            call.method == "assistant.threads.setStatus" and call.arguments.get("status")
        )
        if root in asked and shows:
            first.setdefault(root, call.at)
    return first


async def kills(scene: Scene) -> bool:
    """Killed again and again."""
    bot = await scene.bot()
    return await _besieged(scene, [bot])


async def replicas(scene: Scene) -> bool:
    """Two of them, and a server that goes down and comes back."""
    server = postgresql.server(folder_of("postgresql"))
    server.start()
    scene.stack.callback(server.remove)
    os.environ["DATABASE_URL"] = server.url()
    scene.stack.callback(os.environ.pop, "DATABASE_URL")
    bots = [Killable(scene.pg, scene.folder, scene.folder / f"{n}.log") for n in ("one", "two")]
    for bot in bots:
        scene.stack.push_async_callback(_end, bot)
        await bot.start()
    await scene.pg.connected(2)
    restarting = asyncio.create_task(_restart(server))
    right = await _besieged(scene, bots)
    await restarting
    return right


async def _restart(server: postgresql.Server) -> None:
    """Kill a server and start it again, twice."""
    for _ in range(2):
        await asyncio.sleep(15)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        print("PostgreSQL was killed and started again")


async def _end(bot: Killable) -> None:
    if bot.process and bot.process.returncode is None:
        await bot.kill()


async def _besieged(scene: Scene, bots: list[Killable]) -> bool:
    """Ask and kill; wait until every public question has its answer, and count."""
    options, pg = scene.options, scene.pg
    siege = Siege(pg, Random(options.seed))  # noqa: S311 - a run can be repeated
    began = time.monotonic()
    await besiege(siege, bots, options.questions, options.kills)
    killed = time.monotonic() - began
    await pg.wait_for(lambda: siege.whole() == len(siege.public), LAST_DELIVERY + 120)
    took = time.monotonic() - began
    await pg.wait_for(lambda: not pg.statuses(), 130)
    await pg.settled(LAST_DELIVERY)
    codes = [await bot.stop() for bot in bots]
    line, right = told(siege)
    print(
        f"seed {options.seed}: {options.questions} questions, {options.kills} kills in "
        f"{killed:.0f} s, the last answer after {took:.0f} s, exit codes {codes}\n  {line}"
    )
    for strange in siege.strange():
        print(f"  {strange}")
    return right and not any(codes)


async def soak(scene: Scene) -> bool:
    """A question every two seconds."""
    pg, bot = scene.pg, await scene.bot()
    ends, after_first = time.monotonic() + 60 * scene.options.minutes, None
    began = time.monotonic()
    siege = Siege(pg, Random(scene.options.seed))  # noqa: S311 - a run can be repeated
    siege.ask(AT_ONCE)
    number = siege.asked
    while time.monotonic() < ends:
        number += 1
        siege.ask(number)
        await asyncio.sleep(2)
        if after_first is None and time.monotonic() > began + 60:
            after_first = await _idle_usage(siege, bot)
    last = await _idle_usage(siege, bot)
    line, right = told(siege)
    print(f"{scene.options.minutes:g} minutes, {siege.asked} questions\n  {line}")
    for name, was in (after_first or {}).items():
        print(f"  {name}: {was:,.0f} after a minute, {last[name]:,.0f} at the end")
    await bot.stop()
    return right and not grown(after_first or {}, last)


async def _idle_usage(siege: Siege, bot: Killable) -> dict[str, float]:
    """Wait until nothing is in work, and return what the process holds then."""
    await siege.pg.wait_for(lambda: siege.whole() == len(siege.public), 120)
    await siege.pg.wait_for(lambda: not siege.pg.statuses(), 130)
    return await _idle(bot)


async def _idle(bot: Killable) -> dict[str, float]:
    """Return what the process holds when it closes nothing more."""
    await asyncio.sleep(IDLE_SECONDS)
    last, held = None, await usage(bot)
    while last is None or held["connections"] < last["connections"]:
        await asyncio.sleep(IDLE_SECONDS)
        last, held = held, await usage(bot)
    return held


async def memory(scene: Scene) -> bool:
    """Five hundred in rounds of fifty."""
    pg, bot = scene.pg, await scene.bot()
    after: dict[int, dict[str, float]] = {}
    for done in range(ROUND, 501, ROUND):
        asked = ask_all(pg, ROUND, PLACES)
        await pg.wait_for(lambda asked=asked: asked.whole(pg) == ROUND, 1_200)
        after[done] = await (_idle(bot) if done in COMPARED else usage(bot))
        print(f"after {done:3}: " + ", ".join(f"{k} {v:,.0f}" for k, v in after[done].items()))
    await bot.stop()
    first, last = (after[done] for done in COMPARED)
    for name in grown(first, last):
        print(f"grown by more than {GROWTH - 1:.0%}: {name}")
    return not grown(first, last)


PARTS: dict[str, Callable[[Scene], Awaitable[bool]]] = {
    "load": load,
    "kills": kills,
    "replicas": replicas,
    "soak": soak,
    "memory": memory,
}
USUAL = ("load", "kills", "memory")


async def main() -> int:
    """Run the parts that were named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--questions", type=int, default=200, help="of kills and replicas")
    parser.add_argument("--kills", type=int, default=50, help="of kills and replicas")
    parser.add_argument("--minutes", type=float, default=10.0, help="of soak")
    parser.add_argument("--log", type=Path, help="keep the bots' logs of the last part here")
    given = vars(parser.parse_args())
    names = given.pop("parts") or USUAL
    if unknown := set(names) - set(PARTS):
        parser.error(f"there is no part {unknown.pop()}")
    right = True
    for name in names:
        right &= await _part(name, Options(**given))
    return 0 if right else 1


async def _part(name: str, options: Options) -> bool:
    """Run a part in a workspace of its own."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=Path.cwd())))
        await indexed(folder)
        pg = await stack.enter_async_context(playground())
        try:
            return await PARTS[name](Scene(pg, folder, stack, options))
        finally:
            if options.log:
                await asyncio.to_thread(_keep_logs, folder, options.log)


def _keep_logs(folder: Path, log: Path) -> None:
    log.write_bytes(b"".join(one.read_bytes() for one in sorted(folder.glob("*.log"))))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
