"""Questions with their right pages -> weights for the reranker, and whether they are better.

The loss is listwise: the negative log-likelihood that a right page is drawn when pages are drawn
with the softmax of their scores (Cao et al., "Learning to Rank: From Pairwise Approach to
Listwise Approach", ICML 2007), plus a ridge that pulls the weights towards those that are
shipped. What is reported is cross-fitted: every question is ranked by weights that were learnt
without it, and without any other question about its right page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from retrieval.errors import InputError
from retrieval.learn.metrics import first_right, from_rank, interval

if TYPE_CHECKING:
    from retrieval.learn.evaluate import Task

Floats = NDArray[np.float64]

FOLDS = 5
RIDGE = 30.0
"""Strength of the pull towards the prior, against the sum over questions: as measured, weights
pulled less carry over worse from one organisation's pages to another's."""
_STEPS = 60
_ENOUGH = 1e-7


@dataclass(frozen=True, slots=True)
class Example:
    """One question: features of its pages in fused order, shape (pages, features).

    `pages` are their paths; `right` holds the right ones; `group` keeps questions about one
    page in one fold.
    """

    id: str
    group: str
    rows: Floats
    pages: tuple[str, ...]
    right: frozenset[str]

    @property
    def labels(self) -> NDArray[np.bool_]:
        """Which pages are right."""
        return np.array([page in self.right for page in self.pages], dtype=bool)


@dataclass(frozen=True, slots=True)
class Trial:
    """What learning would bring: mean figures of three orders, all on held-out questions.

    `gain` is the 95 % interval of the paired difference in R@5, new against shipped; `weights`
    are learnt from all questions.
    """

    count: int
    shipped: Mapping[str, float]
    old: Mapping[str, float]
    new: Mapping[str, float]
    gain: tuple[float, float]
    weights: tuple[float, ...]

    @property
    def pays(self) -> bool:
        """Whether the new weights are better than the old ones, and than those shipped."""
        return better(self.new, self.old) and better(self.new, self.shipped)


def example(task: Task, pages: Sequence[str], rows: Sequence[Sequence[float]]) -> Example:
    """Make an example of a question that was asked."""
    return Example(
        id=f"{task.case.set}/{task.case.id}",
        group=task.right[0],
        rows=np.array(rows, dtype=np.float64),
        pages=tuple(pages),
        right=frozenset(task.right),
    )


def trial(examples: Sequence[Example], prior: Sequence[float], old: Sequence[float]) -> Trial:
    """Learn, and compare on held-out questions with the shipped weights and with the old ones.

    `prior` are the shipped weights, at the scale of learnt ones. Raises InputError when there is
    nothing to learn from.
    """
    if not examples:
        raise InputError("No question has a right page in its corpus; there is nothing to learn.")
    start, before = np.array(prior, dtype=np.float64), np.array(old, dtype=np.float64)
    shipped = _values(examples, {e.id: order(e, start) for e in examples})
    new = _values(examples, cross_fit(examples, start))
    return Trial(
        count=len(examples),
        shipped=_means(shipped),
        old=_means(_values(examples, {e.id: order(e, before) for e in examples})),
        new=_means(new),
        gain=interval(new["R@5"] - shipped["R@5"]),
        weights=tuple(float(value) for value in fit(examples, start)),
    )


def _values(examples: Sequence[Example], orders: Mapping[str, Sequence[str]]) -> dict[str, Floats]:
    """Return each measure of each question, in the order of the examples."""
    found = [from_rank(first_right(orders[e.id], e.right)) for e in examples]
    return {name: np.array([each[name] for each in found]) for name in found[0]}


def _means(values: Mapping[str, Floats]) -> dict[str, float]:
    """Return the mean of each measure."""
    return {name: float(each.mean()) for name, each in values.items()}


def fit(examples: Sequence[Example], prior: Floats, ridge: float = RIDGE) -> Floats:
    """Return the weights, shape (features,), that minimise the loss.

    Questions without a right hit, or without a wrong one, teach nothing. Steps are Newton's with
    the expected Hessian, halved until the loss falls.
    """
    taught = [e for e in examples if e.labels.any() and not e.labels.all()]
    weights = prior.copy()
    loss, slope, curve = _loss(taught, weights, prior, ridge)
    for _ in range(_STEPS):
        step = np.linalg.solve(curve, slope)
        size = 1.0
        while size > _ENOUGH:
            trial = weights - size * step
            found = _loss(taught, trial, prior, ridge)
            if found[0] < loss:
                break
            size /= 2
        else:
            break
        gained = loss - found[0]
        weights, (loss, slope, curve) = trial, found
        if gained < _ENOUGH:
            break
    return weights


def _loss(
    examples: Sequence[Example], weights: Floats, prior: Floats, ridge: float
) -> tuple[float, Floats, Floats]:
    """Return the loss, its gradient and its expected Hessian."""
    away = weights - prior
    loss = 0.5 * ridge * float(away @ away)
    slope = ridge * away
    curve = ridge * np.eye(len(weights))
    for example in examples:
        scores = example.rows @ weights
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        right = chances * example.labels
        mass = max(float(right.sum()), 1e-12)
        loss -= float(np.log(mass))
        mean = chances @ example.rows
        slope = slope + mean - (right / mass) @ example.rows
        centred = example.rows - mean
        curve = curve + (centred * chances[:, None]).T @ centred
    return loss, slope, curve


def cross_fit(
    examples: Sequence[Example], prior: Floats, ridge: float = RIDGE
) -> dict[str, tuple[str, ...]]:
    """Return, for each question, its pages in the order of weights learnt without it."""
    orders: dict[str, tuple[str, ...]] = {}
    for number in range(FOLDS):
        inside = [e for e in examples if fold(e.group) != number]
        weights = fit(inside, prior, ridge)
        for example in examples:
            if fold(example.group) == number:
                orders[example.id] = order(example, weights)
    return orders


def fold(group: str) -> int:
    """Return the fold of a group, the same on every machine."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % FOLDS


def order(example: Example, weights: Floats) -> tuple[str, ...]:
    """Return the pages of a question, best first, each once; ties keep the fused order."""
    places = np.argsort(-(example.rows @ weights), kind="stable")
    return tuple(dict.fromkeys(example.pages[place] for place in places))


def better(new: Mapping[str, float], old: Mapping[str, float]) -> bool:
    """Whether held-out figures justify new weights: no fewer pages found, and found higher up."""
    return new["R@5"] >= old["R@5"] and new["MRR@10"] > old["MRR@10"]
