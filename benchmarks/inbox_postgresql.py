"""Measures what a message costs on PostgreSQL, against its bare statements on the same server.

    python -m benchmarks.inbox_postgresql [--rows 300]

A server is started for it, with its commits on disk. One after the other, so that both meet the
same disk: a message is put into the inbox under two keys, leased and finished; and a row of the
same size is inserted with two keys, locked and updated by the driver alone, in as many
transactions, in tables that are alike. Printed are the medians and how many times as long the
inbox takes. Exits 1 when that is more than twice. Passed over where there is no PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import median, quantiles
from typing import Any

import asyncpg

from benchmarks.inbox import PAYLOAD
from retrieval import wiring
from retrieval.settings import load
from scripts._services import postgresql, processes

AIM = 2.0
STEPS = ("put", "lease", "finish")
TABLES = (
    "CREATE TABLE bare (LIKE inbox INCLUDING ALL)",
    "CREATE TABLE bare_keys (LIKE inbox_keys INCLUDING ALL)",
)
INSERT = """INSERT INTO bare
(kind, lane, payload, progress, received, state, free, attempts, lease, result)
VALUES ('question', $1, $2, '{}', $3, 'waiting', $3, 0, '', '') RETURNING id"""
KEY = "INSERT INTO bare_keys (key, row) VALUES ($1, $2)"
LOCK = """SELECT id FROM bare WHERE state = 'waiting' AND free <= $1
ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"""
LEASE = """UPDATE bare SET state = 'working', free = $2, attempts = attempts + 1, lease = $3
WHERE id = $1 RETURNING *"""
FINISH = """UPDATE bare SET state = 'done', lease = '', result = 'answered'
WHERE id = $1 AND lease = $2"""


async def bare(connection: asyncpg.Connection, number: int) -> list[float]:
    """Insert, lock and finish a row with the driver alone; return the seconds of each step."""
    token, moments = f"{number:032}", [time.perf_counter()]
    async with connection.transaction():
        now = datetime.now(UTC)
        row = await connection.fetchval(INSERT, lane(number), json.dumps(PAYLOAD), now)
        await connection.executemany(KEY, [(key, row) for key in keys(number)])
    moments.append(time.perf_counter())
    async with connection.transaction():
        found = await connection.fetchval(LOCK, datetime.now(UTC))
        until = datetime.now(UTC) + timedelta(seconds=15)
        await connection.fetch(LEASE, found, until, token)
    moments.append(time.perf_counter())
    assert await connection.execute(FINISH, found, token) == "UPDATE 1"
    return between([*moments, time.perf_counter()])


async def ours(inbox: Any, number: int) -> list[float]:
    """Put, lease and finish a message; return the seconds of each step."""
    moments = [time.perf_counter()]
    assert await inbox.put("question", lane(number), PAYLOAD, keys(number))
    moments.append(time.perf_counter())
    (job,) = await inbox.lease(seconds=15, within=("T0123ABCD:",))
    moments.append(time.perf_counter())
    assert await inbox.finish(job, "answered")
    return between([*moments, time.perf_counter()])


def lane(number: int) -> str:
    """Return the lane of a thread."""
    return f"T0123ABCD:C0123ABCD:{number}"


def keys(number: int) -> tuple[str, str]:
    """Return what a message is known by."""
    return f"Ev{number}", f"T0123ABCD:C0123ABCD:{number}"


def between(moments: list[float]) -> list[float]:
    """Return the seconds from each moment to the next, and those from the first to the last."""
    steps = [end - begin for begin, end in pairwise(moments)]
    return [*steps, moments[-1] - moments[0]]


async def measure(url: str, rows: int) -> int:
    """Print the figures; return the exit code."""
    connection = await asyncpg.connect(url)
    async with wiring.open_ledger(load(database_url=url)) as ledger:
        for statement in TABLES:
            await connection.execute(statement)
        alone, inbox = [], []
        for number in range(rows):
            alone.append(await bare(connection, number))
            inbox.append(await ours(ledger.inbox, number))
    await connection.close()
    return report(alone, inbox)


def report(alone: list[list[float]], inbox: list[list[float]]) -> int:
    """Print medians, the slow twentieth, and the ratio of the medians."""
    ratio = 0.0
    for step, name in enumerate((*STEPS, "all three")):
        its = [[times[step] for times in which] for which in (alone, inbox)]
        ratio = median(its[1]) / median(its[0])
        told = "   ".join(
            f"{who} {1e3 * median(times):5.2f} ms (95 % {1e3 * quantiles(times, n=20)[-1]:5.2f})"
            for who, times in zip(("bare", "inbox"), its, strict=True)
        )
        print(f"{name:10} {told}   {ratio:.2f} times")
    print(f"{ratio:.2f} times over {len(inbox)} messages (aim: at most {AIM:g})")
    return int(ratio > AIM)


def main() -> int:
    """Start a server, measure on it, and remove it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=300)
    rows = parser.parse_args().rows
    try:
        server = postgresql.server(processes.folder("postgresql"))
        server.start()
    except processes.ServiceMissing as missing:
        print(f"passed over: {missing}")
        return 0
    try:
        return asyncio.run(measure(server.url(), rows))
    finally:
        server.remove()


if __name__ == "__main__":
    sys.exit(main())
