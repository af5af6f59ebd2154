"""Tests of retrieval/learn/grading_told.py: refusals, and reports in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.slack.reply import Notice
from retrieval.learn.grading import report
from retrieval.learn.grading_told import lines, message, summary
from retrieval.ports.grades import Gradable, Grade
from retrieval.values import Outcome
from tests.test_tracing import TRACE

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_a_refusal_is_shown_as_one() -> None:
    """With the pages that came near."""
    assert TRACE.answer
    answer = replace(TRACE.answer, outcome=Outcome.NOT_IN_CONTEXT, claims=(), sources=())
    refused = replace(TRACE, answer=answer)

    assert "Refused." in lines(refused)
    assert "It was refused" in message(refused)[0]


def test_each_part_of_a_post_stands_by_itself() -> None:
    """In Slack, too: neither what was said nor its proof runs into the question."""
    assert TRACE.answer
    text, links = message(TRACE)
    refused = replace(TRACE.answer, outcome=Outcome.NOT_IN_CONTEXT, claims=(), sources=())
    said = [Notice(text, "k", links=links).said()["text"]]
    text, links = message(replace(TRACE, answer=refused))
    said.append(Notice(text, "k", links=links).said()["text"])

    assert (
        "*Is this answer right?*\n\n> Secret question?\n\n- Secret claim\n"
        '  "Secret" <https://x/a|A>'
    ) == said[0]
    assert "> Secret question?\n\nIt was refused: the documentation does not say." in said[1]


def test_a_report_is_told_with_its_intervals() -> None:
    """By collection where there are several, and how far people agree."""
    answers = [Gradable("t1", "U1", ("docs",)), Gradable("t2", "U2", ("hr",))]
    grades = [
        Grade("t1", "U8", "right", NOON),
        Grade("t1", "U9", "right", NOON),
        Grade("t2", "U8", "refuse", NOON),
    ]

    told = summary(report("s1", ["t1", "t2", "t3"], answers, grades))

    assert "sample s1: 2 of 3 graded" == told[0]
    assert "all: 0.500 right (95 % interval 0.095 to 0.905; 0.055 to 0.945 with 2 askers" in told[1]
    assert "1 right, 0 partly, 0 wrong, 1 should have refused" in told[1]
    assert ["docs", "hr"] == [line.split(":")[0].strip() for line in told[2:4]]
    assert "1 graded by several people: they agree in 100%" == told[4]


def test_nothing_graded_is_no_figure() -> None:
    """Then there is no share to tell."""
    assert ["sample s1: 0 of 1 graded", "  all: none graded yet"] == summary(
        report("s1", ["t1"], [], [])
    )
