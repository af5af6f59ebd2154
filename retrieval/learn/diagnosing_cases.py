"""Eval cases -> what to diagnose of them: then, by their traces, and as they are answered now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from retrieval.errors import TraceMissing
from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.diagnosing import (
    AT_ONCE,
    Asked,
    Diagnosed,
    Diagnoser,
    Progress,
    some_at_once,
)
from retrieval.learn.evidence import Wanted
from retrieval.learn.indexed import Name
from retrieval.learn.labelled import split_page
from retrieval.learn.unwritten import unwritten
from retrieval.ports import EvalCase
from retrieval.values import Question, Scope, Trace, Turn

Opens = Callable[[EvalCase, str], bool]
"""Whether the asker of a case may search a collection, in its place, by the current policy."""


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
    opens: Opens | None = None,
) -> Asked | None:
    """Return what to diagnose of a case, None where no right page is known.

    Args:
        case: The case.
        there: The collections that are there; it is asked of those of its own, if they are.
        right: The right pages, where they are not those of its label.
        meant: What people said that they had meant, by trace: wordings that are right.
        opens: Whether a collection is open by now to whom it was not: then it is asked too.
    """
    content, label = case.content, case.label
    mine = [name for name in content.get("collections", ()) if name in there]
    scope = tuple(mine) or tuple(content.get("collections", ())) or tuple(there)
    names = tuple(right) or tuple(name for page in label.right for name in _names(page, scope))
    if not names:
        return None
    opened = {name for name, _ in names if name in there and opens and opens(case, name)}
    scope = tuple(dict.fromkeys([*scope, *sorted(opened)]))
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
        unwritten=unwritten(case) and not right,
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
    *,
    at_once: int = AT_ONCE,
) -> list[Diagnosed]:
    """Diagnose cases as of today and, where the trace is kept, as of then."""
    await diagnoser.prepare([asked for _, asked in cases])

    async def one(pair: tuple[EvalCase, Asked]) -> Diagnosed:
        case, asked = pair
        before = await then(case, asked, diagnoser, traces)
        return Diagnosed(asked, await diagnoser.now(asked), before)

    return await some_at_once(cases, one, progress, at_once)


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
