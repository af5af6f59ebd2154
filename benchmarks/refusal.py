"""How often the quoting writer answers what it should, what is foreign, and near misses.

    python -m benchmarks.refusal [FOLDER] [--most 150] [--json FILE] [--ship]

Native questions count where a right page was packed. Foreign ones are those of one set put to the
corpus of another. Near misses are questions that people found unanswerable from passages on their
very subject, in a conversation or alone. Figures are shown at the shipped numbers and cross-fitted
by set: each set judged by numbers learnt from the other sets. `--ship` fits anew on all of them and
writes retrieval/models/data/quoting.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from retrieval import wiring
from retrieval.learn.calibrate import (
    Example,
    choose,
    curve,
    fit,
    probability,
)
from retrieval.learn.evaluate import NoTraces, Task
from retrieval.learn.examine import examine
from retrieval.learn.gather import Gathered, Readers, gather
from retrieval.models.logistic import SHIPPED, Judges, Logistic, load, write
from retrieval.values import Decision
from scripts.terminal import progress

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
SEED = 11
FEATURES = {
    "meaning": ("cosine", "near", "passage", "passage_mass", "section", "report"),
    "words": ("near", "passage", "passage_mass"),
}
"""What each way of deciding looks at; chosen by leaving sets out, few so that they carry over."""


def tasks(folder: Path, readers: Readers, most: int) -> tuple[list[tuple[str, Task]], Gathered]:
    """Return the tasks of each set with the set's name, a seeded sample of each, and sources."""
    found: list[tuple[str, Task]] = []
    sources: Gathered = Gathered()
    for name, gathered in _sets(folder, readers):
        kept = [task for task in gathered.tasks if _belongs(name, task)]
        random.Random(SEED).shuffle(kept)  # noqa: S311 - a sample, no secret
        kept = kept[:most]
        found += [(name, replace(task, case=replace(task.case, set=name))) for task in kept]
        used = {task.corpus.collection for task in kept}
        sources.sources.update({k: v for k, v in gathered.sources.items() if k in used})
    return found, sources


def _sets(folder: Path, readers: Readers) -> Iterator[tuple[str, Gathered]]:
    corpora = {
        "handbooks": folder / "handbooks" / "corpus",
        "runbooks": folder / "runbooks" / "corpus",
        "mtrag": folder / "mtrag" / "passages_govt.jsonl.gz",
    }
    files = {name: folder / name / "questions.jsonl" for name in corpora}
    for asked in corpora:
        for corpus, place in corpora.items():
            foreign = asked != corpus
            name = f"{asked} > {corpus}" if foreign else asked
            yield name, gather([files[asked]], readers, corpus=place, foreign=foreign)
    yield "near: mtrag", gather([files["mtrag"]], readers, corpus=corpora["mtrag"])
    unanswerable = folder / "safety" / "unanswerable.jsonl"
    yield "near: own passages", gather([unanswerable], readers)


def _belongs(name: str, task: Task) -> bool:
    """Whether a task is one that its set is about."""
    if name.startswith("near"):
        return task.case.answerable is False
    if ">" in name:
        return task.case.answerability == "foreign"
    return bool(task.right)


async def gathered_examples(folder: Path, most: int) -> dict[str, list[Example]]:
    """Index what has changed, ask, and return the examples of each way of deciding."""
    settings = wiring.settings()
    apart = settings.model_copy(update={"data": settings.data / "evaluate"})
    readers = Readers(
        lambda path, facts: wiring.folder_reader(settings, path, facts=facts),
        wiring.passage_reader,
    )
    model = wiring.embedder(apart)
    named, sources = tasks(folder, readers, most)
    ingest = wiring.ingest(apart, model)
    step = progress("indexing")
    for done, (collection, reader) in enumerate(sources.sources.items(), start=1):
        await ingest.run(reader, collection, lambda _at: None)
        step(done, len(sources.sources))
    index = wiring.store(apart, model)
    try:
        answerer = await wiring.answerer(settings, model, index, NoTraces())
        writer = wiring.quoting_writer(settings, model)
        return await examine(answerer, writer, [task for _, task in named], progress("asking"))
    finally:
        await index.close()


def left_out(examples: Sequence[Example], names: Sequence[str]) -> np.ndarray:
    """Return probabilities by numbers learnt without any question of the same asker."""
    start = Decision(0.0, dict.fromkeys(names, 0.0), 0.5)
    askers = np.array([_asker(example.set) for example in examples])
    found = np.zeros(len(examples))
    for asker in np.unique(askers):
        model = fit([e for e, a in zip(examples, askers, strict=True) if a != asker], start)
        places = np.flatnonzero(askers == asker).tolist()
        found[places] = probability(model, [examples[place] for place in places])
    return found


def _asker(name: str) -> str:
    """Return whose questions a set holds."""
    return name.removeprefix("near: ").split(" > ")[0]


def table(examples: Sequence[Example], spoken: np.ndarray) -> list[str]:
    """Return a line a set: answered of all, and how many of the answers quote a right page."""
    lines = []
    for name in dict.fromkeys(example.set for example in examples):
        inside = np.array([example.set == name for example in examples])
        right = sum(e.right for e, s in zip(examples, spoken & inside, strict=True) if s)
        share = spoken[inside].mean()
        tail = f", of a right page {right}" if ">" not in name and "near" not in name else ""
        lines.append(f"  {name:24} {share:6.1%} of {int(inside.sum())}{tail}")
    return lines


def main() -> None:
    """Print the tables; with --ship, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=EVALDATA)
    parser.add_argument("--most", type=int, default=150, help="questions of each set")
    parser.add_argument("--json", type=Path, help="keep the examples")
    parser.add_argument("--ship", action="store_true", help="write the shipped numbers")
    options = parser.parse_args()
    shipped = load()
    found = asyncio.run(gathered_examples(options.folder, options.most))
    new = {}
    for way, examples in found.items():
        judges: Judges = getattr(shipped, way)
        old = Decision(judges.answer.bias, judges.answer.weights, judges.threshold)
        print(f"{way}, as shipped, from {old.threshold:.2f}:")
        print("\n".join(table(examples, probability(old, examples) >= old.threshold)))
        held = left_out(examples, FEATURES[way])
        point = choose(curve(examples, held))
        print(f"{way}, each asker's sets left out, from {point.threshold:.2f}:")
        print("\n".join(table(examples, held >= point.threshold)))
        print("  threshold answered wrongly foreign right score")
        for at in curve(examples, held)[9::5]:
            print(
                f"  {at.threshold:9.2f} {at.answered:8.3f} {at.wrongly:7.3f} {at.foreign:7.3f}"
                f" {at.right:5.3f} {at.score:6.3f}"
            )
        start = Decision(0.0, dict.fromkeys(FEATURES[way], 0.0), 0.5)
        model = fit(examples, start)
        new[way] = Judges(judges.place, Logistic(model.bias, model.weights), point.threshold)
    if options.json:
        rows = {
            w: [[e.set, e.id, e.answerable, e.right, dict(e.features)] for e in es]
            for w, es in found.items()
        }
        options.json.write_text(json.dumps(rows))
    if options.ship:
        origin = {"by": "benchmarks/refusal.py --ship", "most": options.most, "seed": SEED}
        write(SHIPPED, replace(shipped, origin=origin, **new))


if __name__ == "__main__":
    main()
