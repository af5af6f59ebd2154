"""Scores of cases <-> the plain columns that the ledger keeps of a run: ids once, pages once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from retrieval.learn.scoring import CaseScore

_PLAIN = ("rank", "citations", "valid", "outcome", "refused_right", "said_right", "gold_right")


def columns(scores: Sequence[CaseScore]) -> dict[str, Any]:
    """Return scores as columns: a list for each field, and every page and collection once."""
    pages, names = _Numbers(), _Numbers()
    titles: dict[int, str] = {}
    top: list[list[int]] = []
    for score in scores:
        top.append([pages(page) for page, _ in score.top])
        titles.update(zip(top[-1], (title for _, title in score.top), strict=True))
    right = [list(map(pages, score.right)) for score in scores]
    return {
        "case": [score.case for score in scores],
        "collection": [names(score.collection) for score in scores],
        **{name: [getattr(score, name) for score in scores] for name in _PLAIN},
        "right": right,
        "top": top,
        "failure": _sparse(scores, lambda score: score.failure),
        "notes": _sparse(scores, lambda score: list(score.notes)),
        "pages": [[page, titles.get(number, "")] for number, page in enumerate(pages.all)],
        "collections": names.all,
    }


def scores(kept: Mapping[str, Any]) -> tuple[CaseScore, ...]:
    """Return the scores that columns were made of."""
    pages, names = kept.get("pages", ()), kept.get("collections", ())
    failure, notes = kept.get("failure", {}), kept.get("notes", {})
    return tuple(
        CaseScore(
            case=case,
            collection=names[kept["collection"][row]],
            **{name: kept[name][row] for name in _PLAIN},
            failure=failure.get(str(row), ""),
            right=tuple(pages[number][0] for number in kept["right"][row]),
            top=tuple((pages[number][0], pages[number][1]) for number in kept["top"][row]),
            notes=tuple(notes.get(str(row), ())),
        )
        for row, case in enumerate(kept.get("case", ()))
    )


def _sparse(scores: Iterable[CaseScore], take: Callable[[CaseScore], Any]) -> dict[str, Any]:
    """Return what some scores have, by their row."""
    return {str(row): found for row, score in enumerate(scores) if (found := take(score))}


class _Numbers:
    """Gives each text a number, counted from 0 in the order of coming."""

    def __init__(self) -> None:
        self._of: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Return the number of a text."""
        return self._of.setdefault(text, len(self._of))

    @property
    def all(self) -> list[str]:
        """The texts in the order of their numbers."""
        return list(self._of)
