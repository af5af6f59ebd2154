"""One run of indexing with all that belongs to it: kept in the ledger, judged, and told of."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime

import structlog

from retrieval.errors import (
    FootnoteError,
    IndexLocked,
    InputError,
    LedgerError,
    ReaderError,
    StoreUnavailable,
)
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.report import ProgressWatch, Report
from retrieval.ports import CUT_OFF, Charge, Charges, Clock, Reader, Run, Runs
from retrieval.upkeep.alarms import EMPTY, Watchman, nothing
from retrieval.values import Usage


class Refresher:
    """Runs the indexing of a root. Without a ledger nothing is kept and nobody is told."""

    def __init__(
        self,
        ingest: Ingest,
        clock: Clock,
        runs: Runs | None = None,
        watchman: Watchman | None = None,
        charges: Charges | None = None,
    ) -> None:
        """Take what indexes, and where its runs and their costs are kept and judged."""
        self._ingest = ingest
        self._clock = clock
        self._runs = runs
        self._watchman = watchman
        self._charges = charges
        self.unkept = ""
        """Why the ledger has not kept the last run, "" where it has."""

    async def run(
        self, reader: Reader, collection: str, by: str, watch: ProgressWatch | None = None
    ) -> Report:
        """Bring the index up to date with a source. Raises what `Ingest.run` does."""
        started = self._clock.now()
        try:
            report = await self._ingest.run(reader, collection, watch)
        except (IndexLocked, InputError):
            raise  # Nothing was run.
        except Exception as error:
            await self._keep(self._stopped(Run(collection, reader.root, by, started, 0.0), error))
            if isinstance(error, ReaderError):
                await self._judge_nothing(reader, collection, str(error))
            raise
        await self._keep(run_of(report, by, started))
        if report.nothing_found:
            await self._judge_nothing(reader, collection, nothing(report.root))
        elif self._watchman:
            await self._watchman.judge_run(report, self.unkept)
        return report

    def _stopped(self, run: Run, error: Exception) -> Run:
        """Return a run as it was stopped, with what it had seen and done by then.

        One that was refused before it had begun was not cut off, unless its index was away.
        """
        known = isinstance(error, FootnoteError)
        said = str(error) if known else f"This was not foreseen: {type(error).__name__}."
        if done := self._ingest.cut_off():
            cut = done.generation or isinstance(error, StoreUnavailable)
            return replace(run_of(done, run.by, run.started), error=CUT_OFF * bool(cut) + said)
        seconds = (self._clock.now() - run.started).total_seconds()
        return replace(run, seconds=seconds, error=said)

    async def _judge_nothing(self, reader: Reader, collection: str, said: str) -> None:
        """Tell that a root holds nothing, if it is indexed; else somebody mistyped it."""
        if self._watchman and reader.root in await self._ingest.roots(collection):
            await self._watchman.tell(EMPTY, f"{collection} {reader.root}", said, self.unkept)

    async def _keep(self, run: Run) -> None:
        """Keep a run and what it was charged; a ledger that cannot be used stops no indexing.

        It is asked once: whoever waits for the run would wait for each thing that is not kept.
        """
        self.unkept = ""
        usage = self._ingest.spent()
        charge = Charge(
            f"run-{secrets.token_hex(6)}", run.started, (run.collection,), "embed", usage
        )
        try:
            if self._runs:
                await self._runs.record(run)
            if self._charges and usage != Usage():
                await self._charges.add(charge)
        except LedgerError as error:
            self.unkept = str(error)
            if self._watchman is None or self._watchman.aloud:
                structlog.get_logger().warning("run_not_kept", reason=self.unkept)


def run_of(report: Report, by: str, started: datetime) -> Run:
    """Return a report as the ledger keeps it."""
    error = report.embedding_error
    if report.nothing_found:
        error = "No document was found."
    elif report.failed and not error:
        error = f"{report.failed[0].path}: {report.failed[0].reason}"
    return Run(
        report.collection,
        report.root,
        by,
        started,
        report.seconds,
        report.generation,
        report.seen,
        report.new,
        report.changed,
        report.unchanged,
        report.deleted,
        len(report.failed),
        report.chunks,
        report.embeddings,
        report.without_vectors,
        error,
        report.pages,
        report.revision,
        report.made_with,
    )
