"""All labelled cases -> a nightly run: what they scored, and what it was measured on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from retrieval.errors import FootnoteError
from retrieval.learn.changes import named
from retrieval.learn.evaluate import Progress
from retrieval.learn.figures import figures
from retrieval.learn.indexed import Pages
from retrieval.learn.inventory import documents, inventory
from retrieval.learn.labelled import labelled
from retrieval.learn.path import AnswerPath
from retrieval.learn.records import columns
from retrieval.learn.scoring import failing, score, task_of
from retrieval.learn.unwritten import count_written
from retrieval.ports import (
    Cases,
    Clock,
    Duties,
    EvalCase,
    NightlyRun,
    NightlyRuns,
    Notifier,
    Runs,
    Tickets,
    UpkeepStore,
)

NO_DOCUMENT = "No document is indexed. Index some: python -m scripts.ingest PATH"
NO_CASE = (
    "No case is labelled: nobody has said of a question which page is right. "
    "python -m scripts.cases label, or a maintainer in Slack, does that."
)
EVERY_CASE = 1_000_000


class NightlyLedger(Protocol):
    """What of a ledger the nightly run reads and writes."""

    @property
    def cases(self) -> Cases:
        """The eval cases."""

    @property
    def nightly_runs(self) -> NightlyRuns:
        """The earlier runs."""

    @property
    def tickets(self) -> Tickets:
        """The tickets of drops."""

    @property
    def duties(self) -> Duties:
        """Who does the run of a night."""

    @property
    def runs(self) -> Runs:
        """The runs of indexing."""

    @property
    def outbox(self) -> Notifier:
        """What is to be said without having been asked."""

    async def configuration(self, configuration_id: str) -> Mapping[str, Any]:
        """Return a configuration by its id. Raises LedgerError."""


@dataclass(frozen=True, slots=True)
class Measuring:
    """What is measured: how an answer path is opened, and the generations that it searches.

    `at_once` cases are under way at once.
    """

    open_path: Callable[[], AbstractAsyncContextManager[AnswerPath]]
    upkeep: UpkeepStore
    at_once: int = 1


class Measurement:
    """Measures; keeps nothing."""

    def __init__(self, books: NightlyLedger, measuring: Measuring, clock: Clock) -> None:
        """Take the ledger with the cases, what is measured, and the time."""
        self._books = books
        self._measuring = measuring
        self._clock = clock

    async def run(self, period: str, progress: Progress) -> NightlyRun:
        """Measure all labelled cases; what fails is said in the run."""
        started, since = self._clock.now(), self._clock.monotonic()
        cases = labelled(await self._books.cases.list(most=EVERY_CASE))
        pages = {page for case in cases for page in task_of(case).right}
        run = NightlyRun(period, started, 0.0)
        try:
            found = await inventory(self._measuring.upkeep, self._books.runs, pages)
            run = replace(run, index=found)
            if failure := _nothing(cases, found):
                run = replace(run, failure=failure)
            else:
                run = await self._score(run, cases, progress)
        except FootnoteError as error:
            run = replace(run, failure=f"The cases could not be asked: {error}")
        return replace(run, seconds=self._clock.monotonic() - since)

    async def count_written(self) -> None:
        """Let the cases count whose pages say by now what a person answered. Raises LedgerError."""
        pages = Pages(self._measuring.upkeep, lambda *_: None)
        await count_written(self._books.cases, pages)

    async def _score(
        self, run: NightlyRun, cases: Sequence[EvalCase], progress: Progress
    ) -> NightlyRun:
        """Ask every case."""
        measuring = self._measuring
        async with measuring.open_path() as path:
            scores = await score(
                cases, path, gold=True, at_once=measuring.at_once, progress=progress
            )
            configuration = path.configuration
        content = await self._books.configuration(configuration) if configuration else {}
        made = {case.id: case.made for case in cases}
        return replace(
            run,
            configuration=configuration,
            failure=failing(scores),
            figures=figures(scores, made, run.started),
            index={
                **run.index,
                "configuration": named(content),
                "unasked": {score.case: score.failure for score in scores if score.failure},
            },
            scores=columns(scores),
        )


def may_pass(run: NightlyRun) -> bool:
    """Whether a run failed for a reason that may be gone when it is tried again."""
    return bool(run.failure) and run.failure not in {NO_DOCUMENT, NO_CASE}


def _nothing(cases: Sequence[EvalCase], found: Mapping[str, Any]) -> str:
    """Say that there is nothing to measure, or to measure on."""
    if not documents(found):
        return NO_DOCUMENT
    if not cases:
        return NO_CASE
    return ""
