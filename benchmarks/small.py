"""How often the quoting writer answers from a few pages, and from a few that do not answer.

    python -m benchmarks.small [--pages 12] [--sets 26]

Each set is so many pages of one organisation, drawn at random among them the pages that answer some
of its questions. To each are put those questions, questions that other pages of the organisation
answer, and questions of other organisations. Printed is of how many each kind is answered, as
shipped, and by the numbers for large scopes, which take a small one for no better evidence.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from retrieval import wiring
from retrieval.learn.evaluate import NoTraces
from retrieval.models.logistic import Judges, load
from retrieval.settings import load as settings_of
from retrieval.values import Evidence, Question, Scope
from scripts.terminal import progress

HANDBOOKS = Path(__file__).parents[2] / "shared" / "evaldata" / "handbooks"
KINDS = ("its own", "of its other pages", "of others")
ASKED = (4, 6, 6)
"""Questions of each kind that a set is asked."""
SIZES = range(1_500, 30_000)
"""Bytes of the pages that a set is filled with."""
SEED = 5
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Small:
    """A set of pages, and what it is asked, by kind."""

    pages: frozenset[Path]
    asked: Mapping[str, Sequence[str]]


def sets(folder: Path, pages: int, count: int, rows: Sequence[Row]) -> Iterator[Small]:
    """Draw sets, of one organisation after the other."""
    draw = random.Random(SEED)  # noqa: S311 - a sample, no secret
    by: dict[str, list[Row]] = {}
    for row in rows:
        if not row.get("needs_context") and len(row["gold_docs"]) == 1:
            by.setdefault(row["source"], []).append(row)
    own, near, far = ASKED
    for name in islice(cycle([name for name in by if len(by[name]) >= own]), count):
        answered = draw.sample(by[name], own)
        kept = {folder / row["gold_docs"][0] for row in answered}
        rest = [path for path in _files(folder / "corpus" / name) if path not in kept]
        kept.update(draw.sample(rest, min(len(rest), max(0, pages - len(kept)))))
        others = [row for row in by[name] if folder / row["gold_docs"][0] not in kept]
        strangers = [row for other, some in by.items() if other != name for row in some]
        drawn = (answered, draw.sample(others, min(near, len(others))), draw.sample(strangers, far))
        texts = [[row["question"] for row in some] for some in drawn]
        yield Small(frozenset(kept), dict(zip(KINDS, texts, strict=True)))


def _files(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if path.stat().st_size in SIZES]


async def ask(small: Small, folder: Path) -> list[tuple[str, Evidence | None]]:
    """Index a set of pages and put its questions; return by kind what the writer weighs."""
    pages = folder / "pages"
    for number, path in enumerate(sorted(small.pages)):
        kept = pages / str(number) / path.name
        kept.parent.mkdir(parents=True)
        shutil.copyfile(path, kept)
    settings = settings_of(data=folder)
    model = wiring.embedder(settings)
    await wiring.ingest(settings, model).run(wiring.folder_reader(settings, pages), "docs")
    index = wiring.store(settings, model)
    try:
        answerer = await wiring.answerer(settings, model, index, NoTraces())
        writer = wiring.quoting_writer(settings, model)
        found = []
        for kind, texts in small.asked.items():
            for text in texts:
                retrieved = await answerer.retrieve(Question(text, Scope(("docs",))))
                weighed = await writer.evidence(retrieved.queries, retrieved.packed)
                found.append((kind, weighed.get("meaning")))
        return found
    finally:
        await index.close()


def answered(judges: Judges, evidence: Evidence | None, without: frozenset[str]) -> bool:
    """Whether an answer is given by these numbers, some features left out."""
    if evidence is None:
        return False
    features = {name: n for name, n in evidence.features.items() if name not in without}
    return judges.answer.probability(features) >= judges.threshold


def report(found: Sequence[tuple[str, Evidence | None]]) -> list[str]:
    """Return a line a kind of question."""
    judges = load().meaning
    ways = {"as shipped": frozenset[str](), "as a large scope": frozenset({"small"})}
    lines = []
    for kind in KINDS:
        some = [evidence for other, evidence in found if other == kind]
        told = ", ".join(
            f"{sum(answered(judges, one, without) for one in some)} {way}"
            for way, without in ways.items()
        )
        lines.append(f"questions {kind:20} {len(some):4} asked, answered: {told}")
    return lines


async def run(pages: int, count: int) -> list[str]:
    """Ask every set; return what to print."""
    lines = (HANDBOOKS / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    step = progress("asking sets")
    found: list[tuple[str, Evidence | None]] = []
    for done, small in enumerate(sets(HANDBOOKS, pages, count, list(map(json.loads, lines))), 1):
        with tempfile.TemporaryDirectory() as folder:
            found += await ask(small, Path(folder))
        step(done, count)
    return report(found)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=12, help="in each set (12)")
    parser.add_argument("--sets", type=int, default=26, help="how many sets (26)")
    options = parser.parse_args()
    if not HANDBOOKS.is_dir():
        print(f"The evaluation set {HANDBOOKS} is not there.", file=sys.stderr)
        return 1
    print("\n".join(asyncio.run(run(options.pages, options.sets))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
