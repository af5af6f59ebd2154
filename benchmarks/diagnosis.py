"""Where right pages are lost on the evaluation sets, and what naming it costs beside asking.

    python -m benchmarks.diagnosis [FOLDER] [--set NAME] [--most N] [--asked 60] [--json FILE]

Without a model service. Each question of a set goes down the answer path once and is diagnosed; a
sample of them is asked as `scripts.ask` asks, in turns with it. Printed are the funnel of
each set and the seconds of the whole diagnosis in medians of one answer: N questions are to cost at
most N of them. Exits 1 where they cost more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from retrieval import wiring, wiring_diagnosis
from retrieval.learn.diagnosing import asked_of
from retrieval.learn.diagnosis_told import as_json, lines
from retrieval.learn.evaluate import NoTraces, Task, question
from retrieval.learn.remembering import Remembering
from scripts.apart import Apart, open_apart, questions
from scripts.terminal import progress

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
SETS = ("handbooks", "runbooks")
TURNS = 10
"""In how many turns is asked and diagnosed: the machine may be busier at one time than another."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What diagnosing a set took; `asking` is the median of one answer, in seconds."""

    questions: int
    seconds: float
    asking: float

    @property
    def ratio(self) -> float:
        """The cost of one diagnosis in answers."""
        return self.seconds / (self.questions * self.asking)


async def measure(
    name: str, folder: Path, options: argparse.Namespace
) -> tuple[Cost, dict[str, Any]]:
    """Diagnose a set, and ask some of its questions before and after."""
    no_service = {"openai_api_key": None, "openai_base_url": ""}
    settings = wiring.settings().model_copy(update=no_service)
    gathered = questions(settings, [folder / name / "questions.jsonl"])
    asked = [one for task in gathered.tasks if (one := asked_of(task))][: options.most or None]
    async with open_apart(settings, gathered) as apart:
        sample = gathered.tasks[:: max(1, len(gathered.tasks) // options.asked)]
        await _asking(apart, sample[:3])
        remembering = Remembering(apart.embedder)  # As the command does; who asks has no memory.
        path = await wiring.answerer(settings, remembering, apart.store, NoTraces())
        diagnoser = wiring_diagnosis.diagnoser(
            apart.settings, path, lambda collection, _: gathered.sources.get(collection)
        )
        step, asking = progress(f"diagnosing {name}"), []
        seconds, found = 0.0, []
        for turn in range(TURNS):
            asking += await _asking(apart, sample[turn::TURNS])
            started = time.perf_counter()
            found += await diagnoser.run(asked[turn::TURNS], lambda *_: None)
            seconds += time.perf_counter() - started
            step(len(found), len(asked))
    print(f"\n{name}")
    print("\n".join(lines(found, most=0)))
    return Cost(len(asked), seconds, statistics.median(asking)), as_json(found)


async def _asking(apart: Apart, tasks: Sequence[Task]) -> list[float]:
    """Return the seconds of answering some questions."""
    return [(await apart.answerer.answer(question(one, "history"))).seconds for one in tasks]


async def main() -> int:
    """Run it; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=EVALDATA, type=Path)
    parser.add_argument("--set", choices=SETS, action="append", help="default: both")
    parser.add_argument("--most", type=int, default=0, help="questions of each set; default: all")
    parser.add_argument("--asked", type=int, default=60, help="questions asked to compare with")
    parser.add_argument("--json", type=Path, help="write what was found")
    options = parser.parse_args()
    told, costs = {}, {}
    sets = options.set or SETS
    for name in sets:
        costs[name], told[name] = await measure(name, options.folder, options)
        cost = costs[name]
        print(
            f"{cost.questions} diagnosed in {cost.seconds:.1f} s; one answer {cost.asking:.4f} s "
            f"(median); a diagnosis costs {cost.ratio:.2f} answers",
            flush=True,
        )
    if options.json:
        report = {name: {**told[name], "cost": asdict(costs[name])} for name in sets}
        options.json.write_text(json.dumps(report, indent=1), encoding="utf-8")
    return 1 if any(cost.ratio > 1 for cost in costs.values()) else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
