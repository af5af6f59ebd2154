"""Tests of retrieval/learn/diagnosing_cases.py: what of a case is asked again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from retrieval.errors import TraceMissing
from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.diagnosing import Asked
from retrieval.learn.diagnosing_cases import asked_of_case, diagnose_cases
from retrieval.learn.evidence import Wanted
from retrieval.learn.stages import Stage
from retrieval.ports import EvalCase, Label
from retrieval.values import Question, Scope, Trace, Turn

LABEL = Label(right=("docs:pay.md", "loose.md"), expected="Now.", must_say=(("now",),))
CONTENT: dict[str, Any] = {
    "question": "And when?",
    "history": [{"role": "user", "text": "Pay?"}],
    "standalone": "When is pay?",
    "collections": ["docs", "gone"],
}
CASE = EvalCase(
    "1", "t1", datetime(2026, 1, 1, tzinfo=UTC), "triaged", "U1", "C1", CONTENT, label=LABEL
)


def test_a_case_is_asked_of_its_collections_that_are_still_there() -> None:
    """As it was asked, with what its label says; a page without a collection is in any of them."""
    asked = asked_of_case(CASE, ["docs", "hr"])
    question = Question("And when?", Scope(("docs",)), (Turn("user", "Pay?"),), "U1", "C1")

    assert asked
    assert question == asked.question
    assert (("docs", "pay.md"), ("docs", "loose.md")) == asked.right
    assert Wanted("Now.", (("now",),)) == asked.wanted


def test_a_collection_that_was_opened_since_is_asked_too() -> None:
    """Only that of a right page, and only where it is there."""
    case = replace(CASE, label=Label(right=("hr:a.md",)))
    closed, opened, gone = (
        asked_of_case(case, there, opens=opens)
        for there, opens in (
            (["docs", "hr"], lambda *_: False),
            (["docs", "hr"], lambda case, name: (case.id, name) == ("1", "hr")),
            (["docs"], lambda *_: True),
        )
    )

    assert [("docs",), ("docs", "hr"), ("docs",)] == [
        one.question.scope.collections for one in (closed, opened, gone) if one
    ]


def test_what_was_searched_then_is_no_right_wording() -> None:
    """But what its asker meant instead is, and the wording of a question that was imported."""
    meant = asked_of_case(CASE, ["docs"], meant={"t1": "When are salaries paid?"})
    imported = asked_of_case(replace(CASE, trace_id="", kind="imported"), ["docs"])

    assert meant
    assert imported
    assert ["When are salaries paid?", "When is pay?"] == [
        meant.wanted.standalone,
        imported.wanted.standalone,
    ]


def test_without_a_right_page_there_is_nothing_to_diagnose() -> None:
    """Unless one is given."""
    bare = replace(CASE, label=Label())
    given = asked_of_case(bare, ["docs"], right=(("docs", "b.md"),))

    assert asked_of_case(bare, ["docs"]) is None
    assert given
    assert (("docs", "b.md"),) == given.right


class _Diagnoser:
    """Finds something now and something else then."""

    async def prepare(self, asked: list[Asked]) -> None:
        """Nothing is to be read."""

    async def now(self, asked: Asked) -> Diagnosis:
        """Now."""
        return Diagnosis(Stage.RIGHT, "", "")

    async def then(self, asked: Asked, trace: Trace) -> Diagnosis:
        """Then."""
        return Diagnosis(Stage.RERANKER, trace.id, "")


class _Traces:
    """Holds one trace."""

    async def find(self, trace_id: str) -> Trace:
        """Find it."""
        if trace_id != "t1":
            raise TraceMissing("gone")
        return Trace("t1", "", "", Question("", Scope(())))


async def test_then_and_now_are_told_apart() -> None:
    """A trace that is pruned, or never was, says nothing of then."""
    cases = [CASE, replace(CASE, trace_id="t2"), replace(CASE, trace_id="")]
    asked = [(case, one) for case in cases if (one := asked_of_case(case, ["docs"]))]
    diagnoser: Any = _Diagnoser()
    found = await diagnose_cases(asked, diagnoser, _Traces(), lambda *_: None)

    assert [Stage.RERANKER, None, None] == [one.then.stage if one.then else None for one in found]
    assert [True, False, False] == [one.differs for one in found]


def test_what_a_person_answered_stands_on_no_page_until_somebody_says_so() -> None:
    """By a label, or by naming another page."""
    case = replace(CASE, kind="human", state="new")
    asked = [
        asked_of_case(case, ["docs"]),
        asked_of_case(replace(case, state="triaged"), ["docs"]),
        asked_of_case(case, ["docs"], right=[("docs", "other.md")]),
    ]

    assert [True, False, False] == [one.wanted.unwritten for one in asked if one]
