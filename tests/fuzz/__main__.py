"""Fuzzes readers, chunker and query builders, one after the other.

    python -m tests.fuzz [--minutes N] [--target NAME]

What does harm is kept in .fuzz/ and can be run again; so is what was learnt of each target, in
.fuzz/corpus/, so that the next run starts where this one ended. Exits 1 for a find, 2 without
atheris.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.engine import CRASHES, TARGETS

ROOT = Path(__file__).parents[2]
SPARE_SECONDS = 300
"""What a target may take beyond its time: to load, to go through its corpus, to end."""
MISSING = """\
Fuzzing needs atheris, which is not part of the set-up. Install it with:
  .venv/bin/python -m pip install "atheris>=3,<4"
It has wheels for Linux."""
_RUNS = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
_CRASH = re.compile(r"Test unit written to (\S+)")


@dataclass(frozen=True)
class Result:
    """What became of a target: its runs, the seconds, and the file of what it found."""

    runs: int
    seconds: float
    crash: str
    said: str

    @property
    def failed(self) -> bool:
        """Whether it found something, or did not run at all."""
        return bool(self.crash) or not self.runs


def run(name: str, minutes: float) -> Result:
    """Fuzz a target in a process of its own, for so many minutes."""
    corpus = ROOT / CRASHES / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.fuzz.engine", name, str(minutes * 60), str(corpus)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:  # libFuzzer ends without tidying up
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "TMPDIR": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=minutes * 60 + SPARE_SECONDS,
            check=False,
        )
    runs = _RUNS.search(done.stderr)
    crash = _CRASH.search(done.stderr)
    return Result(
        int(runs[1]) if runs else 0,
        time.monotonic() - began,
        crash[1] if crash else "",
        done.stderr,
    )


def main() -> int:
    """Run the targets and say what they found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="for each target")
    parser.add_argument("--target", choices=TARGETS, action="append", help="this one only")
    options = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        print(MISSING, file=sys.stderr)
        return 2
    failed = 0
    for name in options.target or TARGETS:
        print(f"{name}: fuzzing for {options.minutes:g} minutes ...", flush=True)
        try:
            result = run(name, options.minutes)
        except subprocess.TimeoutExpired:
            print(f"{name}: did not end when its time was up.")
            failed += 1
            continue
        print(sentence(name, result), flush=True)
        failed += result.failed
    return 1 if failed else 0


def sentence(name: str, result: Result) -> str:
    """Say how a target did, and how to see a find again."""
    pace = f"{result.runs} runs in {result.seconds / 60:.1f} minutes"
    if result.crash:
        tail = "\n".join(result.said.splitlines()[-60:])
        again = f"python -m tests.fuzz.engine {name} {result.crash}"
        return f"{tail}\n{name}: {pace} found something. See it again with: {again}"
    if not result.runs:
        return f"{result.said[-2000:]}\n{name}: did not run."
    return f"{name}: {pace} found nothing."


if __name__ == "__main__":
    sys.exit(main())
