"""Two runs over the same questions -> paired differences with their 95 % intervals."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.errors import InputError, PathUnusable
from retrieval.learn.metrics import Figure, figure, from_rank, interval
from retrieval.learn.questions import rows

Ranks = Mapping[str, int | None]
"""Question -> rank of its first right page."""

MEASURES = ("R@1", "R@5", "R@10", "MRR@10")
"""What peers' ranks, known for the first ten pages, can tell."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Ours minus theirs over the questions that both answered."""

    ours: Figure
    theirs: Figure
    difference: Figure
    better: int
    worse: int


def key(name: str, case: str) -> str:
    """Name a question over several sets."""
    return f"{name}/{case}"


def paired(ours: Ranks, theirs: Ranks, measure: str) -> Difference | None:
    """Compare two pipelines on one measure; None where they share no question.

    Ours are named by set and id, theirs either so or by the id alone.

    The interval is that of a paired bootstrap: questions are drawn, each with both its values
    (Efron and Tibshirani 1993, chapter 8; Sakai, SIGIR 2006, for retrieval).
    """
    found = [(rank, _same(question, theirs)) for question, rank in ours.items()]
    shared = [(rank, theirs[same]) for rank, same in found if same is not None]
    if not shared:
        return None
    mine = np.array([from_rank(rank)[measure] for rank, _ in shared])
    others = np.array([from_rank(rank)[measure] for _, rank in shared])
    gaps = mine - others
    low, high = interval(gaps)
    return Difference(
        ours=figure(mine.tolist()),
        theirs=figure(others.tolist()),
        difference=Figure(float(gaps.mean()), low, high, len(shared)),
        better=int((gaps > 0).sum()),
        worse=int((gaps < 0).sum()),
    )


def _same(question: str, theirs: Ranks) -> str | None:
    """Return the name that they have for a question of ours."""
    names = (question, question.partition("/")[2])
    return next((name for name in names if name in theirs), None)


def load(paths: Sequence[Path]) -> dict[str, dict[str, int | None]]:
    """Read pipelines' ranks from files: pipeline -> question -> rank.

    A file is a report of ours, each of whose legs is a pipeline, or a line a question with the
    rank of each pipeline; several files of one pipeline are joined.

    Raises:
        InputError: A file cannot be read or has no ranks in it.
    """
    joined: dict[str, dict[str, int | None]] = {}
    for path in paths:
        for question, ranks in _ranks(path):
            for pipeline, rank in ranks.items():
                if rank is not None and not isinstance(rank, int):
                    raise InputError(f"{path}: the rank of {question!r} is no whole number.")
                joined.setdefault(pipeline, {})[question] = rank
    if not joined:
        raise InputError(f"There are no ranks in {', '.join(str(path) for path in paths)}.")
    return joined


def _ranks(path: Path) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Read the ranks of each question from one file."""
    report = _report(path)
    if report is not None:
        try:
            return [(key(row["set"], row["id"]), row["ranks"]) for row in report if row["ranks"]]
        except (KeyError, TypeError) as error:
            raise InputError(f"{path}: is no report of scripts.evaluate.") from error
    return [
        (str(row["id"]), {key: value for key, value in row.items() if key != "id"})
        for _, row in rows(path)
        if "id" in row
    ]


def _report(path: Path) -> Sequence[Mapping[str, Any]] | None:
    """Return the questions of a report of ours; None for a file of another form."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PathUnusable(f"{path}: cannot be read ({error.strerror}).") from error
    except ValueError:
        return None
    if isinstance(found, dict) and isinstance(found.get("questions"), list):
        questions: list[Mapping[str, Any]] = found["questions"]
        return questions
    return None
