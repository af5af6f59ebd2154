"""Labelled cases + an answer path -> what each case scored on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.learn.corpus import Corpus
from retrieval.learn.evaluate import Evaluator, Finding, Plan, Progress, Task
from retrieval.learn.judge import Judgement, says_as_much
from retrieval.learn.labelled import as_case, split_page
from retrieval.learn.metrics import first_right
from retrieval.learn.path import AnswerPath
from retrieval.learn.questions import Case
from retrieval.ports import EvalCase

FOUND = 5
"""A case is found where a right page is among this many first pages: R@5."""

MOST_FAILING = 0.02
"""The share of cases that may fail before a run counts as failed: then it measures the failure."""
MOST_UNINDEXED = 0.5
"""The share of cases whose collections may lack an index before a run measures nothing."""

DEFAULT = "docs"
"""Where a case is asked that names no collection."""


@dataclass(frozen=True, slots=True)
class CaseScore:
    """What one case scored on one path.

    `rank` is that of the first right page in the final order of pages, None where it is not among
    the first twenty. Of the writer's `citations`, before anything is dropped, `valid` pass.
    `refused_right`: it refused where it should and answered where it should. `said_right`: it said
    what it must and nothing that it must not; `gold_right`: the same where the writer is handed the
    right pages. The three are None where nobody says what would be right, or did not ask.
    `top` are the first pages with their titles; `notes` what did not go as planned; `failure` why
    there is nothing else, `unindexed` that a collection it asks is not indexed, `unembedded` why
    the question was searched by its words alone.
    """

    case: str
    collection: str
    rank: int | None
    citations: int = 0
    valid: int = 0
    outcome: str = ""
    refused_right: bool | None = None
    said_right: bool | None = None
    gold_right: bool | None = None
    failure: str = ""
    right: tuple[str, ...] = ()
    top: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    unindexed: bool = False
    unembedded: str = ""

    @property
    def found(self) -> bool | None:
        """Whether a right page was among the first five; None where none is known, or asked."""
        if not self.right or self.failure:
            return None
        return self.rank is not None and self.rank <= FOUND

    @property
    def cited_right(self) -> bool | None:
        """Whether every citation passed; None where there is none."""
        return self.valid == self.citations if self.citations else None


def _silent(done: int, total: int) -> None:
    """Show no progress."""


async def score(
    cases: Sequence[EvalCase],
    path: AnswerPath,
    *,
    gold: bool = False,
    at_once: int = 1,
    progress: Progress = _silent,
) -> tuple[CaseScore, ...]:
    """Take every case down a path; the scores stand in the order of the cases.

    Args:
        cases: Labelled cases; one without a label is asked and measures nothing.
        path: The path.
        gold: Whether the writer is handed the right pages too, where a case says what it must say.
        at_once: How many cases are under way at once.
        progress: Told how many are done, of how many.

    A case that cannot be asked says why in its `failure`, and measures nothing.
    """
    plan = Plan(at_once=at_once, beside=gold)
    evaluator = Evaluator(path.answerer, path.store, path.budget, plan)
    tasks = [task_of(case) for case in cases]
    return tuple(map(scored, await evaluator.run(tasks, progress)))


def task_of(case: EvalCase) -> Task:
    """Ask a case where it was asked, or else in the collections of its right pages."""
    parts = [split_page(page) for page in case.label.right]
    asked = [str(name) for name in case.content.get("collections", ())]
    named = [name for name, _ in parts if name]
    across = tuple(dict.fromkeys(asked or named)) or (DEFAULT,)
    right = tuple(f"{name or across[0]}:{path}" for name, path in parts)
    return Task(as_case(case), Corpus((named or list(across))[0]), right, across)


def scored(finding: Finding) -> CaseScore:
    """Return what a finding comes to."""
    task, judgement = finding.task, finding.judgement
    case = task.case
    answered = judgement.answered if judgement else None
    known = answered is not None and case.answerable is not None
    return CaseScore(
        case=case.id,
        collection=task.corpus.collection,
        rank=first_right(finding.ranked.get("reranked", ()), task.right),
        citations=judgement.quotes if judgement else 0,
        valid=judgement.valid if judgement else 0,
        outcome=finding.outcome or "failed",
        refused_right=answered == case.answerable if known else None,
        said_right=said_right(case, judgement),
        gold_right=said_right(case, finding.gold),
        failure=finding.failure,
        right=task.right,
        top=tuple((task.page(page), page.title) for page in finding.found[:FOUND]),
        notes=finding.notes,
        unindexed=finding.unindexed,
        unembedded=finding.unembedded,
    )


def failing(scores: Sequence[CaseScore]) -> str:
    """Say that too many cases could not be asked for the rest to mean anything; else empty.

    Of what a collection lacks that is not indexed, half may be missing; anything else that fails
    is an outage, and what is measured then is the outage.
    """
    failed = [score for score in scores if score.failure]
    away = [score for score in failed if score.unindexed]
    out = len(failed) - len(away)
    few = len(away) <= MOST_UNINDEXED * len(scores)
    if few and out <= MOST_FAILING * (len(scores) - len(away)):
        return ""
    why = next((one for one in failed if not one.unindexed), failed[0])
    return f"{len(failed)} of {len(scores)} cases could not be asked: {why.failure}"


def said_right(case: Case, judgement: Judgement | None) -> bool | None:
    """Whether an answer says what it must; None where nobody says what that is."""
    if judgement is None:
        return None
    if case.must_say or case.must_not_say:
        return not judgement.missing and not judgement.forbidden
    return says_as_much(judgement.text, case.answer) if case.answer else None
