"""Tests of retrieval/learn/report.py: figures per set and pooled, as stable data."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from retrieval.learn.corpus import Corpus
from retrieval.learn.evaluate import Finding, Task
from retrieval.learn.judge import Judgement
from retrieval.learn.questions import Case
from retrieval.learn.report import as_json, build, ranks
from retrieval.values import Usage

JUDGEMENT = Judgement(
    answered=True,
    text="Yes.",
    cited=("a",),
    quotes=2,
    valid=1,
    claims=2,
    replaced=0,
    dropped=(("quote", 1),),
    score=1.0,
    by="page",
    missing=(),
    forbidden=(),
    writer="w",
    fallback="",
    usage=Usage(3, 0, 2),
    seconds=0.2,
)


def finding(name: str, number: int, pages: tuple[str, ...], **changes: Any) -> Finding:
    """Make a finding of a question whose right page is `a`."""
    case = Case(f"{number}", name, "Q", ("corpus/a",), answerable=True)
    task = Task(case, Corpus("c"), ("a",))
    orders = {"words": pages, "meaning": pages[::-1], "fused": pages, "reranked": ("a", "b")}
    return replace(Finding(task, orders, seconds={"search": 0.1}, judgement=JUDGEMENT), **changes)


FINDINGS = [
    finding("one", 1, ("a", "b")),
    finding("one", 2, ("b", "a"), whole=True),
    finding("two", 1, (), whole=False, notes=("late",)),
]


def test_figures_stand_per_set_and_pooled() -> None:
    """Each set has its own figures, and the pooled ones are over all questions."""
    evaluation = build(FINDINGS, {})

    assert 0.5 == evaluation.sets["one"].legs["words"]["R@1"].value
    assert 0.0 == evaluation.sets["two"].legs["words"]["R@1"].value
    assert 1 / 3 == evaluation.pooled.legs["words"]["R@1"].value
    assert (3, 1) == (evaluation.pooled.questions, evaluation.pooled.degraded)


def test_the_form_is_stable() -> None:
    """Programs find questions with ranks by leg, and plain figures by leg and measure."""
    data = json.loads(json.dumps(as_json(build(FINDINGS, {})), allow_nan=False))

    assert {"words": 2, "meaning": 1, "fused": 2, "reranked": 1} == data["questions"][1]["ranks"]
    assert {"words", "meaning", "fused", "reranked"} == set(data["legs"])
    assert {"R@1", "R@5", "R@10", "R@20", "MRR@10", "nDCG@10"} == set(data["legs"]["words"])
    assert 1.0 == data["legs"]["reranked"]["R@1"]
    assert {"one", "two"} == set(data["sets"])


def test_a_figure_over_nothing_is_null() -> None:
    """A set without right pages and judgements has figures of no value, in strict JSON."""
    case = Case("1", "s", "Q")
    lone = Finding(Task(case, Corpus("c"), ()), {"words": ("a",)})
    data = as_json(build([lone], {}))

    assert data["pooled"]["score"]["value"] is None
    assert {} == data["questions"][0]["ranks"]
    json.dumps(data, allow_nan=False)


def test_a_page_that_is_not_in_the_corpus_is_a_miss() -> None:
    """A right page that the corpus lacks counts as not found, and is told."""
    lost = finding("one", 3, ("a",))
    lost = replace(lost, task=replace(lost.task, right=()))
    summary = build([FINDINGS[0], lost], {}).pooled

    assert (2, 1) == (summary.ranked, summary.findable)
    assert 0.5 == summary.legs["reranked"]["R@20"].value


def test_shares_and_the_table() -> None:
    """Integrity, citations and answered or refused are counted over what is known."""
    refused = replace(FINDINGS[0], judgement=replace(JUDGEMENT, answered=False, score=0.0))
    summary = build([*FINDINGS, refused], {}).pooled

    assert (1, 2) == (summary.integrity.count, summary.integrity.of)
    assert (4, 8) == (summary.citations.count, summary.citations.of)
    assert {"answerable": {"answered": 3, "refused": 1}} == summary.table
    assert 4 == summary.claims["dropped: quote"]
    assert 0.75 == summary.score.value


def test_answers_that_say_what_they_must_are_counted() -> None:
    """Of the questions that name it: a refusal, a part and a word too much are none."""
    case = replace(FINDINGS[0].task.case, must_say=(("yes",), ("no",)))
    asked = replace(FINDINGS[0], task=replace(FINDINGS[0].task, case=case))
    judged = [
        JUDGEMENT,
        replace(JUDGEMENT, missing=("no",)),
        replace(JUDGEMENT, forbidden=("never",)),
        replace(JUDGEMENT, answered=False),
        None,
    ]
    said = build([FINDINGS[1], *(replace(asked, judgement=one) for one in judged)], {}).pooled.said

    assert (1, 4) == (said.count, said.of)


def test_ours_stand_against_theirs() -> None:
    """The reranked order is compared with each pipeline, a leg with its earlier self."""
    theirs = {"peer": {"1": 7, "2": None}, "words": {"one/1": 1, "one/2": 1}}
    found = build(FINDINGS, theirs).against

    assert 1.0 == found["one"]["peer"]["R@5"].difference.value
    assert -0.5 == found["one"]["words"]["R@1"].difference.value
    assert 3 == found["pooled"]["peer"]["R@5"].difference.n


def test_ranks_are_by_set_and_question() -> None:
    """Questions of one id in two sets stay apart."""
    assert {"one/1": 1, "one/2": 2, "two/1": None} == ranks(FINDINGS)["words"]
