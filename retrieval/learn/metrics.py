"""Ranked pages and right pages -> figures, each with its 95 % interval.

A question counts as found at k when any right page is among the first k pages, so that the
figures stand beside those that others report per document; a page is as good as its best chunk.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import ir_measures
import numpy as np
from ir_measures import RR, Success, nDCG

SEED = 20_260_101
RESAMPLES = 4_000
"""Efron and Tibshirani (1993), 13.3, ask for 1,000 and more for the ends of an interval."""

MEASURES = {
    "R@1": Success @ 1,
    "R@5": Success @ 5,
    "R@10": Success @ 10,
    "R@20": Success @ 20,
    "MRR@10": RR @ 10,
    "nDCG@10": nDCG @ 10,
}
"""Name in our reports -> measure of the library (which uses trec_eval's own formulas)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over `n` questions, with the ends of its 95 % interval."""

    value: float
    low: float
    high: float
    n: int


def first_right(ranked: Sequence[str], right: Iterable[str]) -> int | None:
    """Return the rank, from 1, of the first right page; None where there is none."""
    wanted = set(right)
    return next((rank for rank, page in enumerate(ranked, start=1) if page in wanted), None)


def measure(
    ranked: Mapping[str, Sequence[str]], right: Mapping[str, Iterable[str]]
) -> dict[str, dict[str, float]]:
    """Return every measure for every question that has a right page.

    Args:
        ranked: Question -> its pages, best first, each once.
        right: Question -> its right pages.

    Returns:
        Measure -> question -> value; a question for which nothing was found has 0.
    """
    asked = [question for question, pages in right.items() if tuple(pages)]
    qrels = [ir_measures.Qrel(q, page, 1) for q in asked for page in set(right[q])]
    run = [
        ir_measures.ScoredDoc(q, page, -float(place))
        for q in asked
        for place, page in enumerate(ranked.get(q, ()))
    ]
    values = {name: dict.fromkeys(asked, 0.0) for name in MEASURES}
    if not run:
        return values
    names = {measure: name for name, measure in MEASURES.items()}
    for metric in ir_measures.iter_calc(list(MEASURES.values()), qrels, run):
        values[names[metric.measure]][metric.query_id] = metric.value
    return values


def from_rank(rank: int | None) -> dict[str, float]:
    """Return the measures that the rank of the first right page alone gives."""
    found = {f"R@{k}": float(rank is not None and rank <= k) for k in (1, 5, 10, 20)}
    return found | {"MRR@10": 1.0 / rank if rank is not None and rank <= 10 else 0.0}


def figure(values: Sequence[float]) -> Figure:
    """Return the mean with its percentile bootstrap interval; no value for no questions."""
    if not len(values):
        return Figure(float("nan"), float("nan"), float("nan"), 0)
    sample = np.asarray(values, dtype=np.float64)
    low, high = interval(sample)
    return Figure(float(sample.mean()), low, high, len(values))


def interval(sample: np.ndarray) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a mean: percentiles of the resamples' means."""
    low, high = np.percentile(_draws(len(sample)) @ sample, [2.5, 97.5])
    return float(low), float(high)


@functools.lru_cache(maxsize=4)
def _draws(size: int) -> np.ndarray:
    """Return how often each question is drawn, as shares, shape (RESAMPLES, size).

    Drawing with replacement is multinomial. The seed is fixed, so that the same values have the
    same interval, and what is kept is shared by every figure over as many questions.
    """
    generator = np.random.default_rng(SEED)
    return generator.multinomial(size, np.full(size, 1 / size), size=RESAMPLES) / size
