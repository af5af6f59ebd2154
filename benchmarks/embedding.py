"""Compares embedding by Footnote with onnxruntime alone on the same batches of tokens.

    python -m benchmarks.embedding [--texts N] [--seconds N] [--floor RATIO]

The two take turns, a few texts at a time and each first every other time, so that whatever else
the machine does meets both; which texts come next is drawn, and it ends when the seconds are over.
The ratio is the median over the turns. Alone means a session of its own, with the same number of
threads and all else as onnxruntime has it by default. The texts are pieces of the evaluation
corpora where ../shared/evaldata is there, else made up.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval.models.model_folder import shipped
from retrieval.models.onnx import OnnxEmbedder, TokenBatch
from scripts.terminal import progress

TURN = 16
"""Texts that one of the two embeds before the other's turn."""
FEWEST = 10
"""Turns that are taken however slow the machine is."""
EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"


def pieces(wanted: int) -> list[str]:
    """Return `wanted` texts of 100 to 1,000 characters, the same ones on every call."""
    chance = random.Random(7)  # noqa: S311
    files = sorted(EVALDATA.glob("*/corpus/**/*.md"))
    if not files:
        words = [f"word{number}" for number in range(2000)]
        return [" ".join(chance.choices(words, k=chance.randint(15, 120))) for _ in range(wanted)]
    chance.shuffle(files)
    found: list[str] = []
    for file in files:
        text = file.read_text("utf-8", "replace")
        start = 0
        while start < len(text):
            length = chance.randint(100, 1000)
            found.append(text[start : start + length])
            start += length
        if len(found) >= wanted:
            break
    return found[:wanted]


def alone(embedder: OnnxEmbedder) -> Any:
    """Return a session of the shipped model as onnxruntime makes it, but for the threads."""
    session = embedder.session()
    options = session.get_session_options()
    options.enable_mem_pattern = True
    return type(session)(str(shipped().graph), options, providers=["CPUExecutionProvider"])


def bare(session: Any, batches: Sequence[TokenBatch]) -> float:
    """Run the batches through onnxruntime and nothing else; return the seconds."""
    began = time.perf_counter()
    for batch in batches:
        session.run(None, batch.feed)
    return time.perf_counter() - began


async def whole(embedder: OnnxEmbedder, texts: Sequence[str]) -> float:
    """Embed the texts as ingest does; return the seconds."""
    began = time.perf_counter()
    await embedder.passages(texts)
    return time.perf_counter() - began


def turns(groups: int, seconds: float) -> Iterator[int]:
    """Draw one group after the other, all before any comes again, until the time is over."""
    chance = random.Random(7)  # noqa: S311
    step, began = progress("seconds of embedding"), time.monotonic()
    taken, round_of = 0, list(range(groups))
    while True:
        chance.shuffle(round_of)
        for group in round_of:
            spent = time.monotonic() - began
            if spent >= seconds and taken >= FEWEST:
                return
            step(min(int(spent), int(seconds)), int(seconds))
            yield group
            taken += 1


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--texts", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--floor", type=float, default=0.90)
    parser.add_argument("--batch-tokens", type=int, default=None)
    parser.add_argument("--threads", type=int, default=0)
    return parser


@dataclass(frozen=True, slots=True)
class Race:
    """The seconds of each turn, ours and onnxruntime's, and how many texts they embedded."""

    ours: Sequence[float]
    theirs: Sequence[float]
    texts: int

    @property
    def ratio(self) -> float:
        """Our pace as a share of onnxruntime's: the median over the turns."""
        return statistics.median(b / a for a, b in zip(self.ours, self.theirs, strict=True))


async def race(embedder: OnnxEmbedder, texts: Sequence[str], seconds: float) -> Race:
    """Take turns until the time is over, after both have warmed up."""
    texts = sorted(texts, key=len)
    groups = [texts[start : start + TURN] for start in range(0, len(texts), TURN)]
    session = alone(embedder)
    bare(session, embedder.batches(groups[0]))
    await whole(embedder, groups[0])
    ours, theirs, count = [], [], 0
    for group in turns(len(groups), seconds):
        batches = embedder.batches(groups[group])
        if len(ours) % 2:
            theirs.append(bare(session, batches))
        ours.append(await whole(embedder, groups[group]))
        if len(theirs) < len(ours):
            theirs.append(bare(session, batches))
        count += len(groups[group])
    return Race(ours, theirs, count)


async def main() -> int:
    """Print rates and their ratio; return 1 when the ratio is under the floor."""
    args = arguments().parse_args()
    options = {"threads": args.threads}
    if args.batch_tokens is not None:
        options["batch_tokens"] = args.batch_tokens
    embedder = OnnxEmbedder(**options)
    texts = pieces(args.texts)
    run = await race(embedder, texts, args.seconds)
    masks = [batch.mask for batch in embedder.batches(texts)]
    tokens = sum(int(mask.sum()) for mask in masks)
    print(f"{run.texts} texts in {len(run.ours)} turns, {tokens / len(texts):.0f} tokens each")
    for name, spent in (("onnxruntime alone", sum(run.theirs)), ("Footnote", sum(run.ours))):
        print(f"{name:18} {spent:.1f} s  {run.texts / spent:.0f} texts/s")
    print(f"ratio {run.ratio:.3f} (floor {args.floor:.2f})")
    return 0 if run.ratio >= args.floor else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
