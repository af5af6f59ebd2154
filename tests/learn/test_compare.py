"""Tests of retrieval/learn/compare.py: paired differences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retrieval.errors import InputError
from retrieval.learn.compare import load, paired


def test_a_difference_is_over_shared_questions() -> None:
    """Only questions that both answered are compared, by set and id or by id alone."""
    ours = {"s/a": 1, "s/b": 7, "s/c": None, "s/d": 1}
    found = paired(ours, {"a": 6, "s/b": 1, "c": None, "other": 1}, "R@5")

    assert found
    assert (1, 1, 3) == (found.better, found.worse, found.difference.n)
    assert 0.0 == found.difference.value


def test_what_is_always_better_has_an_interval_above_nought() -> None:
    """The interval of a plain gain lies above nought, and that of no difference holds it."""
    ours = {f"s/{n}": 1 for n in range(60)}
    theirs = {f"{n}": 1 if n % 3 else None for n in range(60)}
    gain = paired(ours, theirs, "MRR@10")
    same = paired(ours, ours, "MRR@10")

    assert gain
    assert same
    assert gain.difference.low > 0
    assert (0.0, 0.0) == (same.difference.low, same.difference.high)


def test_nothing_shared_is_no_comparison() -> None:
    """Two runs over other questions are not compared."""
    assert paired({"s/a": 1}, {"b": 1}, "R@5") is None


def test_files_of_peers_are_joined(tmp_path: Path) -> None:
    """The ranks of a pipeline may stand in several files."""
    (tmp_path / "a.jsonl").write_text(
        '{"id": "a", "bm25": 2, "other": null}\n{"id": "b", "bm25": 3}'
    )
    (tmp_path / "b.jsonl").write_text('{"id": "c", "bm25": null}\n')
    ranks = load([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])

    assert {"bm25": {"a": 2, "b": 3, "c": None}, "other": {"a": None}} == ranks


def test_a_report_of_ours_is_read(tmp_path: Path) -> None:
    """Each leg of an earlier report is a pipeline; questions are named by set and id."""
    rows = [{"id": "a", "set": "s", "ranks": {"words": 2}}, {"id": "b", "set": "s", "ranks": {}}]
    (tmp_path / "r.json").write_text(json.dumps({"questions": rows}, indent=1))

    assert {"words": {"s/a": 2}} == load([tmp_path / "r.json"])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{}", "no ranks"),
        ("nonsense", "not JSON"),
        ('{"id": "a", "bm25": "first"}', "no whole number"),
        ('{"questions": [{"ranks": {"words": 1}}]}', "no report"),
        ("[]", "not a JSON object"),
    ],
)
def test_a_file_without_ranks_is_a_sentence(tmp_path: Path, content: str, sentence: str) -> None:
    """What holds no ranks is refused."""
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(InputError, match=sentence):
        load([tmp_path / "x.json"])
    with pytest.raises(InputError, match="cannot be read"):
        load([tmp_path / "missing.json"])
