"""Learning weights: that they learn what there is, and nothing where there is nothing."""

from __future__ import annotations

import numpy as np

from retrieval.learn.tune import FOLDS, Example, better, cross_fit, fit, fold, order

PRIOR = np.array([0.3, 0.0, 0.0])
"""The first feature is the fused score."""


def _examples(count: int, *, useful: bool, seed: int = 7) -> list[Example]:
    """Make questions whose right page has a high second feature, if it is `useful`."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(count):
        rows = random.random((10, 3))
        rows[:, 0] = np.linspace(1.0, 0.4, 10)
        right = int(np.argmax(rows[:, 1])) if useful else int(random.integers(0, 3))
        rows[right, 1] += 0.5 * useful
        rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
        pages = tuple(f"p{place}" for place in range(10))
        made.append(Example(f"q{number}", f"g{number}", rows, pages, frozenset({f"p{right}"})))
    return made


def _first(orders: dict[str, tuple[str, ...]], examples: list[Example]) -> float:
    return float(np.mean([orders[e.id][0] in e.right for e in examples]))


def test_a_feature_that_tells_right_from_wrong_is_learnt() -> None:
    """Cross-fitted, the right page comes first far more often than in the fused order."""
    examples = _examples(200, useful=True)

    learnt = _first(cross_fit(examples, PRIOR), examples)
    fused = _first({e.id: order(e, PRIOR) for e in examples}, examples)

    assert learnt > 0.9 > fused


def test_without_evidence_the_fused_order_stays_about_as_it_is() -> None:
    """Noise gains nothing on questions that were held out, so old weights are kept."""
    examples = _examples(60, useful=False)

    learnt = _first(cross_fit(examples, PRIOR), examples)
    fused = _first({e.id: order(e, PRIOR) for e in examples}, examples)

    assert learnt <= fused + 0.1


def test_nothing_to_learn_from_gives_the_prior() -> None:
    """Without a question that has both right and wrong hits the weights are the fused order."""
    empty = Example("q", "g", np.ones((2, 3)), ("a", "b"), frozenset({"elsewhere"}))

    assert PRIOR.tolist() == fit([empty], PRIOR).tolist()


def test_the_same_questions_give_the_same_weights() -> None:
    """Learning has no chance in it."""
    examples = _examples(30, useful=True)

    assert fit(examples, PRIOR).tolist() == fit(examples, PRIOR).tolist()


def test_questions_about_one_page_share_a_fold() -> None:
    """What is learnt from a page is never tested on that page."""
    assert 0 <= fold("corpus/a.md") < FOLDS
    assert fold("corpus/a.md") == fold("corpus/a.md")


def test_new_weights_must_find_no_fewer_pages_and_rank_them_higher() -> None:
    """Old weights are kept unless the new ones are better on what was held out."""
    old = {"R@5": 0.8, "MRR@10": 0.6}

    assert better({"R@5": 0.8, "MRR@10": 0.61}, old)
    assert not better({"R@5": 0.79, "MRR@10": 0.7}, old)
    assert not better(old, old)
