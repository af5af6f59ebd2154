"""One run of indexing with all that belongs to it: kept in the ledger, judged, and told of."""

from __future__ import annotations

import secrets
from datetime import datetime

import structlog

from retrieval.errors import FootnoteError, IndexLocked, InputError, LedgerError, ReaderError
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.report import ProgressWatch, Report
from retrieval.ports import Charge, Charges, Clock, Reader, Run, Runs
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

    async def run(
        self, reader: Reader, collection: str, by: str, watch: ProgressWatch | None = None
    ) -> Report:
        """Bring the index up to date with a source. Raises what `Ingest.run` does."""
        started = self._clock.now()
        try:
            report = await self._ingest.run(reader, collection, watch)
        except (IndexLocked, InputError):
            raise  # Nothing was run.
        except FootnoteError as error:
            if isinstance(error, ReaderError):
                await self._judge_nothing(reader, collection, str(error))
            seconds = (self._clock.now() - started).total_seconds()
            await self._keep(Run(collection, reader.root, by, started, seconds, error=str(error)))
            await self._charge(collection, started)
            raise
        await self._keep(run_of(report, by, started))
        await self._charge(collection, started)
        if report.nothing_found:
            await self._judge_nothing(reader, collection, nothing(report.root))
        elif self._watchman:
            await self._watchman.judge_run(report)
        return report

    async def _judge_nothing(self, reader: Reader, collection: str, said: str) -> None:
        """Tell that a root holds nothing, if it is indexed; else somebody mistyped it."""
        if self._watchman and reader.root in await self._ingest.roots(collection):
            await self._watchman.tell(EMPTY, f"{collection} {reader.root}", said)

    async def _charge(self, collection: str, started: datetime) -> None:
        """Keep what a run was charged for; a ledger that cannot be written stops no indexing."""
        usage = self._ingest.spent()
        if self._charges is None or usage == Usage():
            return
        charge = Charge(f"run-{secrets.token_hex(6)}", started, (collection,), "embed", usage)
        try:
            await self._charges.add(charge)
        except LedgerError as error:
            structlog.get_logger().warning("charge_not_kept", reason=str(error))

    async def _keep(self, run: Run) -> None:
        """Keep a run; a ledger that cannot be written stops no indexing."""
        if self._runs is None:
            return
        try:
            await self._runs.record(run)
        except LedgerError as error:
            structlog.get_logger().warning("run_not_kept", reason=str(error))


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
