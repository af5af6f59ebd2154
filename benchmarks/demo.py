"""Measures how soon `make demo` is ready again: a second start on the same data folder.

    python -m benchmarks.demo [--docs docs] [--starts 3]

The demo is started as `make demo` starts it, on a data folder of its own, until it prints its
address, and stopped. The first start indexes and embeds; printed are its seconds and those of
each further start, whose median is to be within 3 seconds. Exits 1 when it is not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.browser.served import demo

AIM = 3.0


def start(data: Path, docs: Path, port: int) -> tuple[float, int]:
    """Start the demo and stop it; return the seconds until it was ready, and its port."""
    began = time.monotonic()
    with demo(data, docs, port) as started:
        ready = time.monotonic() - began
        return ready, int(started.url.rstrip("/").rpartition(":")[2])


def main() -> int:
    """Run the benchmark; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--docs", type=Path, default=Path("docs"), help="a folder or a file")
    parser.add_argument("--starts", type=int, default=3, help="after the first one (3)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        first, port = start(Path(folder), options.docs, 0)
        print(f"first start    {first:5.1f} s, indexing included", flush=True)
        later = []
        for _ in range(options.starts):
            seconds, _ = start(Path(folder), options.docs, port)
            later.append(seconds)
            print(f"another start  {seconds:5.1f} s", flush=True)
    print(f"median of the others {median(later):.1f} s (aim: {AIM:.0f})")
    return 0 if median(later) <= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
