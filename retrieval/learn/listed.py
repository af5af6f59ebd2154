"""Cases in a list: which of them wait for somebody, and the names that they go by."""

from __future__ import annotations

import re

from retrieval.ports import EvalCase
from retrieval.values import Outcome

OPEN = ("new", "triaged")
"""The states of cases that wait for somebody: to say what is right, and to mend it."""
SETTLED = {"new": ("praise",), "triaged": ("praise", "imported")}
"""The kinds of cases of those states that wait for nobody, whatever is in them."""
_LONG = re.compile(r"(.*?)([0-9a-f]{16,})", re.DOTALL)
_SHOWN = 8
"""Digits of a long number that tell it from others."""


def waits(case: EvalCase) -> bool:
    """Whether a case waits for somebody: to say what is right, or to mend what went wrong.

    Nothing went wrong with an answer that is praised or was graded right; of a question that was
    imported with what is right nothing is known to have.
    """
    if case.state not in OPEN or case.kind in SETTLED[case.state]:
        return False
    return case.state == "new" or case.kind != "grade" or not _went_right(case)


def _went_right(case: EvalCase) -> bool:
    """Whether the answer of a case did what its label says: refused, or cited a right page."""
    content, label = case.content, case.label
    refused = content.get("outcome") == Outcome.NOT_IN_CONTEXT.value
    if refused or label.answerable is False:
        return refused and label.answerable is False
    cited = {f"{one['collection']}:{one['path']}" for one in content.get("citations", ())}
    return bool(cited & set(label.right))


def short(case_id: str) -> str:
    """Return an id as it is shown and can be typed: of a long number its beginning."""
    long = _LONG.fullmatch(case_id)
    return f"{long[1]}{long[2][:_SHOWN]}" if long else case_id
