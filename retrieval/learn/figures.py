"""Scores of cases -> the figures of a run: over all of them, by collection, and by age."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from retrieval.learn.metrics import from_rank
from retrieval.learn.proportion import wilson
from retrieval.learn.scoring import CaseScore

AGES = {"this week": timedelta(days=7), "this month": timedelta(days=30)}
OLDER = "older"

REFUSALS = ("answered, rightly", "refused, rightly", "answered, wrongly", "refused, wrongly")
"""The four cells of the table of refusals."""


def figures(
    scores: Sequence[CaseScore], made: Mapping[str, datetime], now: datetime
) -> dict[str, Any]:
    """Return the figures of a run.

    Args:
        scores: What each case scored.
        made: When each case was made, by its id: its age.
        now: When they were scored.
    """
    by_collection, by_age = _groups(scores, made, now)
    return {
        "all": row(scores),
        "collections": {name: row(some) for name, some in sorted(by_collection.items())},
        "ages": {name: row(by_age[name]) for name in (*AGES, OLDER) if name in by_age},
    }


def row(scores: Sequence[CaseScore]) -> dict[str, Any]:
    """Return the figures of some cases: shares, None where nothing is known to share.

    Keys: cases, failed, searched (cases with a right
    page that could be asked), r5 with its 95 % interval, mrr (at
    10), citations and valid (the share of them that stand), refusals (the table), said and gold
    (each `n` and `right`).
    """
    searched = [score for score in scores if score.right and not score.failure]
    found = sum(bool(score.found) for score in searched)
    citations = sum(score.citations for score in scores)
    return {
        "cases": len(scores),
        "failed": sum(bool(score.failure) for score in scores),
        "searched": len(searched),
        "r5": _share(found, len(searched)),
        "interval": wilson(found, len(searched)) if searched else None,
        "mrr": _share(sum(from_rank(s.rank)["MRR@10"] for s in searched), len(searched)),
        "citations": citations,
        "valid": _share(sum(score.valid for score in scores), citations),
        "refusals": _refusals(scores),
        "said": _right(score.said_right for score in scores),
        "gold": _right(score.gold_right for score in scores),
    }


def age(made: datetime, now: datetime) -> str:
    """Name the age of a case."""
    return next((name for name, span in AGES.items() if now - made <= span), OLDER)


def _groups(
    scores: Sequence[CaseScore], made: Mapping[str, datetime], now: datetime
) -> tuple[dict[str, list[CaseScore]], dict[str, list[CaseScore]]]:
    """Part the scores by collection, and by age."""
    by_collection: dict[str, list[CaseScore]] = {}
    by_age: dict[str, list[CaseScore]] = {}
    for score in scores:
        by_collection.setdefault(score.collection, []).append(score)
        by_age.setdefault(age(made.get(score.case, now), now), []).append(score)
    return by_collection, by_age


def _refusals(scores: Sequence[CaseScore]) -> dict[str, int]:
    """Count who was answered and who refused, rightly and wrongly."""
    found = dict.fromkeys(REFUSALS, 0)
    for score in scores:
        if score.refused_right is not None:
            did = "refused" if score.outcome == "not_in_context" else "answered"
            found[f"{did}, {'rightly' if score.refused_right else 'wrongly'}"] += 1
    return found


def _right(judged: Iterable[bool | None]) -> dict[str, Any]:
    """Count what was judged, with the share that was right."""
    known = [one for one in judged if one is not None]
    return {"n": len(known), "right": _share(sum(known), len(known))}


def _share(part: float, whole: int) -> float | None:
    """Return a share, None of nothing."""
    return part / whole if whole else None
