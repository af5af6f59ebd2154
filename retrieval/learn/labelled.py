"""Eval cases <-> questions to measure with, and which of them count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from retrieval.learn.questions import Case
from retrieval.ports import EvalCase, Label
from retrieval.values import Turn

COUNTING = ("triaged", "fixed", "kept")
"""The states of cases that are measured."""
SET = "cases"
"""The set of a case that was asked of no collection, or of several."""


def labelled(cases: Iterable[EvalCase]) -> tuple[EvalCase, ...]:
    """Return the cases that count: decided, not folded away, and with something to hold them to.

    That is a right page, or that a refusal is right.
    """
    return tuple(case for case in cases if counts(case))


def counts(case: EvalCase) -> bool:
    """Whether a case is measured."""
    says = bool(case.label.right) or case.label.answerable is False
    return case.state in COUNTING and not case.into and says


def answerable(label: Label) -> bool | None:
    """Whether the pages answer it: as somebody said, else by its having a right page."""
    return True if label.answerable is None and label.right else label.answerable


def as_case(case: EvalCase) -> Case:
    """Return an eval case as a question to measure with, its pages named by path alone."""
    content, label = case.content, case.label
    collections: Sequence[str] = content.get("collections") or ()
    return Case(
        id=case.id,
        set=collections[0] if len(collections) == 1 else SET,
        text=str(content.get("question", "")),
        gold=tuple(page_path(page) for page in label.right),
        history=tuple(Turn(turn["role"], turn["text"]) for turn in content.get("history", ())),
        standalone=str(content.get("standalone") or ""),
        answer=label.expected,
        must_say=label.must_say,
        must_not_say=label.must_not_say,
        answerable=answerable(label),
    )


def from_case(case: Case, *, collection: str, made: datetime) -> EvalCase:
    """Return a question of a set as an eval case; its pages stand in `collection`."""
    label = Label(
        right=tuple(page_name(collection, page) for page in case.right),
        expected=case.answer,
        must_say=case.must_say,
        must_not_say=case.must_not_say,
        answerable=None if case.answerable and case.right else case.answerable,
    )
    content: dict[str, Any] = {
        "question": case.text,
        "history": [{"role": turn.role, "text": turn.text} for turn in case.history],
        "standalone": case.standalone or case.text,
        "collections": [collection] if collection else [],
    }
    state = "triaged" if label != Label() else "new"
    return EvalCase(case.id, "", made, state, "", "", content, kind="imported", label=label)


def page_name(collection: str, path: str) -> str:
    """Name a page as labels do."""
    return f"{collection}:{path}"


def page_path(page: str) -> str:
    """Return the path of a page that a label names."""
    return split_page(page)[1]


def split_page(page: str) -> tuple[str, str]:
    """Return the collection and the path of a page that a label names."""
    collection, colon, path = page.partition(":")
    return (collection, path) if colon else ("", page)


def collections(cases: Sequence[EvalCase]) -> tuple[str, ...]:
    """Name the collections that the right pages of some cases stand in, or that were asked."""
    found: set[str] = set()
    for case in cases:
        right = {split_page(page)[0] for page in case.label.right} - {""}
        found |= right or set(case.content.get("collections", ()))
    return tuple(sorted(found))
