"""How well questions without an answer are put into gaps: purity and completeness.

    python -m benchmarks.gaps

On made-up questions whose groups are known, and beside them by cosine alone; then on the
questions of handbooks and runbooks, where a pair is right if one page answers both.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from benchmarks._unmet import GROUPS
from benchmarks.refusal import EVALDATA
from retrieval import wiring
from retrieval.learn.alike import groups
from retrieval.ports import Embedder

COSINES = (0.6, 0.7, 0.8)
Pairs = set[tuple[int, int]]


async def main() -> None:
    """Measure, and print."""
    model = wiring.embedder(wiring.settings())
    texts = [text for group in GROUPS for text in group]
    of = [number for number, group in enumerate(GROUPS) for _ in group]
    vectors = await _embedded(texts, model)
    right = {(a, b) for a, b in _all(len(texts)) if of[a] == of[b]}
    print(f"{len(texts)} made-up questions, {len(GROUPS)} groups, {len(right)} pairs")
    print(_line("gaps", _joined(groups(texts, vectors)), right))
    for least in COSINES:
        cosines = vectors @ vectors.T
        near = {(a, b) for a, b in _all(len(texts)) if cosines[a, b] >= least}
        print(_line(f"cosine {least}", near, right))
    await _evaluated(model)


async def _evaluated(model: Embedder) -> None:
    """Count pairs of the evaluation sets that one page answers, among those put together."""
    rows = [
        json.loads(line)
        for name in ("handbooks", "runbooks")
        for line in (EVALDATA / name / "questions.jsonl").read_text("utf-8").splitlines()
    ]
    pages = [{*(row.get("gold_docs") or ()), *(row.get("also_relevant") or ())} for row in rows]
    texts = [row["question"] for row in rows]
    found = _joined(groups(texts, await _embedded(texts, model)))
    same = sum(bool(pages[a] & pages[b]) for a, b in found)
    print(f"{len(texts)} of handbooks and runbooks: {len(found)} pairs, {same} of one page")


async def _embedded(texts: Sequence[str], model: Embedder) -> np.ndarray:
    return np.asarray([await model.query(text) for text in texts], dtype=np.float32)


def _all(size: int) -> Iterable[tuple[int, int]]:
    return itertools.combinations(range(size), 2)


def _joined(found: Iterable[Sequence[int]]) -> Pairs:
    return {pair for group in found for pair in itertools.combinations(group, 2)}


def _line(name: str, found: Pairs, right: Collection[tuple[int, int]]) -> str:
    """Print purity (of the pairs found) and completeness (of the right ones)."""
    both = len(found & set(right))
    return f"  {name:<12} pure {both / max(1, len(found)):.3f}  complete {both / len(right):.3f}"


if __name__ == "__main__":
    asyncio.run(main())
