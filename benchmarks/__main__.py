"""Lists the benchmarks and runs them, one after the other, each in a process of its own.

    python -m benchmarks [NAME...] [--list]

Most need the evaluation sets in ../shared/evaldata, and are passed over where those are absent.
Exits 1 when one of those that ran failed; the others ran all the same.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
EVALDATA = ROOT.parent / "shared" / "evaldata"
ALONE = frozenset(
    {
        "demo",
        "elastic",
        "elastic_bulk",
        "embedding",
        "growth",
        "inbox",
        "inbox_postgresql",
        "learning",
        "reply",
        "storm",
    }
)
"""Those that make up their material where there are no evaluation sets."""


def benchmarks() -> dict[str, str]:
    """Return what each benchmark is for, by name, in order."""
    return {
        path.stem: (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("\n")[0]
        for path in sorted(Path(__file__).parent.glob("[a-z]*.py"))
    }


def run(name: str) -> bool:
    """Run one; return whether it did what it should."""
    print(f"\n== {name}: python -m benchmarks.{name}", flush=True)
    if name not in ALONE and not EVALDATA.is_dir():
        print("passed over: it needs the evaluation sets in ../shared/evaldata")
        return True
    began = time.monotonic()
    code = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", f"benchmarks.{name}"], cwd=ROOT, check=False
    ).returncode
    ended = f"failed with exit code {code}" if code else "done"
    print(f"{ended}, {time.monotonic() - began:.0f} s", flush=True)
    return not code


def main() -> int:
    """List the benchmarks, then run those that were named, or all of them."""
    known = benchmarks()
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="these only")
    parser.add_argument("--list", action="store_true", help="list them and run none")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in known]:
        print(f"There is no benchmark {unknown[0]!r}. There are: {', '.join(known)}.")
        return 2
    for name in options.names or known:
        needs = "" if name in ALONE else "  (needs ../shared/evaldata)"
        print(f"{name:16} {known[name]}{needs}")
    if options.list:
        return 0
    done = [run(name) for name in options.names or known]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
