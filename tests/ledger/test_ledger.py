"""Tests of retrieval/ledger/ledger.py: recording, finding, configurations."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, make_url, select, text

from retrieval.errors import LedgerError, TraceMissing
from retrieval.ledger import tables
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Traces
from retrieval.values import Question, Scope, Trace
from tests.test_tracing import QUESTION, TRACE


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", busy_seconds=0.05) as ledger:
        yield ledger


async def _rows(ledger: Ledger, table: object) -> list[dict[str, object]]:
    wanted = select(table)  # type: ignore[call-overload]
    return await ledger._database.read(
        lambda connection: [dict(row._mapping) for row in connection.execute(wanted)]
    )


async def test_it_fills_the_port(ledger: Ledger) -> None:
    """The ledger is where traces are kept."""
    traces: Traces = ledger
    await traces.record(TRACE)

    assert TRACE == await traces.find("t1")


async def test_a_trace_is_found_by_the_start_of_its_id(ledger: Ledger) -> None:
    """The start of an id is enough where one trace has it; an id that begins another is itself."""
    for name in ("abc", "abcd1", "xyz_1", "xyzz1"):
        await ledger.record(replace(TRACE, id=name))

    assert "abcd1" == (await ledger.find("abcd")).id
    assert "abc" == (await ledger.find(" abc ")).id
    assert "xyz_1" == (await ledger.find("xyz_")).id


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        ("zzz", "no trace zzz"),
        ("", "Give the id of the trace"),
        ("%", "no trace"),
        ("ab", "begin with ab: ab0,"),
    ],
)
async def test_a_trace_that_is_not_one(ledger: Ledger, start: str, sentence: str) -> None:
    """No trace, or several, is said in a sentence."""
    for number in range(7):
        await ledger.record(replace(TRACE, id=f"ab{number}"))

    with pytest.raises(TraceMissing, match=sentence):
        await ledger.find(start)


async def test_recording_twice_changes_nothing(ledger: Ledger) -> None:
    """The same trace may be recorded again; another trace under its id is refused."""
    await ledger.record(TRACE)
    await ledger.record(TRACE)

    assert 1 == len(await _rows(ledger, tables.traces))
    with pytest.raises(LedgerError, match="another trace's"):
        await ledger.record(replace(TRACE, question=replace(QUESTION, text="Other?")))


async def test_texts_are_stored_once(ledger: Ledger) -> None:
    """Two traces that saw the same chunks share their texts."""
    await ledger.record(TRACE)
    before = await _rows(ledger, tables.texts)
    await ledger.record(replace(TRACE, id="t2"))

    assert before == await _rows(ledger, tables.texts)
    assert {"Secret it", "lead", "A Secret it", "Secret {}"} == {row["text"] for row in before}


async def test_rows_can_be_read_with_plain_sql(ledger: Ledger) -> None:
    """Question, answer and citation stand in columns, the quote with its chunk's digest."""
    configuration = await ledger.configure({"k": 60})
    await ledger.record(replace(TRACE, configuration=configuration))
    (question,) = await _rows(ledger, tables.questions)
    (answer,) = await _rows(ledger, tables.answers)
    (citation,) = await _rows(ledger, tables.citations)

    assert ("Secret question?", configuration) == (question["text"], question["configuration"])
    assert ("answered", "Secret claim", 15) == (
        answer["outcome"],
        answer["text"],
        answer["prompt_tokens"],
    )
    assert ("digest", "Secret") == (citation["chunk_digest"], citation["quote"])


async def test_any_characters_come_back(ledger: Ledger) -> None:
    """NUL, lone surrogates and escapes in a question are kept as they are."""
    question = Question("a\x00b\ud800c\x100000", Scope(("docs",)))
    trace = Trace("odd", "2026-01-02T03:04:05", "never kept", question)
    await ledger.record(trace)

    assert trace == await ledger.find("odd")
    assert question.text == (await _rows(ledger, tables.questions))[0]["text"]


async def test_a_configuration_has_the_digest_of_its_content(ledger: Ledger) -> None:
    """The order of keys does not matter, the content does, and it can be had back."""
    first = await ledger.configure({"k": 60, "model": {"name": "m"}})
    second = await ledger.configure({"model": {"name": "m"}, "k": 60})

    assert first == second
    assert first != await ledger.configure({"k": 61, "model": {"name": "m"}})
    assert {"k": 60, "model": {"name": "m"}} == await ledger.configuration(first)
    with pytest.raises(LedgerError, match="no configuration"):
        await ledger.configuration("0")


async def test_a_time_that_is_none(ledger: Ledger) -> None:
    """A trace without a time is refused with a sentence."""
    with pytest.raises(LedgerError, match="not a time"):
        await ledger.record(replace(TRACE, started="yesterday"))


async def test_a_locked_ledger(ledger: Ledger, tmp_path: Path) -> None:
    """While another process writes, recording fails with a sentence and reading goes on."""
    await ledger.record(TRACE)
    other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LedgerError, match="busy"):
        await ledger.record(replace(TRACE, id="t2"))

    assert TRACE == await ledger.find("t1")
    other.execute("ROLLBACK")
    other.close()
    await ledger.record(replace(TRACE, id="t2"))
    assert 2 == len(await _rows(ledger, tables.traces))


async def test_a_full_disk(ledger: Ledger) -> None:
    """A full disk fails with a sentence, and no half of the trace is kept."""
    engine = ledger._database._engine
    assert isinstance(engine, Engine)
    engine.dispose()

    def fill(connection: object, _record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA max_page_count = 1")
        cursor.close()

    event.listen(engine, "connect", fill)
    question = replace(QUESTION, text="long " * 50_000)
    with pytest.raises(LedgerError, match="disk is full"):
        await ledger.record(replace(TRACE, question=question))

    assert [] == await _rows(ledger, tables.questions)


async def test_two_at_once(tmp_path: Path) -> None:
    """Two processes may open a new ledger and record at the same time."""
    url = f"sqlite:///{tmp_path}/ledger.db"

    async def one(name: str) -> None:
        async with Ledger.open(url) as ledger:
            await asyncio.gather(
                *(ledger.record(replace(TRACE, id=f"{name}{number}")) for number in range(10))
            )

    await asyncio.gather(one("a"), one("b"))
    async with Ledger.open(url) as ledger:
        rows = await _rows(ledger, tables.traces)

    assert 20 == len(rows)


async def test_whether_anything_can_be_kept_is_found_out(tmp_path: Path) -> None:
    """Another process that holds the lock is told of; nothing is changed to find that out."""
    file = tmp_path / "ledger.db"
    async with Ledger.open(f"sqlite:///{file}", busy_seconds=0.05) as ledger:
        await ledger.record(TRACE)
        log = (tmp_path / "ledger.db-wal").read_bytes()
        await ledger.writable()
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LedgerError, match="busy"):
                await ledger.writable()
        await ledger.writable()

        assert log == (tmp_path / "ledger.db-wal").read_bytes()


async def test_a_write_that_takes_too_long_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks is told in time, though a write would wait for longer."""
    monkeypatch.setattr("retrieval.ledger.ledger.LOOK_SECONDS", 0.05)
    file = tmp_path / "ledger.db"
    async with Ledger.open(f"sqlite:///{file}", busy_seconds=1.0) as ledger:
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LedgerError, match="taken no write"):
                await ledger.writable()


async def test_a_disk_without_room_is_told_of(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock could be had, and what is to be kept could not."""
    usage = shutil.disk_usage(".")._replace(free=4096)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(LedgerError, match="disk is full"):
        await ledger.writable()


async def test_a_server_that_takes_no_writes_is_told_of(postgresql_url: str) -> None:
    """A standby, or a database that was set to be read only."""
    name = make_url(postgresql_url).database
    shut = text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    async with Ledger.open(postgresql_url) as ledger:
        await ledger.writable()
        await ledger._database.alone(lambda connection: connection.execute(shut))
    async with Ledger.open(postgresql_url) as ledger:
        with pytest.raises(LedgerError, match="takes no writes"):
            await ledger.writable()
