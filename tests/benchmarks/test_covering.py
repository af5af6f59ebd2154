"""benchmarks/covering.py counts what the rule lets through, set by set."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.covering import Seen, ask, table
from retrieval.answer.covering import Least
from retrieval.learn.corpus import Corpus
from retrieval.learn.evaluate import Task
from retrieval.learn.questions import Case
from tests.fakes.desk import GIVEN
from tests.fakes.unasked import COVERED, PACKED, QUERIES, SOURCE, Hops

TASK = Task(Case("1", "set", QUERIES.question.text), Corpus("docs"), (SOURCE.document.path,))


async def test_native_questions_count_where_their_page_was_packed() -> None:
    """Of the others every one counts; an answer that quotes a right page is told apart."""
    answerer = Hops(COVERED)
    native = await ask(answerer, "handbooks", TASK)  # type: ignore[arg-type]
    unpacked = replace(native, task=replace(TASK, right=("other.md",)))
    foreign = Seen("handbooks > runbooks", TASK, GIVEN, QUERIES, PACKED)
    found = [native, unpacked, foreign]

    assert [
        "  handbooks                asked   1, unasked   1 of   1 (100.0%), of a right page 1",
        "  handbooks > runbooks     asked   1, unasked   0 of   1 (0.0%); words 1",
    ] == table(found)
    assert "unasked   0 of   1" in table(found, Least(meaning=1.0))[0]
