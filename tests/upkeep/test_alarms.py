"""Alarms: told once for each occurrence, in the log, the ledger and the maintainers' channel."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from retrieval.errors import LedgerError
from retrieval.ingest.report import Report
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Channel, Skipped, Watcher
from retrieval.upkeep.alarms import Watchman
from tests.fakes.clock import FakeClock

REPORT = Report(
    *("docs", "/docs", "0001"),
    seen=100,
    new=0,
    changed=0,
    unchanged=98,
    deleted=0,
    failed=(),
    skipped=(),
    chunks=0,
    embeddings=0,
    without_vectors=0,
    seconds=1.0,
    words_seconds=1.0,
)
LIMIT = timedelta(minutes=15)


async def _messages(ledger: Ledger) -> list[str]:
    """Return what waits to be delivered, in order."""
    found = []
    while jobs := await ledger.outbox.due(seconds=60):
        for job in jobs:
            found.append(job.payload["text"])
            await ledger.outbox.sent(job, "1.0")
    return found


def _failed(count: int) -> tuple[Skipped, ...]:
    return tuple(Skipped(f"{n}.md", "it is not text") for n in range(count))


async def test_an_alarm_is_told_once_and_again_when_it_recurs(tmp_path: Path) -> None:
    """Twice wrong, well, wrong again: two messages to the maintainers and two events."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox, Channel("C1", "T1"))
        with capture_logs() as logs:
            for report in (replace(REPORT, seen=0), replace(REPORT, seen=0), REPORT, REPORT):
                await watchman.judge_run(report)
                clock.pass_by(60)
            await watchman.judge_run(replace(REPORT, seen=0))
        messages = await _messages(ledger)
        (standing,) = await watchman.standing()

    assert 2 == len(messages)
    assert "docs /docs" in messages[0]
    assert "No document was found" in messages[0]
    assert ["alarm", "alarm_over", "alarm"] == [line["event"] for line in logs]
    assert "error" == logs[0]["log_level"]
    assert ("empty", "docs /docs") == (standing.kind, standing.subject)


@pytest.mark.parametrize("named", [True, False])
async def test_a_page_is_named_where_all_who_are_told_may_search_it(
    tmp_path: Path, named: bool
) -> None:
    """Else it is said how many there are, and what names them."""
    report = replace(REPORT, failed=_failed(9))
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        to = Channel("C1", names=lambda name: named and name == "docs")
        watchman = Watchman(ledger.alarms, ledger.outbox, to)
        await watchman.judge_run(report)
        (told,) = await _messages(ledger)
        (standing,) = await watchman.standing()

    assert "9 of 100 documents under /docs cannot be indexed" in told
    assert [named, named] == ["0.md" in said for said in (told, standing.said)]
    assert ("scripts.ingest names them" in told) is not named


@pytest.mark.parametrize(("failed", "kinds"), [(2, []), (3, ["failing"])])
async def test_more_than_two_in_a_hundred_may_not_fail(
    failed: int, kinds: list[str], tmp_path: Path
) -> None:
    """Two of a hundred are no alarm, three are."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox)
        await watchman.judge_run(replace(REPORT, failed=_failed(failed)))
        standing = await watchman.standing()
        messages = await _messages(ledger)

    assert kinds == [alarm.kind for alarm in standing]
    assert [] == messages


async def test_a_changed_model_is_an_alarm_until_it_agrees(tmp_path: Path) -> None:
    """A run that did not ask says nothing of it."""
    changed = replace(REPORT, same_model=False, embedding_error="It is another model.")
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox)
        kinds = []
        for report in (changed, REPORT, replace(REPORT, same_model=True)):
            await watchman.judge_run(report)
            kinds.append([alarm.said for alarm in await watchman.standing()])

    assert [["It is another model."], ["It is another model."], []] == kinds


async def test_an_old_index_is_an_alarm_while_it_is_followed(tmp_path: Path) -> None:
    """A change that waits too long, or a watcher that fell silent; not one that is up to date."""
    clock = FakeClock()
    now = clock.now()
    silent = Watcher("docs", "/silent", now - timedelta(minutes=16))
    late = Watcher("docs", "/late", now, behind=now - timedelta(minutes=16))
    fine = Watcher("docs", "/fine", now, behind=now - timedelta(minutes=14))
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox)
        for watcher in (silent, late, fine, Watcher("docs", "/well", now)):
            await watchman.judge_watcher(watcher, now, LIMIT)
        standing = {alarm.subject: alarm.said for alarm in await watchman.standing()}
        await watchman.judge_watcher(replace(late, behind=None), now, LIMIT)
        left = [alarm.subject for alarm in await watchman.standing()]

    assert {"docs /silent", "docs /late"} == set(standing)
    assert "--watch again" in standing["docs /silent"]
    assert "15 minutes are the most" in standing["docs /late"]
    assert ["docs /silent"] == left


class _Shut:
    """A ledger that cannot be written."""

    async def give(self, kind, subject, said):
        """Refuse."""
        raise LedgerError("The disk is full.")

    async def end(self, kind, subject):
        """Refuse."""
        raise LedgerError("The disk is full.")


async def test_of_no_alarm_nothing_is_said_where_the_ledger_is_shut() -> None:
    """All is well but the ledger: that is for whoever keeps the run to tell."""
    with capture_logs() as logs:
        await Watchman(_Shut(), None).judge_run(REPORT)

    assert [] == logs


async def test_a_ledger_that_is_shut_stops_nothing() -> None:
    """The log has the alarm all the same."""
    with capture_logs() as logs:
        await Watchman(_Shut(), None).judge_run(replace(REPORT, seen=0))

    assert "No document" in logs[0]["said"]
    assert "alarm_not_kept" == logs[0]["event"]
