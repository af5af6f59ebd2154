"""Tests of retrieval/ledger/serving.py: cut lines, a server that kills, lasting locks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Connection, func, insert, select, text

from retrieval.errors import LedgerError
from retrieval.ledger import tables
from retrieval.ledger.engine import connect
from retrieval.ledger.ledger import Ledger
from retrieval.ledger.postgresql import Limits
from retrieval.ledger.serving import Served
from retrieval.ports import Opinion
from tests.fakes.clock import FakeClock
from tests.fakes.line import Line, line
from tests.test_tracing import TRACE

OTHERS = text(
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database() AND backend_type LIKE 'client%'"
)


@pytest.fixture(name="served")
async def _served(postgresql_url: str) -> AsyncIterator[Served]:
    """A server with a ledger, reached without detours."""
    async with Ledger.open(postgresql_url):
        pass
    served = connect(postgresql_url)
    assert isinstance(served, Served)
    yield served
    await served.close()


@pytest.fixture(name="cut")
async def _cut(postgresql_url: str) -> AsyncIterator[tuple[Line, Ledger]]:
    """A ledger at the end of a line that can be cut."""
    there = urlsplit(postgresql_url)
    async with line(there.hostname or "", there.port or 0) as (cut, port):
        login = f"{there.username}:{there.password}@" if there.password else f"{there.username}@"
        url = there._replace(netloc=f"{login}127.0.0.1:{port}").geturl()
        async with Ledger.open(url) as ledger:
            cut.word = b"COMMIT"
            yield cut, ledger


async def _kill(served: Served) -> None:
    """Let the server end every connection to the database but our own."""
    await served.read(lambda connection: connection.execute(OTHERS))


def _texts(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(tables.texts)) or 0


def _keep(connection: Connection, name: str) -> str:
    connection.execute(insert(tables.texts), {"digest": name, "text": "text"})
    return name


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("cuts", [1, 3])
async def test_a_commit_without_an_answer_happens_once(
    cut: tuple[Line, Ledger], heard: bool, cuts: int
) -> None:
    """Whether the server heard it or not, the row is there once, and its sender told it is new."""
    line, ledger = cut
    line.cuts, line.heard = cuts, heard
    new = await ledger.inbox.put("question", "lane", {}, ("e1", "m1"))
    again = await ledger.inbox.put("question", "lane", {}, ("e1",))
    backlog = await ledger.inbox.backlog()

    assert (True, False, 1) == (new, again, backlog.waiting)
    assert line.seen >= (1 if heard else cuts + 1)


@pytest.mark.parametrize("heard", [False, True])
async def test_everything_that_is_kept_is_kept_once(cut: tuple[Line, Ledger], heard: bool) -> None:
    """Each kind of writing says what it would have said had the line held."""
    line, ledger = cut
    line.heard = heard

    async def on_a_bad_line(awaited):
        line.cuts = 1
        return await awaited

    inbox, opinion = ledger.inbox, Opinion("t1", "U1", -1, "button", "", FakeClock().now())
    await on_a_bad_line(inbox.put("question", "lane", {}, ("e1",)))
    (job,) = await on_a_bad_line(inbox.lease(seconds=10))
    found = [
        await on_a_bad_line(inbox.renew(job, seconds=10)),
        await on_a_bad_line(inbox.note(job, {"ts": "1"})),
        await on_a_bad_line(inbox.finish(job, "answered")),
        await on_a_bad_line(ledger.record(TRACE)),
        await on_a_bad_line(ledger.feedback.give(opinion)),
        await on_a_bad_line(ledger.feedback.withdraw("t1", "U1", source="button", value=-1)),
        await on_a_bad_line(inbox.purge(FakeClock().now())),
    ]

    assert [True, True, True, None, "t1", True] == found[:6]
    assert 1 == job.attempts
    assert 0 == (await inbox.backlog()).taken_over


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("way", ["finish", "postpone", "later", "release"])
async def test_a_row_is_let_go_of_once(cut: tuple[Line, Ledger], heard: bool, way: str) -> None:
    """What is said by one statement is told as done whether its answer came or not."""
    line, ledger = cut
    inbox = ledger.inbox
    await inbox.put("question", "lane", {}, ("e1",))
    (job,) = await inbox.lease(seconds=10)
    ways = {
        "finish": lambda: inbox.finish(job, "answered"),
        "postpone": lambda: inbox.postpone(job, seconds=0, result="busy"),
        "later": lambda: inbox.later(job, seconds=0),
        "release": lambda: inbox.release(job),
    }
    line.word, line.heard, line.cuts = job.lease.encode(), heard, 1
    told = await ways[way]()
    again = await ways[way]()
    free = await inbox.lease(seconds=10)

    assert line.cuts == 0
    assert (None, None) if way == "release" else (True, False) == (told, again)
    assert (0 if way == "finish" else 1) == len(free)
    assert not free or free[0].lease != job.lease


async def test_one_connection_is_kept_ready_and_never_the_only_one(postgresql_url: str) -> None:
    """What follows is asked on the same connection; with a single one, everybody gets a turn."""
    backend = text("SELECT pg_backend_pid()")
    for connections, kept in ((2, True), (1, False)):
        limits = Limits(connections=connections)
        async with Ledger.open(postgresql_url, limits=limits, busy_seconds=1) as ledger:
            served = ledger._database.served
            assert served is not None
            await ledger.inbox.lease(seconds=10)
            spare = served._spare
            await ledger.inbox.lease(seconds=10)
            assert kept == (spare is not None)
            assert spare is served._spare
            assert await ledger._database.read(lambda there: there.scalar(backend))


async def test_connections_that_the_server_ended_are_not_noticed(
    postgresql_url: str, served: Served
) -> None:
    """After `pg_terminate_backend` of all of them the next reading and writing go well."""
    async with Ledger.open(postgresql_url) as ledger:
        for number in range(3):
            await asyncio.gather(*(ledger.inbox.pending(str(n)) for n in range(5)))
            await _kill(served)
            assert await ledger.inbox.put("question", str(number), {}, (str(number),))
            await _kill(served)
            assert number + 1 == (await ledger.inbox.backlog()).waiting


async def test_work_cut_off_in_its_midst_is_begun_again(
    postgresql_url: str, served: Served
) -> None:
    """What the first attempt did before its connection was ended is gone with it."""
    other = connect(postgresql_url)
    assert isinstance(other, Served)
    attempts: list[int] = []

    def work(connection: Connection) -> str:
        attempts.append(connection.scalar(text("SELECT pg_backend_pid()")) or 0)
        _keep(connection, "a")
        if len(attempts) == 1:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        return _keep(connection, "b")

    kept = await other.write(work)
    await other.close()

    assert ("b", 2) == (kept, len(set(attempts)))
    assert 2 == await served.read(_texts)


async def test_a_server_that_stays_away_is_told(cut: tuple[Line, Ledger]) -> None:
    """Whoever writes while nothing answers is told so; what was in work is said to be unknown."""
    line, ledger = cut
    line.cuts, line.heard, line.gone = 1, True, True
    ledger._database._engine._busy_seconds = 0.1
    with pytest.raises(LedgerError, match="whether it was kept is not known"):
        await ledger.inbox.put("question", "lane", {}, ("e1",))
    with pytest.raises(LedgerError, match="no PostgreSQL answers"):
        await ledger.inbox.put("question", "lane", {}, ("e2",))
    line.gone = False

    assert not await ledger.inbox.put("question", "lane", {}, ("e1",))
    assert await ledger.inbox.put("question", "lane", {}, ("e2",))


async def test_a_lock_that_lasts_is_told(postgresql_url: str, served: Served) -> None:
    """Whoever waits too long for another transaction is told that the ledger is busy."""
    held, free = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with served._engine.begin() as connection:
            await connection.execute(text("LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE"))
            held.set()
            await free.wait()

    holding = asyncio.create_task(hold())
    await held.wait()
    async with Ledger.open(postgresql_url, busy_seconds=0.1) as ledger:
        with pytest.raises(LedgerError, match="busy"):
            await ledger.inbox.put("question", "lane", {}, ("e1",))
        free.set()
        await holding
        assert await ledger.inbox.put("question", "lane", {}, ("e1",))


async def test_a_statement_that_lasts_is_told(postgresql_url: str) -> None:
    """Also a slow server keeps nobody waiting for longer than was set."""
    served = connect(postgresql_url, limits=Limits(statement_seconds=0.05))
    assert isinstance(served, Served)
    with pytest.raises(LedgerError, match="too slow"):
        await served.write(lambda connection: connection.execute(text("SELECT pg_sleep(5)")))
    lasting = await served.write(
        lambda connection: connection.scalar(text("SELECT 7 FROM pg_sleep(0.1)")), long=True
    )
    await served.close()

    assert 7 == lasting


async def test_all_connections_in_use(postgresql_url: str) -> None:
    """More work than connections waits its turn, and no connection more is opened."""
    async with Ledger.open(postgresql_url, limits=Limits(connections=2)) as ledger:
        put = [ledger.inbox.put("question", str(n), {}, (str(n),)) for n in range(30)]
        assert [True] * 30 == await asyncio.gather(*put)
        count = text(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'footnote' "
            "AND datname = current_database()"
        )
        assert 2 >= await ledger._database.read(lambda there: there.scalar(count))


async def test_work_that_is_cancelled_leaves_nothing(postgresql_url: str, served: Served) -> None:
    """What is cancelled while the server is at it is undone, and the next work goes well."""
    begun = asyncio.Event()

    def work(connection: Connection) -> None:
        _keep(connection, "a")
        begun.set()
        connection.execute(text("SELECT pg_sleep(30)"))

    task = asyncio.create_task(served.write(work))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert 0 == await served.read(_texts)
    assert "a" == await served.write(lambda connection: _keep(connection, "a"))


async def test_a_long_reading_sees_one_moment(postgresql_url: str, served: Served) -> None:
    """What others write while it reads is not in it."""
    other = connect(postgresql_url)
    assert isinstance(other, Served)
    loop = asyncio.get_running_loop()

    async with other._connected(long=True, level="REPEATABLE READ") as connection:
        before = await connection.run_sync(_texts)
        await loop.create_task(served.write(lambda there: _keep(there, "a")))
        after = await connection.run_sync(_texts)
    await other.close()

    assert (0, 0, 1) == (before, after, await served.read(_texts))


async def test_two_processes_that_make_a_ledger_at_once(postgresql_url: str) -> None:
    """One makes the tables, the others wait for it."""

    async def open_() -> int:
        async with Ledger.open(postgresql_url) as ledger:
            return (await ledger.inbox.backlog()).waiting

    assert [0] * 4 == await asyncio.gather(*(open_() for _ in range(4)))
