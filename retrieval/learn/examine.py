"""Tasks -> examples: the evidence a writer has for each question, and whether it would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from retrieval.answer.answerer import Answerer
from retrieval.errors import FootnoteError
from retrieval.learn.calibrate import Example
from retrieval.learn.evaluate import Task, question
from retrieval.learn.judge import is_right
from retrieval.values import Decision, Evidence, Packed, Queries

Progress = Callable[[int, int], None]


class Weighing(Protocol):
    """A writer that reports the evidence it decides by, and whose weights can be replaced."""

    async def evidence(self, queries: Queries, packed: Packed) -> Mapping[str, Evidence]:
        """Return the evidence for each of its ways of deciding; none where nothing is packed."""

    def decisions(self, collection: str) -> Mapping[str, Decision]:
        """Return the decision of each way, as it is for a collection."""

    def keep(
        self, folder: Path, collection: str, learnt: Mapping[str, Decision], learnt_on: str
    ) -> Path:
        """Write what was learnt for a collection and return the file; other ways stay the same."""


async def examine(
    answerer: Answerer, writer: Weighing, tasks: Sequence[Task], progress: Progress
) -> dict[str, list[Example]]:
    """Take each question as far as the writer, and return examples for each way it decides.

    Questions whose right page is known but was not packed are left out: they say something of
    the search and nothing of the writer. So are those that fail on the way.
    """
    found: dict[str, list[Example]] = {}
    for done, task in enumerate(tasks, start=1):
        try:
            retrieved = await answerer.retrieve(question(task, "history"))
            weighed = await writer.evidence(retrieved.queries, retrieved.packed)
        except FootnoteError:
            weighed = {}
            retrieved = None
        if retrieved is not None:
            packed = {source.document.path for source in retrieved.packed.sources}
            for way, evidence in weighed.items():
                if (one := example(task, evidence, packed)) is not None:
                    found.setdefault(way, []).append(one)
        progress(done, len(tasks))
    return found


def example(task: Task, evidence: Evidence, packed: set[str]) -> Example | None:
    """Return what one question teaches; None where it is not known what would be right."""
    case, right = task.case, set(task.right)
    answerable = case.answerable is not False and bool(right & packed)
    if not answerable and case.answerable is not False:
        return None
    return Example(
        id=case.id,
        set=case.set,
        group=task.right[0] if task.right else f"{case.set}/{case.id}",
        features=evidence.features,
        answerable=answerable,
        right=answerable
        and is_right(case, evidence.text, of_right_page=evidence.document in right),
        foreign=case.answerability == "foreign",
    )
