"""Status lines, which end by themselves."""

from __future__ import annotations

from bot.playground import cast
from bot.playground.archive import Archive
from bot.playground.log import Log
from bot.playground.statuses import LIFE, Statuses
from tests.playground import ManualClock


def _statuses():
    clock = ManualClock()
    app = cast.app(frozenset(), frozenset())
    archive = Archive(Log(), clock, cast.team("http://127.0.0.1:1/"), app)
    return clock, archive.log, Statuses(archive)


def test_a_thread_has_one_status_and_the_newest_counts():
    """Each is recorded, with its phrases."""
    _, log, statuses = _statuses()
    statuses.set("C1", "1.000001", "one")
    statuses.set("C1", "1.000001", "two", ["a"])
    statuses.set("C1", "1.000002", "three")

    assert ["two", "three"] == [one.text for one in statuses.standing()]
    assert [("one", []), ("two", ["a"]), ("three", [])] == [
        (change.data["status"], change.data["phrases"]) for change in log.since(0)
    ]


def test_an_end_is_recorded_once():
    """By clearing, and by time."""
    clock, log, statuses = _statuses()
    statuses.set("C1", "1.000001", "one")
    statuses.set("C1", "1.000001", "")
    statuses.clear("C1", "1.000001")
    statuses.set("C1", "1.000002", "two")
    clock.move(LIFE)
    statuses.tick()
    statuses.tick()

    assert ["one", "", "two", ""] == [change.data["status"] for change in log.since(0)]
    assert [] == statuses.standing()
