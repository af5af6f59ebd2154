"""Tests of retrieval/learn/diagnosing.py: what a diagnosis rests on is gathered."""

from __future__ import annotations

from dataclasses import replace

from retrieval.learn.corpus import Corpus
from retrieval.learn.diagnosing import Asked, Diagnoser, asked_of
from retrieval.learn.evaluate import Task
from retrieval.learn.evidence import Wanted
from retrieval.learn.indexed import Pages
from retrieval.learn.questions import Case
from retrieval.learn.stages import Stage
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.values import Candidates, Question, Scope, Trace
from tests.fakes.planted import Planted

CASE = Case("1", "s", "When?", ("pay.md",), answer="Now.", must_say=(("now",),), standalone="W?")


def test_a_question_of_a_set_is_asked_of_its_corpus() -> None:
    """With its right pages there, and what is known of its answer."""
    asked = asked_of(Task(CASE, Corpus("docs"), ("pay.md",)))

    assert asked
    assert (("docs", "pay.md"),) == asked.right
    assert Wanted("Now.", (("now",),), (), "W?") == asked.wanted
    assert Scope(("docs",)) == asked.question.scope


def test_a_right_page_outside_the_corpus_is_right_all_the_same() -> None:
    """That it is not there is what the diagnosis finds."""
    asked = asked_of(Task(CASE, Corpus("docs"), ()))

    assert asked
    assert (("docs", "pay.md"),) == asked.right


def test_questions_without_a_right_page_are_left_aside() -> None:
    """No page can have died where none is right."""
    without = replace(CASE, gold=())

    assert asked_of(Task(without, Corpus("docs"), ())) is None
    assert asked_of(Task(replace(CASE, answerable=False), Corpus("docs"), ())) is None


async def test_of_another_index_than_that_of_now_nothing_is_said(planted: Planted) -> None:
    """A recorded search of an older generation: only that it did not find the page is known."""
    pages = Pages(SqliteUpkeep(planted.home / "index"), planted.reader)
    asked = Asked("1", Question("When?", Scope(("docs",))), (("docs", "new.md"),))
    old, same = ({"docs": "0000"}, {"docs": await pages.generation("docs")})
    found = [
        await Diagnoser(None, pages).then(  # type: ignore[arg-type]  # nothing is asked
            asked, Trace("t", "", "", asked.question, candidates=Candidates((), generations=made))
        )
        for made in (old, same)
    ]

    assert [Stage.NOT_FOUND, Stage.NOT_INDEXED] == [one.stage for one in found]
    assert "Searched was the index 0000" in found[0].said
