"""What the inbox and the outbox of every ledger keep to; another database joins by one line."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.ledger.outbox import LONGEST_WAIT
from retrieval.ports import Backlog, Inbox, Job, Outbox, Queue
from tests.fakes.clock import FakeClock

LEDGERS: Mapping[str, Callable[[pytest.FixtureRequest], str]] = {
    "sqlite": lambda request: f"sqlite:///{request.getfixturevalue('tmp_path')}/ledger.db",
    "postgresql": lambda request: str(request.getfixturevalue("postgresql_url")),
}
on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


@pytest.fixture(name="url", params=LEDGERS)
def _url(request: pytest.FixtureRequest) -> str:
    return LEDGERS[request.param](request)


@pytest.fixture(name="clock")
def _clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(name="ledger")
async def _ledger(url: str, clock: FakeClock) -> AsyncIterator[Ledger]:
    async with Ledger.open(url, busy_seconds=0.2, clock=clock) as ledger:
        yield ledger


async def _put(ledger: Ledger, *keys: str, lane: str = "lane") -> bool:
    return await ledger.inbox.put("question", lane, {"keys": list(keys)}, keys)


async def _one(ledger: Ledger, seconds: float = 10) -> Job:
    (job,) = await ledger.inbox.lease(seconds=seconds)
    return job


async def _keys(ledger: Ledger, most: int = 10) -> list[list[str]]:
    return [job.payload["keys"] for job in await ledger.inbox.lease(seconds=10, most=most)]


async def test_it_fills_the_ports(ledger: Ledger, clock: FakeClock) -> None:
    """What was put comes out as it was, with the time at which it was received."""
    inbox: Inbox = ledger.inbox
    queue: Queue = ledger.inbox
    outbox: Outbox = ledger.outbox
    await inbox.put("question", "T:C:1", {"text": "When?", "n": [1, None]}, ("e1", "m1"))
    (job,) = await queue.lease(seconds=10)

    assert ("question", "T:C:1", {"text": "When?", "n": [1, None]}, clock.now(), 1, {}) == (
        job.kind,
        job.lane,
        job.payload,
        job.received,
        job.attempts,
        job.progress,
    )
    assert [] == list(await outbox.due(seconds=10))


@pytest.mark.parametrize("again", [("e1", "m2"), ("e2", "m1"), ("m1",), ("e1", "m1")])
async def test_a_key_that_was_seen_changes_nothing(ledger: Ledger, again: tuple[str, ...]) -> None:
    """One key seen is enough: no row is made, and the other keys stay free."""
    await _put(ledger, "e1", "m1")
    await ledger.inbox.finish(await _one(ledger), "answered")

    assert not await _put(ledger, *again)
    assert not await ledger.inbox.lease(seconds=10)
    assert await _put(ledger, "m2")
    assert await _put(ledger, "e2")


async def test_a_row_may_have_no_key_or_the_same_twice(ledger: Ledger) -> None:
    """Without keys nothing is ever seen; a key named twice is one key."""
    assert await _put(ledger)
    assert await _put(ledger)
    assert await _put(ledger, "a", "a")
    assert not await _put(ledger, "a")


async def test_lanes_are_worked_on_one_row_at_a_time_and_in_order(ledger: Ledger) -> None:
    """Of each lane the oldest row is handed out, and the next one when that is finished."""
    for key, lane in (("1", "a"), ("2", "a"), ("3", "b"), ("4", "a")):
        await _put(ledger, key, lane=lane)
    first, other = await ledger.inbox.lease(seconds=10, most=10)

    assert [["1"], ["3"]] == [first.payload["keys"], other.payload["keys"]]
    assert [] == await _keys(ledger)
    await ledger.inbox.finish(first, "answered")
    assert [["2"]] == await _keys(ledger)
    assert [] == await _keys(ledger)


async def test_only_lanes_that_begin_so_are_handed_out(ledger: Ledger) -> None:
    """A bot takes and counts its own workspace's rows; T1 is neither T10 nor t1, % no wildcard."""
    for key, lane in (("1", "T10:C"), ("2", "t1:C"), ("3", "T1:C"), ("4", "T2:C"), ("5", "T1:D")):
        await _put(ledger, key, lane=lane)
    none = await ledger.inbox.lease(seconds=10, most=9, within=("T%", "T_:"))
    counted = await ledger.inbox.backlog(within=("T1:",))
    own = await ledger.inbox.lease(seconds=10, most=9, within=("T1:",))
    several = await ledger.inbox.lease(seconds=10, most=9, within=("t1:", "T2:"))

    assert [] == list(none)
    assert 2 == counted.waiting
    assert [["3"], ["5"]] == [job.payload["keys"] for job in own]
    assert [["2"], ["4"]] == [job.payload["keys"] for job in several]
    assert [["1"]] == await _keys(ledger)


async def test_a_row_taken_over_is_taken_by_its_own_workspace(
    ledger: Ledger, clock: FakeClock
) -> None:
    """Also when its lease ran out, no other workspace's bot gets it."""
    await _put(ledger, "1", lane="T1:C")
    await ledger.inbox.lease(seconds=10, within=("T1:",))
    clock.pass_by(11)

    assert [] == list(await ledger.inbox.lease(seconds=10, within=("T2:",)))
    assert 1 == len(await ledger.inbox.lease(seconds=10, within=("T1:",)))


async def test_a_notice_goes_to_its_own_workspace(ledger: Ledger) -> None:
    """A bot leases the messages of its workspace and those of none, and no other's."""
    for key, team in (("1", "T1"), ("2", "T2"), ("3", "")):
        await ledger.outbox.notify("C1", key, key=key, team=team)
    first = await ledger.outbox.due(seconds=10, team="T1")

    assert ["1", "3"] == [job.payload["text"] for job in first]
    assert ["2"] == [job.payload["text"] for job in await ledger.outbox.due(seconds=10)]


async def test_the_oldest_come_first_and_no_more_than_asked_for(ledger: Ledger) -> None:
    """`most` bounds what is handed out."""
    for number in range(5):
        await _put(ledger, str(number), lane=str(number))

    assert [["0"], ["1"]] == await _keys(ledger, most=2)
    assert [["2"], ["3"], ["4"]] == await _keys(ledger)


async def test_a_lease_that_ran_out_is_taken_over(ledger: Ledger, clock: FakeClock) -> None:
    """Another worker gets the row with what was noted; it is counted; the first can do nothing."""
    await _put(ledger, "1")
    await _put(ledger, "2")
    lost = await _one(ledger)
    await ledger.inbox.note(lost, {"ts": "7"})
    clock.pass_by(9.9)
    assert [] == await _keys(ledger)
    clock.pass_by(0.1)
    taken = await _one(ledger)

    assert (lost.id, 2, {"ts": "7"}) == (taken.id, taken.attempts, taken.progress)
    assert 1 == (await ledger.inbox.backlog()).taken_over
    assert not await ledger.inbox.renew(lost, seconds=10)
    assert not await ledger.inbox.note(lost, {})
    assert not await ledger.inbox.finish(lost, "answered")
    await ledger.inbox.release(lost)
    assert [] == await _keys(ledger)
    assert await ledger.inbox.finish(taken, "answered")
    assert [["2"]] == await _keys(ledger)


async def test_a_renewed_lease_lasts(ledger: Ledger, clock: FakeClock) -> None:
    """Renewing counts from now, and what is finished cannot be renewed."""
    await _put(ledger, "1")
    job = await _one(ledger)
    clock.pass_by(9)

    assert await ledger.inbox.renew(job, seconds=10)
    clock.pass_by(9)
    assert [] == await _keys(ledger)
    assert await ledger.inbox.finish(job, "answered")
    assert not await ledger.inbox.renew(job, seconds=10)
    assert not await ledger.inbox.finish(job, "answered")


async def test_what_is_noted_stands_in_place_of_what_stood_there(ledger: Ledger) -> None:
    """The last note is what the next attempt sees."""
    await _put(ledger, "1")
    job = await _one(ledger)
    await ledger.inbox.note(job, {"ts": "7"})
    await ledger.inbox.note(job, {"seen": True})
    await ledger.inbox.release(job)

    assert {"seen": True} == (await _one(ledger)).progress


async def test_a_row_given_back_is_free_at_once(ledger: Ledger) -> None:
    """It is handed out again before the rest of its lane, and counts as no takeover."""
    await _put(ledger, "1")
    await _put(ledger, "2")
    await ledger.inbox.release(await _one(ledger))
    job = await _one(ledger)

    assert (["1"], 2) == (job.payload["keys"], job.attempts)
    assert 0 == (await ledger.inbox.backlog()).taken_over


async def test_a_row_for_later_is_free_after_a_while(ledger: Ledger, clock: FakeClock) -> None:
    """Its lane waits with it; attempts that waited are not counted, but for the first."""
    await _put(ledger, "1")
    await _put(ledger, "2")
    attempts = []
    for _ in range(3):
        job = await _one(ledger)
        attempts.append(job.attempts)
        assert await ledger.inbox.later(job, seconds=5)
        assert () == tuple(await ledger.inbox.lease(seconds=10))
        clock.pass_by(5)
    taken_over = (await ledger.inbox.backlog()).taken_over

    assert [1, 2, 2] == attempts
    assert (["1"], 0) == ((await _one(ledger)).payload["keys"], taken_over)


async def test_a_cancelled_row_is_not_put_off(ledger: Ledger) -> None:
    """Whoever holds it learns so, and closes it."""
    await _put(ledger, "1")
    job = await _one(ledger)
    await ledger.inbox.cancel("1", "deleted")

    assert not await ledger.inbox.later(job, seconds=5)
    assert "deleted" == await ledger.inbox.stopped(job)


async def test_only_what_nobody_has_begun_can_be_cancelled(ledger: Ledger) -> None:
    """A waiting row is closed by any of its keys; one in work, given back or unknown is not."""
    await _put(ledger, "e1", "m1")
    await _put(ledger, "e2", "m2", lane="other")
    begun = await _one(ledger)

    assert await ledger.inbox.cancel("m2", "deleted")
    assert not await ledger.inbox.cancel("m2", "deleted")
    assert not await ledger.inbox.cancel("m1", "deleted")
    await ledger.inbox.release(begun)
    assert not await ledger.inbox.cancel("e1", "deleted")
    assert not await ledger.inbox.cancel("e9", "deleted")
    assert [["e1", "m1"]] == await _keys(ledger)


async def test_who_works_on_what_is_cancelled_is_told(ledger: Ledger, clock: FakeClock) -> None:
    """The holder can note nothing more and knows why; so does whoever takes it over."""
    await _put(ledger, "m1")
    first = await _one(ledger)
    before = await ledger.inbox.stopped(first)
    await ledger.inbox.cancel("m1", "deleted")
    told = await ledger.inbox.stopped(first)
    assert not await ledger.inbox.renew(first, seconds=10)
    clock.pass_by(11)
    second = await _one(ledger)

    assert ("", "deleted") == (before, told)
    assert ("", "deleted") == (
        await ledger.inbox.stopped(first),
        await ledger.inbox.stopped(second),
    )
    assert not await ledger.inbox.note(second, {"ts": "7"})
    await ledger.inbox.release(second)
    third = await _one(ledger)
    assert "deleted" == await ledger.inbox.stopped(third)
    assert await ledger.inbox.finish(third, "deleted")


async def test_a_lane_is_pending_until_its_last_row_is_finished(ledger: Ledger) -> None:
    """Waiting and working rows count, finished ones and other lanes do not."""
    await _put(ledger, "1")
    waiting = await ledger.inbox.pending("lane")
    job = await _one(ledger)
    working = await ledger.inbox.pending("lane")
    await ledger.inbox.finish(job, "answered")

    assert (True, True, False) == (waiting, working, await ledger.inbox.pending("lane"))
    assert not await ledger.inbox.pending("other")


async def test_the_backlog_is_counted(ledger: Ledger, clock: FakeClock) -> None:
    """Waiting, working, and the age of the oldest that is not finished."""
    empty = await ledger.inbox.backlog()
    await _put(ledger, "1", lane="a")
    clock.pass_by(5)
    await _put(ledger, "2", lane="b")
    await _put(ledger, "3", lane="c")
    job = await _one(ledger)
    clock.pass_by(2)
    full = await ledger.inbox.backlog()
    await ledger.inbox.finish(job, "answered")

    assert Backlog(0, 0, 0.0, 0) == empty
    assert Backlog(2, 1, 7.0, 0) == full
    assert Backlog(2, 0, 2.0, 0) == await ledger.inbox.backlog()


async def test_old_finished_rows_are_forgotten(ledger: Ledger, clock: FakeClock) -> None:
    """What is finished and old goes with its keys; the unfinished stays, however old."""
    await _put(ledger, "1", "m1", lane="a")
    await _put(ledger, "2", lane="b")
    await ledger.inbox.finish(await _one(ledger), "answered")
    clock.pass_by(60)

    assert 0 == await ledger.inbox.purge(clock.now() - timedelta(seconds=60))
    assert 1 == await ledger.inbox.purge(clock.now())
    assert not await _put(ledger, "2")
    assert await _put(ledger, "m1")
    assert 1 + 1 == (await ledger.inbox.backlog()).waiting


async def test_takeovers_are_counted_beyond_a_purge(ledger: Ledger, clock: FakeClock) -> None:
    """The number of takeovers only grows."""
    for _ in range(2):
        await _put(ledger, "1")
        await _one(ledger)
        clock.pass_by(10)
        await ledger.inbox.finish(await _one(ledger), "answered")
        clock.pass_by(1)
        await ledger.inbox.purge(clock.now())

    assert 2 == (await ledger.inbox.backlog()).taken_over


async def test_two_processes_never_have_the_same_lane(url: str, clock: FakeClock) -> None:
    """Workers of two ledgers on one database empty it: each row once, no lane twice at a time."""
    async with Ledger.open(url, clock=clock) as one, Ledger.open(url, clock=clock) as two:
        for number in range(40):
            await _put(one, str(number), lane=str(number % 7))
        done: list[str] = []
        working: set[str] = set()

        async def work(ledger: Ledger) -> None:
            while (await ledger.inbox.backlog()).waiting:
                for job in await ledger.inbox.lease(seconds=10, most=2):
                    assert job.lane not in working
                    working.add(job.lane)
                    await asyncio.sleep(0)
                    working.remove(job.lane)
                    done.extend(job.payload["keys"])
                    assert await ledger.inbox.finish(job, "answered")

        await asyncio.gather(*(work(ledger) for ledger in (one, two, one, two)))

    assert sorted(map(str, range(40))) == sorted(done)
    for lane in range(7):
        assert [str(n) for n in range(lane, 40, 7)] == [n for n in done if int(n) % 7 == lane]


async def test_two_processes_that_receive_the_same_keep_it_once(url: str) -> None:
    """Of many that put the same key at once, one is told that it is new."""
    async with Ledger.open(url) as one, Ledger.open(url) as two:
        put = [_put(ledger, f"e{number}", "m") for number in range(10) for ledger in (one, two)]
        new = await asyncio.gather(*put)

        assert 1 == sum(new)
        assert 1 == (await one.inbox.backlog()).waiting


@pytest.mark.parametrize("seed", range(3))
async def test_whoever_is_killed_nothing_is_lost_or_done_twice(
    url: str, clock: FakeClock, seed: int
) -> None:
    """Holders vanish at seeded moments; each row is finished once, in the order of its lane."""
    chance = random.Random(seed)
    async with Ledger.open(url, clock=clock) as ledger:
        for number in range(20):
            await _put(ledger, str(number), lane=str(number % 3))
        finished: list[int] = []
        killed = 0
        while len(finished) < 20:
            for job in await ledger.inbox.lease(seconds=10, most=3):
                if chance.random() < 0.4:
                    killed += 1
                elif await ledger.inbox.finish(job, "answered"):
                    finished.append(int(job.payload["keys"][0]))
            clock.pass_by(chance.choice((1, 10)))
        backlog = await ledger.inbox.backlog()

    assert list(range(20)) == sorted(finished)
    for lane in range(3):
        assert list(range(lane, 20, 3)) == [n for n in finished if n % 3 == lane]
    assert Backlog(0, 0, 0.0, killed) == backlog


_TEXT = st.text(st.characters(), max_size=8)
_PAYLOAD = st.dictionaries(
    _TEXT,
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | _TEXT,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
        max_leaves=6,
    ),
    max_size=4,
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(payload=_PAYLOAD, lane=_TEXT, key=_TEXT)
async def test_any_payload_comes_back(
    ledger: Ledger, payload: Mapping[str, Any], lane: str, key: str
) -> None:
    """NUL, lone surrogates and escapes, in values and in names, are kept as they are."""
    await ledger.inbox.put("question", lane, payload, (key,))
    for job in await ledger.inbox.lease(seconds=10):
        await ledger.inbox.note(job, payload)
        await ledger.inbox.release(job)
        (again,) = await ledger.inbox.lease(seconds=10)
        await ledger.inbox.finish(again, lane)
        assert (payload, payload, lane) == (again.payload, again.progress, again.lane)

    assert not await ledger.inbox.put("question", lane, payload, (key,))


async def test_a_notice_is_delivered_once_and_in_order(ledger: Ledger) -> None:
    """Each addressee gets its messages one after the other; a key seen is not sent again."""
    assert await ledger.outbox.notify("C1", "first", key="1")
    assert await ledger.outbox.notify("C1", "second", key="2")
    assert not await ledger.outbox.notify("C2", "other", key="2")
    (first,) = await ledger.outbox.due(seconds=10)
    await ledger.outbox.sent(first, "C1:7")
    (second,) = await ledger.outbox.due(seconds=10)

    assert ({"to": "C1", "text": "first"}, ":C1") == (first.payload, first.lane)
    assert "second" == second.payload["text"]
    assert Backlog(0, 0, 0.0, 0) == await ledger.inbox.backlog()


async def test_a_notice_that_failed_is_tried_again_later(ledger: Ledger, clock: FakeClock) -> None:
    """Each time it waits twice as long, up to a limit; without `again` it is given up."""
    await ledger.outbox.notify("C1", "text", key="1")
    for wait in (5, 10, 20, 40, 80, 160, 320, 600, 600):
        (job,) = await ledger.outbox.due(seconds=10)
        await ledger.outbox.failed(job, "ratelimited", again=True)
        clock.pass_by(wait - 1)
        assert [] == list(await ledger.outbox.due(seconds=10))
        clock.pass_by(1)
    (job,) = await ledger.outbox.due(seconds=10)
    await ledger.outbox.failed(job, "channel_not_found", again=False)
    clock.pass_by(2 * LONGEST_WAIT)

    assert [] == list(await ledger.outbox.due(seconds=10))


@on_sqlite
async def test_a_locked_ledger_says_so(ledger: Ledger, tmp_path: Path) -> None:
    """While another process writes for too long, each writer fails with the same sentence."""
    await _put(ledger, "1")
    other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LedgerError, match="busy"):
        await _put(ledger, "2")
    with pytest.raises(LedgerError, match="busy"):
        await ledger.inbox.lease(seconds=10)
    several = await asyncio.gather(
        *(_put(ledger, str(n)) for n in range(9)), return_exceptions=True
    )

    assert 1 == (await ledger.inbox.backlog()).waiting
    assert {LedgerError} == set(map(type, several))
    other.execute("ROLLBACK")
    other.close()
    assert await _put(ledger, "2")


@on_sqlite
async def test_waiting_for_work_keeps_nobody_from_writing(ledger: Ledger, tmp_path: Path) -> None:
    """Looking for a free row takes no lock where there is none."""
    other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    found = await ledger.inbox.lease(seconds=10)
    other.close()

    assert [] == list(found)


async def test_a_lease_is_for_its_holder(ledger: Ledger) -> None:
    """A job with another token, or another row's, changes nothing."""
    await _put(ledger, "1")
    job = await _one(ledger)

    assert not await ledger.inbox.finish(replace(job, lease="0" * 32), "answered")
    assert not await ledger.inbox.finish(replace(job, id=job.id + 1), "answered")
    assert await ledger.inbox.finish(job, "answered")


async def _ask(ledger: Ledger, person: str, number: int) -> None:
    await ledger.inbox.put(
        "question", f"{person}{number}", {"keys": [person]}, [f"{person}{number}"], person
    )


async def _serve(ledger: Ledger, workers: int) -> str:
    """Work until nothing is left, so many at a time; return whose rows were taken, in order."""
    order, held = "", []
    while True:
        taken = await ledger.inbox.lease(seconds=10, most=workers - len(held))
        order += "".join(str(job.payload["keys"][0]) for job in taken)
        held += taken
        if not held:
            return order
        await ledger.inbox.finish(held.pop(0), "answered")


@pytest.mark.parametrize("workers", [1, 4])
async def test_people_are_served_in_turn(ledger: Ledger, workers: int) -> None:
    """One person's ten questions do not delay another's one, nor those of a third."""
    for number in range(10):
        await _ask(ledger, "a", number)
    first = await ledger.inbox.lease(seconds=10, most=workers)
    for person, number in (("b", 1), ("c", 1), ("c", 2), ("b", 2)):
        await _ask(ledger, person, number)
    for job in first:
        await ledger.inbox.finish(job, "answered")
    order = await _serve(ledger, workers)

    assert {"b", "c"} == set(order[:2]) if workers == 1 else {"b", "c"} <= set(order[:4])
    assert order.index("b") <= 2
    assert 10 + 4 == len(first) + len(order)


async def test_whoever_asks_late_waits_for_no_more_than_two(ledger: Ledger) -> None:
    """Whenever a second person comes in: of the first's ten at most two more are begun before."""
    for before in range(1, 10):
        for number in range(10):
            await _ask(ledger, "a", 100 * before + number)
        for _ in range(before):
            (job,) = await ledger.inbox.lease(seconds=10)
            await ledger.inbox.finish(job, "answered")
        await _ask(ledger, "b", before)

        assert (await _serve(ledger, 1)).index("b") <= 2


async def test_nobodys_rows_are_served_as_they_came(ledger: Ledger) -> None:
    """What has no person is in the order in which it was put."""
    for number in range(5):
        await _put(ledger, str(number), lane=str(number))

    assert "01234" == await _serve(ledger, 1)


async def test_a_persons_rows_of_a_minute_are_counted(ledger: Ledger, clock: FakeClock) -> None:
    """Finished ones too; of one kind, since a moment; and a key is known once it was seen."""
    since = clock.now()
    for person, number in (("a", 1), ("a", 2), ("b", 1)):
        await _ask(ledger, person, number)
    await ledger.inbox.put("feedback", "other", {}, ["k"], "a")
    (job,) = await ledger.inbox.lease(seconds=10)
    await ledger.inbox.finish(job, "answered")
    clock.pass_by(60)
    later = clock.now()
    await _ask(ledger, "a", 3)

    assert 3 == await ledger.inbox.lately("a", "question", since)
    assert 1 == await ledger.inbox.lately("a", "question", later)
    assert 0 == await ledger.inbox.lately("c", "question", since)
    assert await ledger.inbox.seen("a3")
    assert not await ledger.inbox.seen("a4")
