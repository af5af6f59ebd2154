"""Which eval cases count, and how they become questions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.labelled import as_case, collections, from_case, labelled, split_page
from retrieval.learn.questions import Case
from retrieval.ports import EvalCase, Label
from retrieval.values import Turn

MADE = datetime(2026, 1, 2, tzinfo=UTC)
CASE = EvalCase(
    "c1", "t1", MADE, "triaged", "U1", "C1",
    {"question": "Why?", "collections": ["docs"], "history": [{"role": "user", "text": "Hi"}]},
    label=Label(right=("docs:a.md",)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("case", "counted"),
    [
        (CASE, True),
        (replace(CASE, state="kept"), True),
        (replace(CASE, state="new"), False),
        (replace(CASE, state="dropped"), False),
        (replace(CASE, state="withdrawn"), False),
        (replace(CASE, into="c2"), False),
        (replace(CASE, label=Label(expected="So.")), False),
        (replace(CASE, label=Label(answerable=False)), True),
        (replace(CASE, label=Label(answerable=True)), False),
    ],
)
def test_what_counts(case: EvalCase, *, counted: bool) -> None:
    """Decided cases that are not folded away, and that name a page or are rightly refused."""
    assert ((case,) if counted else ()) == labelled([case])


def test_a_case_as_a_question() -> None:
    """Its pages are named by path; its thread comes along, and it is answerable as it has one."""
    found = as_case(CASE)

    assert ("Why?", ("a.md",), (Turn("user", "Hi"),), "docs", True) == (
        found.text,
        found.gold,
        found.history,
        found.set,
        found.answerable,
    )


@given(
    text=st.text(min_size=1),
    gold=st.lists(st.text(min_size=1), unique=True, max_size=3),
    answer=st.text(),
    groups=st.lists(st.lists(st.text(), min_size=1, max_size=2), max_size=2),
    refused=st.booleans(),
)
def test_there_and_back(
    text: str, gold: list[str], answer: str, groups: list[list[str]], *, refused: bool
) -> None:
    """A question that becomes a case and a question again says the same."""
    case = Case(
        id="x", set="docs", text=text, gold=tuple(gold), standalone=text, answer=answer,
        must_say=tuple(map(tuple, groups)), must_not_say=("no",),
        answerable=False if refused else (True if gold else None),
    )  # fmt: skip

    assert case == as_case(from_case(case, collection="docs", made=MADE))


def test_pages_and_their_collections() -> None:
    """A colon within a path is the path's own; a name without one has no collection."""
    assert ("docs", "a:b.md") == split_page("docs:a:b.md")
    assert ("", "a.md") == split_page("a.md")
    refused = replace(CASE, label=Label(answerable=False), content={"collections": ["hr"]})
    assert ("docs", "hr") == collections([CASE, refused])
