"""How large chunks should be, what is joined or repeated, and what is embedded before the text.

    python -m benchmarks.chunking [SET[:HALF[:PERCENT]]...] [--variant SETTINGS]... [--minutes 60]

SET is a folder with questions.jsonl and corpus/, or one of that name in ../shared/evaldata;
`:2` takes the second seeded half of its organisations, questions and pages alike, and `:2:15`
of its pages that answer no question only 15 in a hundred, so that there is less to embed. Each
variant is the shipped chunker with some settings changed (`maximum=128,overlap=30`); its index is
made anew and asked every question, and its ranks are compared with those of the shipped one,
question by question. Vectors are kept in FOOTNOTE_DATA, so that a second run embeds nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks._desk import EVALDATA, table
from benchmarks._less import Remembering, Sampled
from retrieval import wiring
from retrieval.answer.pack import Budget
from retrieval.errors import FootnoteError, InputError, SettingsError
from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.learn.compare import Difference, Ranks, paired
from retrieval.learn.evaluate import Evaluator, NoTraces, Plan
from retrieval.learn.gather import Gathered, Readers, gather
from retrieval.learn.questions import half, load
from retrieval.learn.report import POOLED, ranks
from retrieval.ports import Embedder
from retrieval.settings import Settings
from scripts.terminal import complain, progress

VARIANTS = (
    "maximum=180",
    "maximum=128",
    "merge_below=60",
    "overlap=30",
    "context=path",
    "context=title",
)
SETTINGS = {"maximum": int, "merge_below": int, "overlap": int, "context": str}
"""What a variant may change, with the type of each: the arguments of `Chunker`."""
SHOWN = ("reranked", "fused", "meaning")


@dataclass(frozen=True, slots=True)
class Variant:
    """A chunker that differs from the shipped one in `settings`."""

    name: str
    settings: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a variant: its chunks per set, and leg -> question -> rank."""

    chunks: Mapping[str, int]
    ranks: Mapping[str, Ranks]


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.chunking",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("sets", nargs="*", default=["runbooks"], metavar="SET", help="default: runbooks")
    add(
        "--variant",
        action="append",
        type=variant,
        metavar="SETTINGS",
        help=f"of {', '.join(SETTINGS)}; may be repeated; default: {' '.join(VARIANTS)}",
    )
    add("--minutes", type=float, default=60, help="no variant is begun later than that")
    return parser


def variant(text: str) -> Variant:
    """Read the settings of a variant. Raises ArgumentTypeError for what is no setting."""
    found: dict[str, int | str] = {}
    for part in text.split(","):
        name, _, value = part.strip().partition("=")
        try:
            found[name] = SETTINGS[name](value)
        except (KeyError, ValueError):
            raise argparse.ArgumentTypeError(
                f"{part!r} is no setting of the chunker; say for instance maximum=128"
            ) from None
    try:
        Chunker(len, **found)
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return Variant(text, found)


def gathered(settings: Settings, names: Sequence[str]) -> Gathered:
    """Read the questions of all sets, each with its corpus, or a part of both."""
    found = Gathered()
    for name in names:
        asked = re.fullmatch(r"(.+?)(?::([12])(?::([0-9]{1,3}))?)?", name)
        places = [Path(asked[1]), EVALDATA / asked[1]] if asked else []
        folder = next((place for place in places if place.is_dir()), None)
        if asked is None or folder is None:
            raise InputError(f"{name}: name a folder with questions.jsonl, or its half :1 or :2.")
        part = _half(settings, folder / "questions.jsonl", int(asked[2] or 0))
        right = frozenset(page for task in part.tasks for page in task.right)
        for collection, reader in part.sources.items():
            sample = Sampled(reader, right, int(asked[3])) if asked[3] else reader
            found.sources[collection] = sample
        found.tasks += part.tasks
    return found


def _half(settings: Settings, file: Path, which: int) -> Gathered:
    """Read the questions of one half of a set, 0 for both, with the pages of its organisations."""
    left_out = [settings.excludes, *(_others(file, which) if which else ())]
    within = settings.model_copy(update={"excludes": ",".join(left_out)})
    readers = Readers(
        lambda path, facts: wiring.folder_reader(within, path, facts=facts),
        wiring.passage_reader,
    )
    return gather([file], readers, which_half=which)


def _others(file: Path, which: int) -> list[str]:
    """Return patterns for the folders of those organisations that are in the other half."""
    pages = [case.gold[0].split("/") for case in half(load(file), 3 - which) if case.gold]
    return sorted({f"{parts[1]}/*" for parts in pages if len(parts) > 2})


async def measure(one: Variant, wanted: Gathered, model: Embedder) -> Measured:
    """Cut, index and ask with one variant; nothing else differs from what ships."""
    with tempfile.TemporaryDirectory() as folder:
        alone = {"data": Path(folder), "openai_api_key": None, "openai_base_url": ""}
        settings = wiring.settings().model_copy(update=alone)
        chunks = await _indexed(one, wanted, settings, model)
        store = wiring.store(settings, model)
        try:
            answerer = await wiring.answerer(settings, model, store, NoTraces())
            budget = Budget(sources=settings.sources, tokens=settings.source_tokens)
            evaluator = Evaluator(answerer, store, budget, Plan(answers=False))
            findings = await evaluator.run(wanted.tasks, progress(f"{one.name}: asking"))
        finally:
            await store.close()
    if failed := next((finding.failure for finding in findings if finding.failure), ""):
        raise InputError(f"{one.name}: {failed}")
    return Measured(chunks, ranks(findings))


async def _indexed(
    one: Variant, wanted: Gathered, settings: Settings, model: Embedder
) -> dict[str, int]:
    """Index every corpus as the variant cuts it; return how many chunks each set has."""
    shipped = {"maximum": min(Chunker.maximum, model.max_tokens)}
    ingest = Ingest(wiring.index(settings), Chunker(model.count, **shipped | one.settings), model)
    names = {task.corpus.collection: task.case.set for task in wanted.tasks}
    chunks: dict[str, int] = {}
    for collection, reader in wanted.sources.items():
        step = progress(f"{one.name}: indexing {names[collection]}")
        told = await ingest.run(reader, collection, lambda at, step=step: step(at.done, at.total))
        if told.embedding_error:
            raise InputError(f"{one.name}: {told.embedding_error}")
        chunks[names[collection]] = told.chunks
    return chunks | {POOLED: sum(chunks.values())}


async def compared(options: argparse.Namespace) -> int:
    """Measure the shipped chunker and every variant; print a table for each set and leg."""
    began, settings = time.monotonic(), wiring.settings()
    wanted = gathered(settings, options.sets)
    model = Remembering(wiring.embedder(settings), settings.data / "chunking" / "vectors.db")
    found: dict[str, Measured] = {}
    with closing(model):
        for one in [Variant("as shipped"), *(options.variant or map(variant, VARIANTS))]:
            if found and time.monotonic() - began > 60 * options.minutes:
                complain(f"{one.name}: left aside, {options.minutes:g} minutes are over.")
                continue
            found[one.name] = await measure(one, wanted, model)
    asked = Counter(task.case.set for task in wanted.tasks)
    asked.update({POOLED: len(wanted.tasks)} if len(asked) > 1 else {})
    for name, questions in asked.items():
        for leg in SHOWN:
            print(f"\n{name}, {leg}, {questions} questions: variant minus shipped, paired, 95 %")
            print(rows(found, name, leg))
    return 0


def rows(found: Mapping[str, Measured], name: str, leg: str) -> str:
    """Return the table of one set and leg, a variant a row, the shipped one first."""
    shipped = next(iter(found.values()))
    lines = []
    for variant_name, measured in found.items():
        line: list[object] = [variant_name, measured.chunks[name]]
        for measure_name in ("R@5", "MRR@10"):
            ours, theirs = (_of(one.ranks[leg], name) for one in (measured, shipped))
            pair = paired(ours, theirs, measure_name)
            if pair is None:
                raise InputError(f"{name}: no question has a right page.")
            line += [f"{pair.ours.value:.3f}", *_gap(pair, same=measured is shipped)]
        lines.append(line)
    head = ["variant", "chunks", "R@5", "difference", "+/-", "MRR@10", "difference", "+/-"]
    return table(head, lines)


def _of(found: Ranks, name: str) -> Ranks:
    return {q: rank for q, rank in found.items() if name in (POOLED, q.partition("/")[0])}


def _gap(pair: Difference, *, same: bool) -> tuple[str, str]:
    if same:
        return "", ""
    gap = pair.difference
    told = f"{gap.value:+.3f} ({gap.low:+.3f} to {gap.high:+.3f})"
    return told, f"{pair.better}/{pair.worse}"


def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    try:
        return asyncio.run(compared(options))
    except FootnoteError as error:
        complain(str(error))
        return error.exit_code


if __name__ == "__main__":
    sys.exit(main())
