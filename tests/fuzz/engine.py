"""Runs one target under atheris until the time is up or it finds something.

    python -m tests.fuzz.engine TARGET SECONDS CORPUS... | the file of a crash

libFuzzer ends the process that it runs in, so each target has its own.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

CRASHES = Path(".fuzz")
TARGETS = ("reading", "cutting", "asking")
MEGABYTES = 2_048
SECONDS_EACH = 60
"""The longest that one input may take, on a machine that does other things as well."""


def main(arguments: list[str]) -> int:
    """Fuzz a target, or run the one input that a crash left."""
    name, what, *corpora = arguments
    if not corpora:
        target = _load(name)
        target.one(Path(what).read_bytes())
        print(f"{what} does no harm any more.")
        return 0
    return _fuzz(name, float(what), corpora)


def _load(name: str) -> ModuleType:
    return importlib.import_module(f"tests.fuzz.{name}")


def _fuzz(name: str, seconds: float, corpora: list[str]) -> int:
    import atheris  # noqa: PLC0415  (only here, where it is sure to be installed)

    with atheris.instrument_imports(include=["retrieval"]):
        target = _load(name)

    def one(data: bytes) -> None:
        try:
            target.one(data)
        except Exception:
            traceback.print_exc()
            raise

    with tempfile.TemporaryDirectory() as folder:
        seeds = Path(folder) / "seeds"
        seeds.mkdir()
        for number, seed in enumerate(target.seeds()):
            (seeds / f"seed{number}").write_bytes(seed)
        options = [
            f"-max_total_time={max(1, round(seconds))}",
            f"-max_len={target.LONGEST}",
            f"-timeout={SECONDS_EACH}",
            f"-report_slow_units={SECONDS_EACH}",  # no find where the machine alone is slow
            f"-rss_limit_mb={MEGABYTES}",
            f"-artifact_prefix={CRASHES}/{name}-",
            f"-dict={_dictionary(Path(folder), target.TOKENS)}",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], *options, *corpora, str(seeds)], one)
        atheris.Fuzz()
    return 0


def _dictionary(folder: Path, tokens: Sequence[str]) -> Path:
    """Write what means something to a target, so that it is tried as a whole."""
    path = folder / "tokens"
    lines = ("".join(f"\\x{byte:02x}" for byte in token.encode()) for token in tokens)
    path.write_text("".join(f'"{line}"\n' for line in lines), encoding="ascii")
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
