"""What one question teaches about when to speak."""

from __future__ import annotations

import pytest

from retrieval.learn.corpus import Corpus
from retrieval.learn.evaluate import Task
from retrieval.learn.examine import example
from retrieval.learn.questions import Case
from retrieval.values import Evidence


@pytest.mark.parametrize(
    ("answerable", "right", "quoted", "expected"),
    [
        (None, ("a.md",), "a.md", (True, True)),
        (None, ("a.md",), "b.md", (True, False)),
        (False, (), "a.md", (False, False)),
        (None, ("c.md",), "a.md", None),
        (None, (), "a.md", None),
    ],
)
def test_right_is_a_quotation_of_a_right_page(
    answerable: bool | None,
    right: tuple[str, ...],
    quoted: str,
    expected: tuple[bool, bool] | None,
) -> None:
    """A right page that was not packed, or nothing known of the answer, teaches nothing."""
    task = Task(Case("q1", "set", "Who?", answerable=answerable), Corpus("docs"), right)
    found = example(task, Evidence({"near": 1.0}, quoted), {"a.md", "b.md"})

    assert expected == (found and (found.answerable, found.right))


@pytest.mark.parametrize(
    ("must", "never", "quoted", "expected"),
    [
        ((("25th", "twenty-fifth"),), (), "a.md", True),
        ((("25th",), ("noon",)), (), "a.md", False),
        ((("25th",),), (), "b.md", True),
        ((), ("25th",), "a.md", False),
        ((("25th",),), ("salary",), "a.md", False),
        ((), ("28th",), "a.md", True),
        ((), ("28th",), "b.md", False),
    ],
)
def test_right_is_what_says_what_it_must(
    must: tuple[tuple[str, ...], ...], never: tuple[str, ...], quoted: str, *, expected: bool
) -> None:
    """As an answer is judged elsewhere: by its words where a case says them, else by its page."""
    case = Case("q1", "set", "When?", must_say=must, must_not_say=never)
    evidence = Evidence({}, quoted, "The salary comes on the 25th.")
    found = example(Task(case, Corpus("docs"), ("a.md",)), evidence, {"a.md", "b.md"})

    assert found is not None
    assert (True, expected) == (found.answerable, found.right)


def test_foreign_questions_are_marked() -> None:
    """A question about something else is bound by the limit on foreign answers."""
    case = Case("q1", "set", "Who?", answerable=False, answerability="foreign")
    found = example(Task(case, Corpus("docs"), ()), Evidence({}, "a.md"), {"a.md"})

    assert found is not None
    assert found.foreign
