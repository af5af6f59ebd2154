"""Measure search and answers on questions whose right pages are known."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.apart import open_apart, questions
from scripts.terminal import complain, progress, run
from scripts.written import writable, write

if TYPE_CHECKING:
    from retrieval.learn.evaluate import Finding
    from retrieval.learn.gather import Gathered
    from retrieval.learn.report import Evaluation
    from retrieval.settings import Settings

TURNS = ("history", "last", "pasted", "standalone")

AT_ONCE = 4
"""Questions asked at once where a model service answers; the local model has all cores anyway."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.evaluate",
        description="Ask every question of the files and report how often a right page is found, "
        "by words, by meaning, fused and reranked, and what the writer makes of it; each figure "
        "with its 95 % interval. Each file is asked of the corpus beside it. The index is one "
        "of its own, kept for the next run.",
    )
    add = parser.add_argument
    add("questions", nargs="+", type=Path, metavar="QUESTIONS.jsonl")
    add("--corpus", type=Path, help="a folder of documents, or a file of passages (.jsonl.gz)")
    add("--gold-context", action="store_true", help="hand the writer the right pages")
    add(
        "--foreign",
        action="store_true",
        help="questions whose right pages are not in the corpus are unanswerable",
    )
    add(
        "--against",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="compare with an earlier report, or with ranks per question; may be repeated",
    )
    add("--json", type=Path, metavar="FILE", help="write the report as JSON")
    add("--retrieval-only", action="store_true", help="write no answers")
    add(
        "--turns",
        choices=TURNS,
        default="history",
        help="what becomes of a thread: its history (default), the last turn alone, all turns "
        "of the person pasted together, or the wording of the set that stands alone",
    )
    add(
        "--half",
        type=int,
        choices=(1, 2),
        default=0,
        help="only the questions of one half of the organisations, to choose on one and "
        "report on the other",
    )
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    writable(options.json)
    from retrieval import wiring
    from retrieval.learn import compare, evaluation_told, report

    settings = wiring.settings()
    gathered = questions(
        settings,
        options.questions,
        corpus=options.corpus,
        foreign=options.foreign,
        half=options.half,
    )
    theirs = compare.load(options.against) if options.against else {}
    evaluation = report.build(await _findings(settings, gathered, options), theirs)
    print("\n".join(evaluation_told.lines(evaluation)))
    if options.json:
        _write(evaluation, options.json)
    failures = [finding for finding in evaluation.findings if finding.failure]
    for finding in failures[:5]:
        complain(f"{finding.task.case.id}: {finding.failure}")
    return 1 if failures else 0


async def _findings(
    settings: Settings, gathered: Gathered, options: argparse.Namespace
) -> list[Finding]:
    """Index what has changed, then ask."""
    from retrieval.answer.pack import Budget
    from retrieval.learn.evaluate import Evaluator, Plan

    plan = Plan(
        gold_context=options.gold_context,
        answers=not options.retrieval_only,
        turns=options.turns,
        at_once=AT_ONCE if settings.has_service else 1,
    )
    budget = Budget(sources=settings.sources, tokens=settings.source_tokens)
    async with open_apart(settings, gathered) as apart:
        evaluator = Evaluator(apart.answerer, apart.store, budget, plan)
        return await evaluator.run(gathered.tasks, progress("asking"))


def _write(evaluation: Evaluation, path: Path) -> None:
    """Write the report as JSON."""
    from retrieval.learn.report import as_json

    write(path, json.dumps(as_json(evaluation), ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    run(main)
