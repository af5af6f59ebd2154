"""Scores of cases <-> the plain columns that the ledger keeps of a run: ids once, pages once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from retrieval.learn.scoring import CaseScore

_PLAIN = ("rank", "citations", "valid", "outcome", "refused_right", "said_right", "gold_right")
_NUMBERED = ("case", "collection", "right", "top")
"""What stands by the number of a page or a collection, and the case itself."""


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
    titled = [(page, title) for page, title in pages]
    plain = zip(*(kept.get(name, ()) for name in _PLAIN), strict=True)
    more = zip(*(kept.get(name, ()) for name in _NUMBERED), strict=True)
    found: list[CaseScore] = []
    for row, ((case, collection, right, top), known) in enumerate(zip(more, plain, strict=True)):
        told = (
            failure.get(str(row), ""),
            tuple([titled[number][0] for number in right]),
            tuple([titled[number] for number in top]),
            tuple(notes.get(str(row), ())),
        )
        found.append(CaseScore(case, names[collection], *(*known, *told)))
    return tuple(found)


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
