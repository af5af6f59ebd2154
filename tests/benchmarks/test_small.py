"""Small sets are drawn so that each kind of question is what it is said to be."""

from __future__ import annotations

from pathlib import Path

from benchmarks.small import ASKED, KINDS, answered, sets
from retrieval.models.logistic import Judges, Logistic
from retrieval.values import Evidence


def test_a_set_has_the_pages_of_its_own_questions_alone(tmp_path: Path) -> None:
    """What its other pages answer, and what others ask, no page of the set answers."""
    rows = []
    for source in ("one", "two"):
        for number in range(20):
            path = tmp_path / "corpus" / source / f"{number}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("x" * 2_000, encoding="utf-8")
            gold = [f"corpus/{source}/{number}.md"]
            rows.append({"question": f"{source} {number}", "source": source, "gold_docs": gold})

    for small, source in zip(sets(tmp_path, 6, 2, rows), ("one", "two"), strict=True):
        there = {f"{path.parent.name} {path.stem}" for path in small.pages}
        own, near, far = (set(small.asked[kind]) for kind in KINDS)

        assert 6 == len(there)
        assert list(ASKED) == [len(own), len(near), len(far)]
        assert own < there
        assert not (near | far) & there
        assert all(text.startswith(source) for text in own | near)
        assert not any(text.startswith(source) for text in far)


def test_a_feature_can_be_left_out() -> None:
    """Nothing weighed is nothing answered."""
    judges = Judges(Logistic(), Logistic(-1.0, {"small": 2.0}), 0.5)
    evidence = Evidence({"small": 1.0}, "a.md", "")

    assert answered(judges, evidence, frozenset())
    assert not answered(judges, evidence, frozenset({"small"}))
    assert not answered(judges, None, frozenset())
