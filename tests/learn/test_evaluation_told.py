"""Tests of retrieval/learn/evaluation_told.py: the report for people."""

from __future__ import annotations

from dataclasses import replace

from retrieval.learn.evaluation_told import lines
from retrieval.learn.report import build
from tests.learn.test_report import FINDINGS


def test_every_set_and_all_pooled_are_printed() -> None:
    """Each set has a block, then all together, each figure with its interval."""
    text = "\n".join(lines(build(FINDINGS, {"peer": {"1": 7, "2": None}})))

    for told in (
        "one: 2 questions, 2 with a right page",
        "pooled: 3 questions",
        "1 with a stage degraded",
        "nDCG@10",
        "reranked  1.000 (1.000-1.000)",
        "answer text whole in a chunk: 1 of 2",
        "writer's citations that stand: 3 of 6",
        "answerable",
        "3 by page",
        "median ms: search 100",
        "peer (3 questions)",
        "tokens: 9 prompt",
    ):
        assert told in text


def test_one_set_is_printed_once() -> None:
    """A single set is not pooled with itself."""
    text = "\n".join(lines(build(FINDINGS[:2], {})))

    assert "pooled" not in text


def test_what_answers_must_say_is_printed_where_it_is_known() -> None:
    """A line of its own, only where questions name it and answers were written."""
    case = replace(FINDINGS[0].task.case, must_say=(("yes",),))
    asked = replace(FINDINGS[0], task=replace(FINDINGS[0].task, case=case))
    line = "  answers that say what they must: 1 of 1"

    assert [line] == [one[: len(line)] for one in lines(build([asked], {})) if "must" in one]
    for silent in (FINDINGS[0], replace(asked, judgement=None)):
        assert "must" not in "".join(lines(build([silent], {})))
