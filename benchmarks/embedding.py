"""Compares embedding by Footnote with onnxruntime alone on the same batches of tokens.

    python -m benchmarks.embedding [--texts N] [--rounds N] [--floor RATIO]

The two take turns, a few batches at a time and each first every other time, so that whatever else
the machine does meets both. The ratio is the median over the turns. The texts
are pieces of the evaluation corpora where ../shared/evaldata is there, else made up.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from retrieval.models.onnx import OnnxEmbedder, TokenBatch

TURN = 16
"""Texts that one of the two embeds before the other's turn."""
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


def bare(embedder: OnnxEmbedder, batches: Sequence[TokenBatch]) -> float:
    """Run the batches through onnxruntime and nothing else; return the seconds."""
    session = embedder.session()
    began = time.perf_counter()
    for batch in batches:
        session.run(None, batch.feed)
    return time.perf_counter() - began


async def whole(embedder: OnnxEmbedder, texts: Sequence[str]) -> float:
    """Embed the texts as ingest does; return the seconds."""
    began = time.perf_counter()
    await embedder.passages(texts)
    return time.perf_counter() - began


async def main() -> int:
    """Print rates and their ratio; return 1 when the ratio is under the floor."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--texts", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--floor", type=float, default=0.90)
    parser.add_argument("--batch-tokens", type=int, default=None)
    parser.add_argument("--threads", type=int, default=0)
    args = parser.parse_args()
    options = {"threads": args.threads}
    if args.batch_tokens is not None:
        options["batch_tokens"] = args.batch_tokens
    embedder = OnnxEmbedder(**options)
    texts = sorted(pieces(args.texts), key=len)
    groups = [texts[start : start + TURN] for start in range(0, len(texts), TURN)]
    batches = [embedder.batches(group) for group in groups]
    bare(embedder, batches[0])
    ours, alone = [], []
    for turn in range(args.rounds * len(groups)):
        group, ready = groups[turn % len(groups)], batches[turn % len(groups)]
        if turn % 2:
            alone.append(bare(embedder, ready))
            ours.append(await whole(embedder, group))
        else:
            ours.append(await whole(embedder, group))
            alone.append(bare(embedder, ready))
    ratio = statistics.median(a / o for a, o in zip(alone, ours, strict=True))
    flat = [batch for group in batches for batch in group]
    tokens = sum(int(batch.mask.sum()) for batch in flat)
    padded = sum(batch.mask.size for batch in flat)
    print(f"texts {len(texts)}  tokens {tokens}  padding {1 - tokens / padded:.1%}")
    for name, seconds in (("onnxruntime alone", alone), ("Footnote", ours)):
        each = sum(seconds) / args.rounds
        print(f"{name:18} {each:.2f} s a round  {len(texts) / each:.0f} texts/s")
    print(f"ratio {ratio:.3f} (floor {args.floor:.2f})")
    return 0 if ratio >= args.floor else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
