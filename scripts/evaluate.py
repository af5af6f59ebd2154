"""Measure search and answers on questions whose right pages are known."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.terminal import complain, progress, run

if TYPE_CHECKING:
    from retrieval.ingest.report import Progress
    from retrieval.learn.evaluate import Finding
    from retrieval.learn.gather import Gathered
    from retrieval.learn.report import Evaluation
    from retrieval.settings import Settings

TURNS = ("history", "last", "pasted", "standalone")


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.evaluate",
        description="Ask every question of the files and report how often a right page is found, "
        "by words, by meaning, fused and reranked, and what the writer makes of it; each figure "
        "with its 95 %% interval. Each file is asked of the corpus beside it. The index is one "
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
    add("--retrieval-only", action="store_true", help="have no answers written")
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
    from retrieval import wiring
    from retrieval.learn import compare, printing, report
    from retrieval.learn.gather import Readers, gather

    settings = wiring.settings()
    gathered = gather(
        options.questions,
        Readers(
            lambda path, facts: wiring.folder_reader(settings, path, facts=facts),
            wiring.passage_reader,
        ),
        corpus=options.corpus,
        foreign=options.foreign,
        which_half=options.half,
    )
    if gathered.without_corpus:
        complain(f"{gathered.without_corpus} questions have no corpus and are left aside.")
    theirs = compare.load(options.against) if options.against else {}
    evaluation = report.build(await _findings(settings, gathered, options), theirs)
    print("\n".join(printing.lines(evaluation)))
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
    from retrieval import wiring
    from retrieval.answer.pack import Budget
    from retrieval.learn.evaluate import Evaluator, NoTraces, Plan

    apart = settings.model_copy(update={"data": settings.data / "evaluate"})
    model = wiring.embedder(apart)
    ingest = wiring.ingest(apart, model)
    for place, (collection, reader) in enumerate(gathered.sources.items(), start=1):
        step = progress(f"indexing {place} of {len(gathered.sources)}")
        told = await ingest.run(reader, collection, _watch(step))
        for skipped in told.failed[:3]:
            complain(f"Not indexed: {skipped.path}: {skipped.reason}")
        if told.embedding_error:
            complain(f"Not embedded: {told.embedding_error}")
    index = wiring.store(apart, model)
    try:
        answerer = await wiring.answerer(settings, model, index, NoTraces())
        plan = Plan(
            gold_context=options.gold_context,
            answers=not options.retrieval_only,
            turns=options.turns,
            at_once=4 if settings.has_service else 1,
        )
        budget = Budget(sources=settings.sources, tokens=settings.source_tokens)
        evaluator = Evaluator(answerer, index, budget, plan)
        return await evaluator.run(gathered.tasks, progress("asking"))
    finally:
        await index.close()


def _watch(step: Callable[[int, int], None]) -> Callable[[Progress], None]:
    """Show how far indexing is."""
    return lambda at: step(at.done, at.total)


def _write(evaluation: Evaluation, path: Path) -> None:
    """Write the report as JSON."""
    from retrieval.errors import InputError
    from retrieval.learn.report import as_json

    data = json.dumps(as_json(evaluation), ensure_ascii=False, indent=1)
    try:
        path.write_text(data + "\n", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}).") from error


if __name__ == "__main__":
    run(main)
