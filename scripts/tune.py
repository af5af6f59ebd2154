"""Learn the reranker's weights from a team's own questions, and keep them only if they pay."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.text.counted import number_of
from scripts.apart import open_apart, questions
from scripts.terminal import complain, print_json, progress, run, visible

if TYPE_CHECKING:
    from retrieval.learn.gather import Gathered
    from retrieval.learn.tune import Example, Trial
    from retrieval.settings import Settings


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.tune",
        description="Learn weights for the reranker of a collection from questions whose right "
        "pages are known. Figures are cross-fitted: each question is ranked by weights learnt "
        "without it. New weights are kept only if they are better than the old ones on these "
        "held-out questions, and wait beside them if a labelled case gets worse by them.",
    )
    parser.add_argument("questions", nargs="+", type=Path, metavar="QUESTIONS.jsonl")
    parser.add_argument("--corpus", type=Path, help="default: the corpus beside each file")
    parser.add_argument("--collection", default="docs", help="whose weights; default: docs")
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be kept, keep nothing"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring
    from retrieval.learn.tune import trial

    settings = wiring.settings()
    names, prior = wiring.rerank_features()
    old = wiring.rerank_weights(settings, options.collection) or prior
    gathered = questions(settings, options.questions, corpus=options.corpus)
    tried = trial(await _examples(settings, gathered), prior, old)
    _tell(tried, names, as_json=options.json)
    if not tried.pays:
        complain("The new weights are not better on held-out questions; nothing is changed.")
    elif not options.dry_run:
        return await _gated(settings, options, tried.weights)
    return 0


async def _gated(settings: Settings, options: argparse.Namespace, weights: Sequence[float]) -> int:
    """Keep weights beside those in use, and let them take their place if no case gets worse."""
    from bot.settings import policy_file
    from retrieval import wiring_gate
    from retrieval.learn.rulings_told import told
    from scripts.index_gate import lost, watch

    learnt_on = ", ".join(str(path) for path in options.questions)
    ruling = await wiring_gate.weigh(
        settings,
        options.collection,
        weights,
        learnt_on,
        watch=watch(),
        policy_file=policy_file(),
    )
    complain(visible(told(ruling)))
    if ruling.state == "passed":
        where = settings.weights_folder / f"{options.collection}.rerank.json"
        complain(f"Kept in {where}. A bot that runs takes them when it starts again.")
        return 0
    for line in lost(ruling):
        complain(visible(f"  {line}"))
    complain("To use them all the same: python -m scripts.index accept.")
    return 1


async def _examples(settings: Settings, gathered: Gathered) -> list[Example]:
    """Ask every question, and note what the reranker would look at."""
    from retrieval import wiring
    from retrieval.learn.evaluate import question
    from retrieval.learn.tune import example

    step = progress("asking")
    found: list[Example] = []
    async with open_apart(settings, gathered) as apart:
        for number, task in enumerate(gathered.tasks, start=1):
            hops = await apart.answerer.retrieve(question(task, "history"))
            pages, rows = wiring.rerank_rows(hops)
            if pages and task.right:
                found.append(example(task, pages, rows))
            step(number, len(gathered.tasks))
    return found


def _tell(tried: Trial, names: Sequence[str], *, as_json: bool) -> None:
    """Print the figures of the shipped weights, the old ones and the new ones."""
    orders: dict[str, Mapping[str, float]] = {
        "shipped weights": tried.shipped,
        "old weights": tried.old,
        "new weights, cross-fitted": tried.new,
    }
    if as_json:
        weights = dict(zip(names, tried.weights, strict=True))
        print_json({"questions": tried.count, **orders, "weights": weights, "pays": tried.pays})
        return
    print(number_of(tried.count, "question"))
    for name, figures in orders.items():
        shown = "  ".join(f"{measure} {value:.3f}" for measure, value in figures.items())
        print(f"{name:28}{shown}")
    low, high = tried.gain
    print(f"R@5, new against shipped: 95 % interval {low:+.3f} to {high:+.3f}")
    strongest = sorted(zip(names, tried.weights, strict=True), key=lambda pair: -abs(pair[1]))
    print("weights: " + ", ".join(f"{name} {weight:+.2f}" for name, weight in strongest))


if __name__ == "__main__":
    run(main)
