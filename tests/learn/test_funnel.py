"""Tests of retrieval/learn/funnel.py: how far the pages of a set come, and what loses most."""

from __future__ import annotations

from dataclasses import replace

from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.evidence import Places
from retrieval.learn.funnel import Gauge, funnel
from retrieval.learn.stages import AFTER, Stage, Step


def _lost(stage: Stage, *, whole: bool | None = None, words: int | None = None) -> Diagnosis:
    return Diagnosis(stage, "", "", reached=AFTER[stage], whole=whole, places=Places(words=words))


SET = [
    *[_lost(Stage.RIGHT, whole=True, words=1)] * 3,
    *[_lost(Stage.CUT_APART, whole=False)] * 2,
    _lost(Stage.NOT_INDEXED),
    _lost(Stage.NOT_FOUND),
]


def test_each_step_counts_who_came_and_who_came_through() -> None:
    """A page that is lost counts at no later step."""
    found = funnel(SET)

    assert (7, 3, 0) == (found.pages, found.words, found.meaning)
    assert [7, 6, 3, 4, 3, 3, 3, 3, 3, 3] == [gauge.passed for gauge in found.gauges]
    assert Gauge(Step.INDEXED, 7, 6) == found.gauges[1]


def test_integrity_is_that_of_the_answers_whose_text_is_known() -> None:
    """Of five known answers three stand whole."""
    gauge = funnel(SET).gauges[2]

    assert (Step.WHOLE, 5, 3, 0.6) == (gauge.step, gauge.came, gauge.passed, gauge.share)


def test_the_stage_that_loses_most_is_named_with_what_to_do() -> None:
    """As in: integrity 0.6, stop here and mend chunking."""
    assert (
        "Most are lost here: cut apart (2 of 7, integrity 0.60). Stop here: mend chunking."
        == funnel(SET).worst
    )


def test_of_equal_losses_the_earlier_is_named() -> None:
    """What is lost early cannot be won back later."""
    assert "not indexed (1 of 2" in funnel([_lost(Stage.NOT_FOUND), _lost(Stage.NOT_INDEXED)]).worst


def test_pages_in_no_source_were_not_read() -> None:
    """They come through no step, and reading is not to be mended for them."""
    nowhere = replace(_lost(Stage.NOT_READ), reason="in_no_source")
    alone, beside = funnel([nowhere, nowhere]), funnel([nowhere, _lost(Stage.NOT_READ)])

    assert (0, 2, 1) == (alone.gauges[0].passed, alone.nowhere, beside.nowhere)
    assert "not read (2 of 2, 2 in no source, read 0.00). Stop here: name right" in alone.worst
    assert beside.worst.endswith("add the folders that hold them, and mend reading.")


def test_where_nothing_is_lost_it_is_said() -> None:
    """Neither the right nor the unknown blame a stage."""
    unknown = Diagnosis(Stage.UNKNOWN, "", "", reached=Step.FUSED)

    assert "No stage loses a page." == funnel([unknown, SET[0]]).worst
    assert "There is no question with a right page." == funnel([]).worst
