"""What each default that changes the ranking gains, question by question, on every set.

    python -m benchmarks.defaults [FOLDER] [--json FILE]

FOLDER holds the sets, each with questions.jsonl and corpus/; without it those in
../shared/evaldata are taken. Each question is asked once, of the index that scripts.evaluate
keeps in FOOTNOTE_DATA (while another process writes to it, this one waits), and what was found is
ranked as shipped and with one default after the other taken back. Shown is shipped minus taken
back, paired, with its 95 % interval: above zero the default gains. What ships switched off is
switched on instead, and gains where the difference is below zero. Rows "not reranked" compare
the fused orders, which stay where the reranker is late.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from benchmarks._desk import EVALDATA, table
from benchmarks._taken_back import (
    FUSED,
    SHIPPED,
    VARIANTS,
    Variant,
    begin,
    finish,
    searched,
    texts_once,
)
from retrieval import wiring
from retrieval.answer.answerer import Retrieved
from retrieval.errors import FootnoteError, IndexLocked, InputError, PathUnusable
from retrieval.learn.compare import Difference, Ranks, key, paired
from retrieval.learn.evaluate import Task, question
from retrieval.learn.gather import Gathered
from retrieval.learn.metrics import first_right
from retrieval.learn.report import POOLED
from retrieval.settings import Settings
from retrieval.values import RankedHit
from scripts.apart import Apart, open_apart, questions
from scripts.terminal import complain, progress

MEASURES = ("R@1", "R@5", "MRR@10")
WAIT = 20.0
"""Seconds between two looks at an index that another process writes to."""

Gains = Mapping[str, Mapping[str, Difference]]
"""Set, or "pooled" -> measure -> shipped minus variant."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.defaults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=EVALDATA, metavar="FOLDER")
    add("--json", type=Path, metavar="FILE", help="write the figures and all ranks as JSON")
    return parser


def sets(folder: Path) -> list[Path]:
    """Return the questions of each set that has its corpus beside it. Raises PathUnusable."""
    found = sorted(folder.glob("*/questions.jsonl"))
    found = [file for file in found if (file.parent / "corpus").is_dir()]
    if not found:
        raise PathUnusable(f"{folder}: holds no set, a folder with questions.jsonl and corpus/.")
    return found


async def asked(files: Sequence[Path]) -> dict[str, dict[str, int | None]]:
    """Ask every question; return variant -> question -> rank of its first right page."""
    settings = wiring.settings()
    gathered = questions(settings, files)
    tasks = [task for task in gathered.tasks if task.case.right]
    today, step = datetime.now(UTC).date(), progress("asking")
    ranks: dict[str, dict[str, int | None]] = {one.name: {} for one in (SHIPPED, *VARIANTS)}
    async with AsyncExitStack() as stack:
        apart = await _opened(stack, settings, gathered)
        for number, task in enumerate(tasks, start=1):
            for name, pages in (await orders(apart, task, today)).items():
                place = key(task.case.set, task.case.id)
                ranks[name][place] = first_right(pages, task.right)
            step(number, len(tasks))
    return ranks


async def _opened(stack: AsyncExitStack, settings: Settings, gathered: Gathered) -> Apart:
    """Bring the index up to date and open it; wait while another process writes to it."""
    while True:
        try:
            return await stack.enter_async_context(open_apart(settings, gathered))
        except IndexLocked as error:
            complain(f"{error} Waiting for it.")
            await asyncio.sleep(WAIT)


async def orders(apart: Apart, task: Task, today: date) -> dict[str, Sequence[str]]:
    """Ask one question; return variant -> its pages, best first.

    Raises InputError where what is ranked here as shipped is not what the answer path ranked: a
    figure of another ranking would say nothing.
    """
    hops = await apart.answerer.retrieve(question(task, "history"))
    found = await searched(hops, apart.store, apart.embedder)

    def ranked() -> dict[str, Sequence[str]]:
        with texts_once():
            begun = {
                how: begin(hops.queries, found[how.search], how, today)
                for how in dict.fromkeys(one.fusing for one in (SHIPPED, *VARIANTS))
            }
        return {
            one.name: pages(finish(hops.queries, begun[one.fusing], one, today))
            for one in (SHIPPED, *VARIANTS)
        }

    told = await asyncio.to_thread(ranked)
    if in_time(hops) and list(told[SHIPPED.name]) != pages(hops.ranked.hits):
        raise InputError(f"{task.case.id}: the ranking measured is not the one that ships.")
    return told


def in_time(hops: Retrieved) -> bool:
    """Whether the answer path's own reranker had its say."""
    return hops.ranked.reranker != "identity"


def pages(hits: Sequence[RankedHit]) -> list[str]:
    """Fold chunks to pages: a page stands where its best chunk stands."""
    return list(dict.fromkeys(hit.document.path for hit in hits))


def _before(one: Variant) -> Variant:
    """Return what a variant is compared with."""
    return FUSED if one.fused else SHIPPED


def gains(shipped: Ranks, other: Ranks) -> dict[str, dict[str, Difference]]:
    """Return what shipped has before another ranking, for each set and pooled."""
    names = list(dict.fromkeys(name.partition("/")[0] for name in shipped))
    told: dict[str, dict[str, Difference]] = {}
    for name in [*names, POOLED] if len(names) > 1 else names:
        mine = {q: rank for q, rank in shipped.items() if name in (POOLED, q.partition("/")[0])}
        pairs = {measure: paired(mine, other, measure) for measure in MEASURES}
        told[name] = {measure: pair for measure, pair in pairs.items() if pair}
    return told


def rows(found: Mapping[str, Gains], name: str) -> str:
    """Return the table of one set, a variant a row under the figures as shipped."""
    first = next(iter(found.values()))[name]
    lines: list[list[object]] = [
        ["as shipped", "", *(f"{first[measure].ours.value:.3f}" for measure in MEASURES), ""]
    ]
    for one in VARIANTS:
        pairs = found[one.name][name]
        count = f"{pairs['R@5'].better}/{pairs['R@5'].worse}"
        lines.append([one.default, one.instead, *(told(pairs[m]) for m in MEASURES), count])
    return table(["default", "taken back", *MEASURES, "+/- R@5"], lines)


def told(pair: Difference) -> str:
    """Write a difference with its interval."""
    gap = pair.difference
    return f"{gap.value:+.3f} ({gap.low:+.3f} to {gap.high:+.3f})"


def losing(found: Mapping[str, Gains]) -> list[str]:
    """Say which defaults lose over all questions by more than chance, and gain on no set."""
    said = []
    for one in VARIANTS:
        for measure in MEASURES:
            every = [pairs[measure].difference for pairs in found[one.name].values()]
            if every[-1].high < 0 and all(gap.value <= 0 for gap in every):
                said.append(f"{one.name}: shipped has {every[-1].value:+.3f} of {measure}")
    return said


def as_json(found: Mapping[str, Gains], ranks: Mapping[str, Ranks]) -> dict[str, Any]:
    """Return the figures as data, and the ranks that they are made of."""
    return {
        "defaults": [_row(one, found[one.name]) for one in VARIANTS],
        "ranks": ranks,
    }


def _row(one: Variant, gained: Gains) -> dict[str, Any]:
    figures = {
        name: {
            measure: {
                "shipped": round(pair.ours.value, 6),
                "taken_back": round(pair.theirs.value, 6),
                "gain": round(pair.difference.value, 6),
                "low": round(pair.difference.low, 6),
                "high": round(pair.difference.high, 6),
                "better": pair.better,
                "worse": pair.worse,
            }
            for measure, pair in pairs.items()
        }
        for name, pairs in gained.items()
    }
    return {"default": one.default, "taken_back": one.instead, "gains": figures}


def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    try:
        ranks = asyncio.run(asked(sets(options.folder)))
    except FootnoteError as error:
        complain(str(error))
        return error.exit_code
    found = {one.name: gains(ranks[_before(one).name], ranks[one.name]) for one in VARIANTS}
    for name in next(iter(found.values())):
        print(f"\n{name}: shipped minus taken back, paired, with 95 % interval")
        print(rows(found, name))
    print("\nLosing beyond chance over all questions, and gaining on no set:")
    print("\n".join(losing(found)) or "none")
    if options.json:
        data = json.dumps(as_json(found, ranks), ensure_ascii=False, indent=1)
        try:
            options.json.write_text(data + "\n", encoding="utf-8")
        except OSError as error:
            complain(f"{options.json}: cannot be written ({error.strerror}).")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
