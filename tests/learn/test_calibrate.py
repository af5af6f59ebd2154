"""Choosing when to speak."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.calibrate import (
    MOST_WRONG,
    Example,
    calibrate,
    choose,
    curve,
    fit,
    printed,
    probability,
)
from retrieval.values import Decision

OLD = Decision(0.0, {"near": 0.0}, 0.5)


def examples(answerable: int = 60, foreign: int = 60, seed: int = 3) -> list[Example]:
    """Return questions that share much with their page, and foreign ones that share little."""
    draw = np.random.default_rng(seed)
    made = []
    for number in range(answerable + foreign):
        has = number < answerable
        near = float(draw.normal(0.7 if has else 0.3, 0.12))
        made.append(Example(f"q{number}", "a", f"g{number}", {"near": near}, has, has, not has))
    return made


def test_better_numbers_are_found() -> None:
    """Where a feature tells the two apart, held-out questions gain by it."""
    found = calibrate(examples(), OLD)

    assert found.better
    assert found.held_out.answered > 0.8
    assert found.held_out.score > found.before.score


def test_few_foreign_questions_are_answered() -> None:
    """The chosen point stays under the bound even where answering more would score more."""
    mixed = examples(200, 40, seed=8)
    found = choose(curve(mixed, np.array([e.features["near"] for e in mixed])))

    assert found.foreign <= MOST_WRONG


def test_numbers_that_are_no_better_are_not_called_so() -> None:
    """A feature of pure chance gives nothing on held-out questions over silence."""
    draw = np.random.default_rng(5)
    chance = [replace(e, features={"near": float(draw.normal())}) for e in examples()]

    assert not calibrate(chance, replace(OLD, threshold=0.99)).better


def test_one_kind_of_question_teaches_nothing() -> None:
    """Without questions of both kinds the weights stay as they were."""
    assert OLD == fit(examples(foreign=0), OLD)
    assert OLD == fit([], OLD)


def test_a_strong_pull_keeps_the_old_weights() -> None:
    """The stronger the pull, the nearer the weights stay to those there are."""
    free, held = (fit(examples(), OLD, ridge).weights["near"] for ridge in (0.1, 1000.0))

    assert abs(held) < 0.2 < free


def test_a_higher_threshold_never_answers_more() -> None:
    """Along the curve, shares answered fall."""
    made = examples()
    drawn = curve(made, probability(fit(made, OLD), made))

    assert [p.answered for p in drawn] == sorted((p.answered for p in drawn), reverse=True)
    assert [p.foreign for p in drawn] == sorted((p.foreign for p in drawn), reverse=True)


def test_every_set_is_printed() -> None:
    """The lines name each set with how many of each kind are answered."""
    made = examples(10, 10)
    lines = printed("words", made, calibrate(made, OLD))

    assert lines[0] == "words: 20 questions"
    assert any(line.startswith("  a: ") and "of 10" in line for line in lines)


@given(st.lists(st.tuples(st.floats(-1e3, 1e3), st.booleans()), max_size=20))
def test_any_examples_give_numbers(rows: list[tuple[float, bool]]) -> None:
    """Whatever the features, the weights are finite."""
    made = [Example(str(n), "s", str(n), {"near": x}, y, y) for n, (x, y) in enumerate(rows)]
    found = fit(made, OLD)

    assert np.isfinite([found.bias, *found.weights.values()]).all()
