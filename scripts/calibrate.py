"""Choose when the quoting writer speaks, from questions with and without an answer."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.apart import open_apart, questions
from scripts.terminal import complain, progress, run
from scripts.written import writable, write

if TYPE_CHECKING:
    from retrieval.learn.calibrate import Calibrated, Example
    from retrieval.learn.examine import Weighing
    from retrieval.learn.gather import Gathered
    from retrieval.settings import Settings


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.calibrate",
        description="Ask every question of the files, and choose the numbers by which the writer "
        "that only quotes answers or refuses: a right answer counts 1, silence 0, any other answer "
        "-1, and of foreign questions at most 5 % may be answered. An answer is right if it has "
        "all that its question says it must (must_say) and nothing that it must not "
        "(must_not_say); without must_say its best quote must be of a right page. All figures are "
        "cross-fitted. "
        "With --collection the new numbers are kept when they are better on held-out questions.",
    )
    add = parser.add_argument
    add("questions", nargs="+", type=Path, metavar="QUESTIONS.jsonl")
    add("--corpus", type=Path, help="a folder of documents, or a file of passages (.jsonl.gz)")
    add(
        "--foreign",
        nargs="+",
        action="extend",
        default=[],
        type=Path,
        metavar="FILE",
        help="questions about something else, asked of the same corpus: none has an answer there",
    )
    add("--collection", help="keep the numbers for this collection, when they are better")
    add("--json", type=Path, metavar="FILE", help="write figures, curve and numbers as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    writable(options.json)
    from retrieval import wiring
    from retrieval.learn.calibrate import calibrate, printed

    settings = wiring.settings()
    writer, examples = await _examples(settings, _gather(settings, options))
    old = writer.decisions(options.collection or "")
    found = {way: calibrate(one, old[way]) for way, one in examples.items()}
    for way, one in found.items():
        print("\n".join(printed(way, examples[way], one)))
    if options.json:
        _write(options.json, found)
    if options.collection:
        _keep(settings, writer, options, found)
    return 0


def _gather(settings: Settings, options: argparse.Namespace) -> Gathered:
    """Read the questions, and put the foreign ones to the same corpora."""
    gathered = questions(settings, options.questions, corpus=options.corpus)
    folders = [options.corpus] if options.corpus else _corpora(options.questions)
    for folder in folders if options.foreign else ():
        others = questions(settings, options.foreign, corpus=folder, foreign=True)
        gathered.tasks += [task for task in others.tasks if task.case.answerable is False]
        gathered.sources.update(others.sources)
    return gathered


def _corpora(files: Sequence[Path]) -> list[Path]:
    """Return the corpora that stand beside the questions."""
    from retrieval.learn.corpus import beside

    return list(dict.fromkeys(place for file in files if (place := beside(file))))


async def _examples(
    settings: Settings, gathered: Gathered
) -> tuple[Weighing, Mapping[str, list[Example]]]:
    """Index what has changed, then ask."""
    from retrieval import wiring
    from retrieval.errors import InputError
    from retrieval.learn.examine import examine

    async with open_apart(settings, gathered) as apart:
        writer = wiring.quoting_writer(settings, apart.embedder)
        found = await examine(apart.answerer, writer, gathered.tasks, progress("asking"))
    if not found:
        raise InputError("None of the questions says whether it has an answer, and on which page.")
    return writer, found


def _keep(
    settings: Settings,
    writer: Weighing,
    options: argparse.Namespace,
    found: Mapping[str, Calibrated],
) -> None:
    """Write the numbers that are better than the old ones on held-out questions."""
    better = {way: one.decision for way, one in found.items() if one.better}
    if not better:
        complain("The numbers there are do no worse on held-out questions, and stay.")
        return
    names = ", ".join(file.name for file in [*options.questions, *options.foreign])
    path = writer.keep(settings.weights_folder, options.collection, better, names)
    print(f"New numbers ({', '.join(better)}) are in {path}.")


def _write(path: Path, found: Mapping[str, Calibrated]) -> None:
    """Write everything as JSON."""
    data: dict[str, Any] = {
        way: {**asdict(one), "better": one.better} for way, one in found.items()
    }
    write(path, json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    run(main)
