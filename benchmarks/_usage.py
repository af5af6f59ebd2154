"""What a bot's process holds: memory, open files, tasks; and whether that grew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import aiohttp

from tests.scenarios.storm import Killable

GROWTH = 1.1


def grown(before: Mapping[str, float], after: Mapping[str, float]) -> list[str]:
    """Name what has grown by more than a tenth."""
    return [name for name, was in before.items() if after[name] > was * GROWTH]


async def usage(bot: Killable) -> dict[str, float]:
    """Return memory in kilobytes, open files and connections, and tasks."""
    assert bot.process is not None
    process = Path("/proc") / str(bot.process.pid)
    status = (process / "status").read_text(encoding="utf-8")
    resident = re.search(r"VmRSS:\s+(\d+)", status)
    held = [one.resolve().name for one in (process / "fd").iterdir()]  # Before ours is one of them.
    ports = re.findall(r'"port": (\d+)', bot.log.read_text(encoding="utf-8"))
    address = f"http://127.0.0.1:{ports[-1]}/metrics"
    async with aiohttp.ClientSession() as session, session.get(address) as reply:
        tasks = re.search(r"^footnote_tasks ([\d.]+)", await reply.text(), re.MULTILINE)
    return {
        "resident kB": float(resident[1]) if resident else 0.0,
        "files": float(len(held)),
        "connections": float(sum(name.startswith("socket:") for name in held)),
        "tasks": float(tasks[1]) if tasks else 0.0,
    }
