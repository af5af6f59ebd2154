"""Questions with and without an answer -> when the quoting writer speaks, and what that costs.

A logistic model says how likely an answer is to be right; below a threshold the writer is silent.
Its weights are pulled towards those it has already, so that a few questions move them a little
and many move them far. Whatever is reported is cross-fitted: a question is judged by numbers
that were learnt without it, and without any other of its group (a page, an organisation).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from retrieval.text.counted import number_of
from retrieval.values import Decision

Floats = NDArray[np.float64]

FOLDS = 5
RIDGE = 1.0
"""Strength of the pull towards the numbers there are, against the sum over all questions."""
MOST_WRONG = 0.05
"""The largest share of foreign questions, which nothing in the corpus is about, answered."""
WRONG = 1.0
"""What a wrong answer costs where a right one gains 1 and silence 0 (CRAG, NeurIPS 2024)."""
_SURE = 1.64
"""Standard errors a gain must exceed: one-sided 95 %."""
_STEPS = 60
_ENOUGH = 1e-8


@dataclass(frozen=True, slots=True)
class Example:
    """One question as the writer saw it.

    `set` is what it is reported under, and `group` keeps together what must not be split over
    folds. `answerable` says that a page that answers was packed, `right` that what would be quoted
    says all that the case says it must and nothing that it must not, or, where the case says
    nothing of that, that it is of such a page; `foreign` that the corpus is about something else
    altogether.
    """

    id: str
    set: str
    group: str
    features: Mapping[str, float]
    answerable: bool
    right: bool
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """What a threshold does: shares answered, and the mean score of a question.

    `answered` is of the answerable, `wrongly` of the unanswerable, `foreign` of the foreign among
    them; `right` is the share of right ones among the answers given.
    """

    threshold: float
    answered: float
    wrongly: float
    foreign: float
    right: float
    score: float


@dataclass(frozen=True, slots=True)
class Calibrated:
    """New numbers beside the old ones, both judged on questions they have not learnt from."""

    decision: Decision
    held_out: Point
    before: Point
    curve: tuple[Point, ...]
    spoken: tuple[bool, ...]
    """Which examples are answered by numbers that have not learnt from them."""
    gain: float
    """Held-out score over that of the old numbers, less what chance alone may give."""

    @property
    def better(self) -> bool:
        """Whether the new numbers beat the old ones on held-out questions, by more than chance."""
        allowed = self.held_out.foreign <= max(MOST_WRONG, self.before.foreign)
        return allowed and self.gain > 0


def calibrate(examples: Sequence[Example], old: Decision, *, ridge: float = RIDGE) -> Calibrated:
    """Fit new numbers, and compare them with the old ones on held-out questions.

    Each fold's threshold is chosen on the other folds as well, so that `held_out` is what a
    question not seen before can expect.
    """
    folds = _folds(examples)
    probabilities = np.zeros(len(examples))
    spoken = np.zeros(len(examples), dtype=bool)
    for fold in range(FOLDS):
        inside = [e for e, place in zip(examples, folds, strict=True) if place != fold]
        places = np.flatnonzero(folds == fold)
        if not places.size:
            continue
        model = fit(inside, old, ridge)
        limit = choose(curve(inside, probability(model, inside))).threshold
        found = probability(model, [examples[place] for place in places.tolist()])
        probabilities[places], spoken[places] = found, found >= limit
    final = fit(examples, old, ridge)
    drawn = curve(examples, probabilities)
    spoke = probability(old, examples) >= old.threshold
    return Calibrated(
        decision=replace(final, threshold=choose(drawn).threshold),
        held_out=_point(examples, spoken, choose(drawn).threshold),
        before=_point(examples, spoke, old.threshold),
        curve=drawn,
        spoken=tuple(spoken.tolist()),
        gain=_gain(examples, spoken, spoke),
    )


def fit(examples: Sequence[Example], prior: Decision, ridge: float = RIDGE) -> Decision:
    """Return the weights that make right answers likely and wrong ones unlikely.

    Right and wrong count the same in all, however many there are of each. Newton's method on the
    log-likelihood, halving a step until it helps.
    """
    names = tuple(prior.weights)
    rows, start = _rows(examples, names), _vector(prior, names)
    labels = np.array([example.right for example in examples], dtype=np.float64)
    if labels.min(initial=1.0) == labels.max(initial=0.0) or not len(examples):
        return prior
    shares = np.where(labels > 0, 0.5 / labels.mean(), 0.5 / (1.0 - labels.mean()))
    weights = _descend(_Likelihood(rows, labels, shares, start, ridge))
    return Decision(
        float(weights[0]), dict(zip(names, weights[1:].tolist(), strict=True)), prior.threshold
    )


def probability(model: Decision, examples: Sequence[Example]) -> Floats:
    """Return how likely each answer is right, shape (len(examples),)."""
    names = tuple(model.weights)
    return _sigmoid(_rows(examples, names) @ _vector(model, names))


def curve(examples: Sequence[Example], probabilities: Floats) -> tuple[Point, ...]:
    """Return what each threshold from 0.01 to 0.99 does."""
    return tuple(
        _point(examples, probabilities >= limit, limit)
        for limit in (round(0.01 * step, 2) for step in range(1, 100))
    )


def choose(drawn: Sequence[Point], most_wrong: float = MOST_WRONG) -> Point:
    """Return the best-scoring point among those that answer few foreign questions."""
    allowed = [point for point in drawn if point.foreign <= most_wrong] or [drawn[-1]]
    return max(allowed, key=lambda point: (round(point.score, 6), point.threshold))


def printed(way: str, examples: Sequence[Example], found: Calibrated) -> list[str]:
    """Return lines for people: the chosen point, the old one, the curve, and each set."""
    lines = [f"{way}: {number_of(len(examples), 'question')}", "", _HEAD]
    lines += [_line("held out", found.held_out), _line("as it was", found.before), ""]
    lines += [_line("curve", point) for point in found.curve[4::5]]
    lines += ["", "set: answered of the answerable, of the unanswerable (held out)"]
    spoken = np.array(found.spoken, dtype=bool)
    answerable = np.array([example.answerable for example in examples], dtype=bool)
    for name in dict.fromkeys(example.set for example in examples):
        inside = np.array([example.set == name for example in examples], dtype=bool)
        parts = [_share(spoken[inside & answerable]), _share(spoken[inside & ~answerable])]
        lines.append(f"  {name}: {', '.join(parts)}")
    return [*lines, ""]


_HEAD = "             threshold answered wrongly foreign right score"


def _line(name: str, point: Point) -> str:
    shares = (point.answered, point.wrongly, point.foreign, point.right, point.score)
    return f"{name:>12} {point.threshold:9.2f} " + " ".join(f"{share:7.3f}" for share in shares)


def _share(spoken: NDArray[np.bool_]) -> str:
    return f"{int(spoken.sum())} of {spoken.size}" if spoken.size else "none"


def _point(examples: Sequence[Example], spoken: NDArray[np.bool_], limit: float) -> Point:
    """Judge a choice of when to speak.

    Answerable and unanswerable questions weigh the same in the score, whatever their numbers.
    """
    right, answerable, foreign = _known(examples)
    gains = _gains(right, spoken)
    return Point(
        threshold=limit,
        answered=_mean(spoken[answerable]),
        wrongly=_mean(spoken[~answerable]),
        foreign=_mean(spoken[foreign]),
        right=_mean(right[spoken]),
        score=(_mean(gains[answerable]) + _mean(gains[~answerable])) / 2,
    )


def _gain(examples: Sequence[Example], new: NDArray[np.bool_], old: NDArray[np.bool_]) -> float:
    """Return how much more the new choice scores, less what chance alone may give."""
    right, answerable, _ = _known(examples)
    differences = _gains(right, new) - _gains(right, old)
    halves = [part for part in (differences[answerable], differences[~answerable]) if part.size]
    error = np.sqrt(sum(part.var() / part.size for part in halves)) / 2
    return float(sum(part.mean() for part in halves) / 2 - _SURE * error)


def _gains(right: NDArray[np.bool_], spoken: NDArray[np.bool_]) -> Floats:
    """Return the score of each question."""
    return np.where(spoken, np.where(right, 1.0, -WRONG), 0.0)


def _known(examples: Sequence[Example]) -> tuple[NDArray[np.bool_], ...]:
    """Return which examples are right, answerable and foreign."""
    rows = [(e.right, e.answerable, e.foreign) for e in examples]
    return tuple(np.array(rows, dtype=bool).reshape(-1, 3).T)


def _folds(examples: Sequence[Example]) -> NDArray[np.int64]:
    """Return the fold of each example: that of its group, by the group's digest."""
    return np.array(
        [
            int.from_bytes(hashlib.sha256(e.group.encode("utf-8", "replace")).digest()[:4]) % FOLDS
            for e in examples
        ],
        dtype=np.int64,
    )


def _rows(examples: Sequence[Example], names: Sequence[str]) -> Floats:
    """Return the features, shape (len(examples), 1 + len(names)); the first column is ones."""
    return np.array(
        [[1.0, *(e.features.get(name, 0.0) for name in names)] for e in examples],
        dtype=np.float64,
    ).reshape(len(examples), 1 + len(names))


def _vector(model: Decision, names: Sequence[str]) -> Floats:
    return np.array([model.bias, *(model.weights[name] for name in names)], dtype=np.float64)


def _sigmoid(values: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0))), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Likelihood:
    """A logistic model's log-likelihood, weighted by `shares`, less a pull towards `start`."""

    rows: Floats
    labels: Floats
    shares: Floats
    start: Floats
    ridge: float

    def loss(self, weights: Floats) -> float:
        said = np.clip(_sigmoid(self.rows @ weights), 1e-12, 1 - 1e-12)
        fits = self.labels * np.log(said) + (1 - self.labels) * np.log(1 - said)
        pull = 0.5 * self.ridge * np.sum((weights - self.start) ** 2)
        return float(pull - np.sum(self.shares * fits))

    def step(self, weights: Floats) -> Floats:
        """Return Newton's step: the gradient over the Hessian."""
        said = _sigmoid(self.rows @ weights)
        slope = self.rows.T @ (self.shares * (said - self.labels))
        bend = (self.rows * (self.shares * said * (1 - said))[:, None]).T @ self.rows
        slope = slope + self.ridge * (weights - self.start)
        found = np.linalg.solve(bend + self.ridge * np.eye(len(weights)), slope)
        return np.asarray(found, dtype=np.float64)


def _descend(goal: _Likelihood) -> Floats:
    """Return the weights with the least loss: Newton's steps, halved until they help."""
    weights, loss = goal.start.copy(), goal.loss(goal.start)
    for _ in range(_STEPS):
        step, size = goal.step(weights), 1.0
        while size > _ENOUGH and goal.loss(weights - size * step) > loss:
            size /= 2
        found = goal.loss(weights - size * step)
        if loss - found < _ENOUGH:
            break
        weights, loss = weights - size * step, found
    return weights


def _mean(values: NDArray[np.bool_] | Floats) -> float:
    return float(values.mean()) if values.size else 0.0
