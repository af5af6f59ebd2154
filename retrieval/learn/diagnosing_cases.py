"""Eval cases -> what to diagnose of them: then, by their traces, and as they are answered now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from retrieval.errors import TraceMissing
from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.diagnosing import Asked, Diagnosed, Diagnoser, Progress
from retrieval.learn.evidence import Wanted
from retrieval.learn.indexed import Name
from retrieval.learn.labelled import split_page
from retrieval.ports import EvalCase
from retrieval.values import Question, Scope, Trace, Turn


class Kept(Protocol):
    """The traces that were kept."""

    async def find(self, trace_id: str) -> Trace:
        """Return a trace. Raises TraceMissing, LedgerError."""


def asked_of_case(
    case: EvalCase,
    there: Sequence[str],
    *,
    right: Sequence[Name] = (),
    meant: Mapping[str, str] | None = None,
) -> Asked | None:
    """Return what to diagnose of a case, None where no right page is known.

    Args:
        case: The case.
        there: The collections that are there; it is asked of those of its own, if they are.
        right: The right pages, where they are not those of its label.
        meant: What people said that they had meant, by trace: wordings that are right.
    """
    content, label = case.content, case.label
    mine = [name for name in content.get("collections", ()) if name in there]
    scope = tuple(mine) or tuple(content.get("collections", ())) or tuple(there)
    names = tuple(right) or tuple(name for page in label.right for name in _names(page, scope))
    if not names:
        return None
    question = Question(
        str(content.get("question", "")),
        Scope(scope),
        tuple(Turn(turn["role"], turn["text"]) for turn in content.get("history", ())),
        asker=case.person,
        place=case.place,
    )
    own = "" if case.trace_id else str(content.get("standalone") or "")
    wanted = Wanted(
        label.expected,
        label.must_say,
        label.must_not_say,
        (meant or {}).get(case.trace_id, own) if case.trace_id else own,
    )
    return Asked(case.id, question, names, wanted)


def _names(page: str, scope: Sequence[str]) -> list[Name]:
    """Return the pages that a label names; one without a collection is looked for in all."""
    collection, path = split_page(page)
    return [(collection, path)] if collection else [(name, path) for name in scope]


async def diagnose_cases(
    cases: Sequence[tuple[EvalCase, Asked]],
    diagnoser: Diagnoser,
    traces: Kept,
    progress: Progress,
) -> list[Diagnosed]:
    """Diagnose cases now and then; a trace that is gone says nothing of then."""
    found = await diagnoser.run([asked for _, asked in cases], progress)
    return [
        replace(one, then=await then(case, one.asked, diagnoser, traces))
        for one, (case, _) in zip(found, cases, strict=True)
    ]


async def then(
    case: EvalCase, asked: Asked, diagnoser: Diagnoser, traces: Kept
) -> Diagnosis | None:
    """Diagnose a case by its trace; None where none is kept."""
    if not case.trace_id:
        return None
    try:
        return await diagnoser.then(asked, await traces.find(case.trace_id))
    except TraceMissing:
        return None
