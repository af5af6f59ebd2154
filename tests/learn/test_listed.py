"""Tests of retrieval/learn/listed.py: what waits for somebody, and what it is called in a list."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.listed import short, waits
from retrieval.ports import EvalCase, Label

RIGHT, REFUSE = Label(right=("docs:a.md",)), Label(answerable=False)
CITED = {"outcome": "answered", "citations": [{"collection": "docs", "path": "a.md"}]}
OTHER = {"outcome": "answered", "citations": [{"collection": "docs", "path": "b.md"}]}
REFUSED = {"outcome": "not_in_context"}


@pytest.mark.parametrize(
    ("kind", "state", "content", "label", "expected"),
    [
        ("complaint", "new", CITED, Label(), True),
        ("complaint", "triaged", CITED, RIGHT, True),
        ("complaint", "fixed", CITED, RIGHT, False),
        ("praise", "triaged", CITED, RIGHT, False),
        ("human", "new", REFUSED, RIGHT, True),
        ("human", "triaged", REFUSED, RIGHT, True),
        ("grade", "new", CITED, Label(), True),
        ("grade", "triaged", CITED, RIGHT, False),
        ("grade", "triaged", REFUSED, REFUSE, False),
        ("grade", "triaged", CITED, REFUSE, True),
        ("grade", "triaged", OTHER, RIGHT, True),
        ("grade", "triaged", REFUSED, RIGHT, True),
        ("imported", "new", {}, Label(), True),
        ("imported", "triaged", {}, RIGHT, False),
    ],
)
def test_what_waits_for_somebody(
    kind: str, state: str, content: dict[str, Any], label: Label, expected: bool
) -> None:
    """What nobody labelled, and what went wrong: not good grades and imported questions."""
    made = datetime(2026, 1, 1, tzinfo=UTC)
    case = EvalCase("1", "t1", made, state, "U1", "C1", content, kind=kind, label=label)

    assert expected is waits(case)


@pytest.mark.parametrize(
    ("whole", "shown"),
    [
        ("3f9a" * 8, "3f9a3f9a"),
        (f"human-{'a9b8' * 8}", "human-a9b8a9b8"),
        ("onboarding-question-017", "onboarding-question-017"),
        ("cafe", "cafe"),
    ],
)
def test_names_in_a_list_can_be_told_apart(whole: str, shown: str) -> None:
    """Eight digits of a long number, after whatever stands before it; other ids are whole."""
    assert shown == short(whole)


@given(st.text(max_size=64))
def test_a_short_name_is_a_beginning(whole: str) -> None:
    """Commands find a case by it."""
    assert whole.startswith(short(whole))
