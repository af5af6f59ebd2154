"""Tests of retrieval/learn/evaluate.py: questions down the path, and what is kept of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from retrieval.answer.answerer import Answerer, Team
from retrieval.answer.pack import Budget
from retrieval.errors import ModelUnavailable, StoreError, TraceMissing
from retrieval.learn.corpus import Corpus
from retrieval.learn.evaluate import Evaluator, Finding, NoTraces, Plan, Task, question
from retrieval.learn.questions import Case
from retrieval.values import Turn
from tests.fakes.team import (
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
    facts,
)

VPN = "The VPN client is installed from the portal."
PAY = "Salaries are paid on the last working day."
CASE = Case("1", "s", "When are salaries paid?", ("pay.md",), answerable=True)
TASK = Task(CASE, Corpus("docs"), ("pay.md",))


def _store() -> MemoryStore:
    store = MemoryStore()
    store.put(facts("vpn.md"), VPN)
    store.put(facts("pay.md"), PAY, "A bonus is paid in March.")
    return store


async def _run(
    task: Task,
    plan: Plan | None = None,
    store: MemoryStore | None = None,
    embedder: BagEmbedder | None = None,
) -> Finding:
    store = store or _store()
    reranker = ScriptedReranker()
    team = Team(
        store,
        embedder or BagEmbedder(),
        reranker,
        FirstSentence(),
        FirstSentence(),
        MemoryTraces(),
        FixedClock(),
    )
    evaluator = Evaluator(Answerer(team), store, Budget(), plan or Plan())
    seen: list[tuple[int, int]] = []
    (finding,) = await evaluator.run([task], lambda done, total: seen.append((done, total)))

    assert [(1, 1)] == seen
    return finding


async def test_each_order_is_kept_by_page() -> None:
    """Words, meaning, fused and reranked each give pages, each page once."""
    finding = await _run(TASK)

    assert {"words", "meaning", "fused", "reranked"} <= set(finding.ranked)
    assert all("pay.md" == pages[0] for pages in finding.ranked.values())
    assert all(len(pages) == len(set(pages)) for pages in finding.ranked.values())
    assert finding.packed_right


async def test_a_question_without_a_vector_is_told() -> None:
    """It is searched by its words alone, and the reason is kept."""
    down = await _run(TASK, embedder=BagEmbedder(ModelUnavailable("The service is down.")))

    assert "" == (await _run(TASK)).unembedded
    assert "The service is down." == down.unembedded
    assert down.judgement


async def test_an_answer_is_judged() -> None:
    """What the writer said is judged against the right page."""
    finding = await _run(TASK)

    assert finding.judgement
    assert (True, 1.0, ("pay.md",)) == (
        finding.judgement.answered,
        finding.judgement.score,
        finding.judgement.cited,
    )


async def test_without_answers_nothing_is_written() -> None:
    """Search alone can be measured."""
    assert (await _run(TASK, Plan(answers=False))).judgement is None


async def test_gold_context_hands_the_writer_the_right_page() -> None:
    """The writer is measured apart from search: it sees the right page, found or not."""
    task = replace(TASK, case=replace(CASE, text="How is the VPN client installed?"))
    missed, handed = await _run(task), await _run(task, Plan(gold_context=True))

    assert missed.judgement
    assert handed.judgement
    assert ("vpn.md",) == missed.judgement.cited
    assert ("pay.md",) == handed.judgement.cited


@pytest.mark.parametrize(
    ("answer", "whole"),
    [
        ("paid on the last working day", True),
        ("last working day. A bonus", False),
        ("by cheque", None),
        ("", None),
    ],
)
async def test_integrity_is_about_text_that_is_there(answer: str, whole: bool | None) -> None:
    """An answer's text stands whole in a chunk or is cut; text that no page has says nothing."""
    store = _store()
    store.put(facts("pay.md"), PAY + " ", "A bonus is paid in March.")
    finding = await _run(replace(TASK, case=replace(CASE, answer=answer)), store=store)

    assert whole is finding.whole


async def test_a_failure_is_kept_as_its_sentence() -> None:
    """One question that fails leaves the others alone."""
    store = _store()
    store.error = StoreError("The index is damaged.")

    assert "The index is damaged." == (await _run(TASK, store=store)).failure


@pytest.mark.parametrize(
    ("turns", "text", "history"),
    [
        ("history", "And contractors?", 2),
        ("last", "And contractors?", 0),
        ("pasted", "When are we paid?\nAnd contractors?", 0),
        ("standalone", "When are contractors paid?", 0),
    ],
)
def test_a_thread_is_worded_as_the_plan_says(turns: str, text: str, history: int) -> None:
    """The same follow-up can be asked in four ways, to be compared."""
    thread = (Turn("user", "When are we paid?"), Turn("assistant", "On the last day."))
    case = replace(CASE, text="And contractors?", history=thread)
    case = replace(case, standalone="When are contractors paid?")
    asked = question(replace(TASK, case=case), turns)

    assert (text, history) == (asked.text, len(asked.history))


async def test_no_traces_are_kept() -> None:
    """An evaluation names its configuration and keeps no trace."""
    traces: Any = NoTraces()
    await traces.record(None)

    assert await traces.configure({"a": 1, "b": 2}) == await traces.configure({"b": 2, "a": 1})
    with pytest.raises(TraceMissing):
        await traces.find("x")


async def test_pages_are_named_by_collection_where_there_are_several() -> None:
    """A case that is asked across collections names its pages as "collection:path"."""
    task = replace(TASK, right=("docs:pay.md",), across=("docs",))
    finding = await _run(task, Plan(beside=True))

    assert "docs:pay.md" == finding.ranked["reranked"][0]
    assert finding.packed_right
    assert finding.judgement
    assert (1.0, "answered") == (finding.judgement.score, finding.outcome)
    assert "pay.md" == finding.found[0].path
    assert finding.gold is None


async def test_what_the_writer_makes_of_the_right_page_is_judged_beside() -> None:
    """Where the case says what must be said, the answer is judged with search and without."""
    case = replace(CASE, text="How is the VPN client installed?", must_say=(("last working day",),))
    finding = await _run(replace(TASK, case=case), Plan(beside=True))

    assert finding.judgement
    assert finding.gold
    assert (("last working day",), ()) == (finding.judgement.missing, finding.gold.missing)
