"""Tests of scripts/cases_shown.py: what a case says of itself; see also test_cases.py."""

from __future__ import annotations

from datetime import UTC, datetime

from retrieval.ledger.complaint import blank
from retrieval.ports import CaseEvent, EvalCase, Label
from scripts.cases_shown import lines

NOW = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def test_why_a_case_is_what_it_is() -> None:
    """Reasons with their pages, what is right, what was done, and what else asks the same."""
    person = {"person": "U1", "reason": "outdated", "page": "https://x/pay"}
    content = {**blank(), "question": "Why?", "persons": [person, {"person": "U2"}]}
    label = Label(("docs:pay.md",), "So.", (("a", "b"),), ("c",), True, "keep it")
    case = EvalCase("c1", "", NOW, "kept", "U1", "C1", content, label=label, into="c0", folded=2)
    text = "\n".join(lines(case, [CaseEvent("c1", NOW, "UADA", "moved", "kept", "it")], ["c2: W?"]))

    for told in (
        "case: c1, complaint, kept, folded into c0, 2 folded into it, made 2026-01-02",
        "disliked by: U1, U2",
        "  U1: outdated, right page: https://x/pay",
        "  page: docs:pay.md",
        "  answer: So.",
        "  must say: a or b",
        "  must not say: c",
        "  has an answer",
        "  note: keep it",
        "  2026-01-02 03:04 UTC UADA moved to kept: it",
        "  c2: W?",
    ):
        assert told in text
    assert "scripts.explain" not in text


def test_a_case_without_an_answer_of_ours() -> None:
    """Nothing is said where nothing is known."""
    content = {**blank(), "question": "Why?", "persons": []}
    case = EvalCase("c1", "", NOW, "triaged", "", "", content, kind="human", label=Label())

    assert [
        "case: c1, human, triaged, made 2026-01-02 03:04 UTC",
        "question: Why?",
        "outcome: none",
    ] == lines(case, (), ())
