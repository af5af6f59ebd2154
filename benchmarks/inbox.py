"""Measures what keeping an event costs, against a bare insert on the same file.

    python -m benchmarks.inbox [--rows 500]

One after the other, so that both meet the same disk: an event's row is put into the inbox under
two keys, and a row of the same columns is inserted and committed on the same file by the sqlite3
module alone, with the same settings (write-ahead, synced fully, BEGIN IMMEDIATE). Printed are the
medians and how many times as long `put` takes. Exits 1 when that is more than three times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from retrieval import wiring
from retrieval.settings import load

AIM = 3.0
PAYLOAD = {
    "kind": "question",
    "key": "Ev0123456789",
    "team": "T0123ABCD",
    "channel": "C0123ABCD",
    "channel_kind": "channel",
    "user": "U0123ABCD",
    "ts": "1767323045.000100",
    "thread_ts": "1767323045.000100",
    "text": "How many days of parental leave do I get, and whom do I tell that I want them? " * 3,
    "source": "mention",
    "files": 0,
}
LANE = "T0123ABCD:C0123ABCD:1767323045.000100"


NAMES = ("kind", "lane", "payload", "progress", "received", "state", "free", "attempts", "lease")


def bare(path: Path) -> sqlite3.Connection:
    """Open the ledger's file with a table of our own in it: the inbox's columns, no more keys."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    columns = ", ".join(f"{name} TEXT" for name in (*NAMES, "result"))
    connection.execute(f"CREATE TABLE bare (id INTEGER PRIMARY KEY, {columns})")
    return connection


def insert(connection: sqlite3.Connection) -> float:
    """Insert and commit a row; return the seconds that it took."""
    now = datetime.now(UTC).isoformat(" ")
    row = ("question", LANE, json.dumps(PAYLOAD), "{}", now, "waiting", now, "0", "", "")
    began = time.perf_counter()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"INSERT INTO bare VALUES (NULL{', ?' * len(row)})", row)  # noqa: S608
    connection.execute("COMMIT")
    return time.perf_counter() - began


async def measure(rows: int) -> int:
    """Print the figures; return the exit code."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        settings = load(data=Path(name), database_url="")
        async with wiring.open_ledger(settings) as ledger:
            connection = bare(Path(name) / "footnote.db")
            alone, put = [], []
            for number in range(rows):
                keys = (f"Ev{number}", f"T0123ABCD:C0123ABCD:{number}")
                alone.append(insert(connection))
                began = time.perf_counter()
                assert await ledger.inbox.put("question", LANE, PAYLOAD, keys)
                put.append(time.perf_counter() - began)
            connection.close()
    return report(alone, put)


def report(alone: list[float], put: list[float]) -> int:
    """Print medians, the slow twentieth, and the ratio of the medians."""
    for name, seconds in (("bare insert and commit", alone), ("inbox.put", put)):
        slow = quantiles(seconds, n=20)[-1]
        print(f"{name:24} median {1e3 * median(seconds):6.2f} ms   95 % {1e3 * slow:6.2f} ms")
    ratio = median(put) / median(alone)
    print(f"{'put / bare':24} {ratio:.2f} times over {len(put)} rows (aim: at most {AIM:g})")
    return int(ratio > AIM)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=500)
    sys.exit(asyncio.run(measure(parser.parse_args().rows)))
