"""What is wrong with an index, told once: in the log, in the ledger, to the maintainers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog

from retrieval.errors import LedgerError
from retrieval.ingest.report import Report
from retrieval.ports import Alarm, Alarms, Channel, Notifier, Watcher

EMPTY, FAILING, STALE, CANARIES = "empty", "failing", "stale", "canaries"
"""A run saw no document; too many documents fail; the index is too old while it is being
followed; the embedding model is not the one that the index was made with."""

MOST_FAILING = 0.02
"""The share of documents that may fail."""


class Watchman:
    """Judges, and tells what is wrong: each alarm once, and again when it recurs."""

    def __init__(
        self, alarms: Alarms, notifier: Notifier, to: Channel | None = None, *, aloud: bool = True
    ) -> None:
        """Without somebody to tell nobody is written to; `aloud`: alarms are events in the log."""
        self._alarms = alarms
        self._notifier = notifier
        self._to = to or Channel()
        self.aloud = aloud

    async def tell(self, kind: str, subject: str, said: str, unkept: str = "") -> str:
        """Say what is wrong with a subject, or that nothing is any more, where `said` is empty.

        A ledger that cannot be used keeps no alarm; the log has it then. `unkept` says why, where
        that is known already: then the ledger is not asked. Return it, or "" where all is kept.
        """
        log = structlog.get_logger().bind(kind=kind, subject=subject)
        try:
            if not unkept:
                await self._tell(log, kind, subject, said)
        except LedgerError as error:
            unkept = str(error)
        if unkept and said and self.aloud:
            log.error("alarm_not_kept", said=said, reason=unkept)
        return unkept

    async def _tell(self, log: Any, kind: str, subject: str, said: str) -> None:
        """Keep an alarm or its end, and tell whoever is to know. Raises LedgerError."""
        if not said:
            if await self._alarms.end(kind, subject):
                log.info("alarm_over")
            return
        alarm = await self._alarms.give(kind, subject, said)
        if alarm.new and self.aloud:
            log.error("alarm", said=said)
        if self._to.id:
            text = f"Index alarm ({subject}): {said}"
            to, team = self._to.id, self._to.team
            await self._notifier.notify(to, text, key=alarm.key, team=team)

    async def standing(self) -> Sequence[Alarm]:
        """Return what is wrong. Raises LedgerError."""
        return await self._alarms.standing()

    async def judge_run(self, report: Report, unkept: str = "") -> None:
        """Judge what a run came to; `unkept` as `tell` takes it."""
        subject = f"{report.collection} {report.root}"
        said = nothing(report.root) if report.nothing_found else ""
        unkept = await self.tell(EMPTY, subject, said, unkept)
        if not report.nothing_found:
            said = failing(report, named=self._to.names(report.collection))
            unkept = await self.tell(FAILING, subject, said, unkept)
        if report.same_model is not None:
            said = "" if report.same_model else report.embedding_error
            await self.tell(CANARIES, report.collection, said, unkept)

    async def forget(self, collection: str, root: str) -> None:
        """Say nothing more of a root that is not indexed any more."""
        unkept = ""
        for kind in (EMPTY, FAILING, STALE):
            unkept = await self.tell(kind, f"{collection} {root}", "", unkept)

    async def judge_watcher(
        self, watcher: Watcher, now: datetime, limit: timedelta, unkept: str = ""
    ) -> None:
        """Judge how old the index is that a watcher keeps; `unkept` as `tell` takes it."""
        said = late(watcher, now, limit)
        await self.tell(STALE, f"{watcher.collection} {watcher.root}", said, unkept)


def nothing(root: str) -> str:
    """Say that a run saw no document."""
    return f"No document was found under {root}. The index is unchanged."


def failing(report: Report, *, named: bool = True) -> str:
    """Say that too many documents of a run failed, or nothing; with one of them, if `named`."""
    failed, seen = len(report.failed), report.seen
    if failed <= MOST_FAILING * seen:
        return ""
    said = f"{failed} of {seen} documents under {report.root} cannot be indexed"
    if not named:
        return f"{said}: scripts.ingest names them."
    first = report.failed[0]
    return f"{said}, for instance {first.path}: {first.reason}."


def late(watcher: Watcher, now: datetime, limit: timedelta) -> str:
    """Say that an index is older than it may be while it is being followed, or nothing."""
    minutes = int(limit.total_seconds() // 60)
    if now - watcher.beat > limit:
        return (
            f"Nothing has been heard for {_age(now - watcher.beat)} of what keeps "
            f"{watcher.root} up to date. Start python -m scripts.ingest --watch again."
        )
    if watcher.behind and now - watcher.behind > limit:
        return (
            f"A change under {watcher.root} of {_age(now - watcher.behind)} ago is not in the "
            f"index yet; {minutes} minutes are the most."
        )
    return ""


def _age(span: timedelta) -> str:
    """Word an age."""
    minutes = int(span.total_seconds() // 60)
    return f"{minutes} minutes" if minutes < 180 else f"{minutes // 60} hours"
