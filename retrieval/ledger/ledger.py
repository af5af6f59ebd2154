"""The ledger: what happened to each question, kept so that it can be explained and run again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Self

from sqlalchemy import Table, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from retrieval import tracing
from retrieval.errors import LedgerError, TraceMissing
from retrieval.ledger import tables
from retrieval.ledger.engine import BUSY_SECONDS, READING, connect, migrate, sentences
from retrieval.values import Answer, Trace

Row = dict[str, Any]
_SHOWN = 5
_BATCH = 500


class Ledger:
    """The traces, answers and configurations in a database; fills the port `Traces`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    @asynccontextmanager
    async def open(
        cls, url: str, *, busy_seconds: float = BUSY_SECONDS, make_folder: bool = False
    ) -> AsyncIterator[Self]:
        """Open the ledger at `url` for a while, making it or bringing its schema up to date.

        Args:
            url: For instance `sqlite:///data/ledger.db`.
            busy_seconds: How long to wait for another process that is writing.
            make_folder: Whether to make the folder of an SQLite file where there is none.

        Raises:
            LedgerError: It cannot be opened, or was written by a newer version.
        """
        engine = connect(url, busy_seconds=busy_seconds, make_folder=make_folder)
        try:
            await migrate(engine)
            yield cls(engine)
        finally:
            await engine.dispose()

    async def record(self, trace: Trace) -> None:
        """Keep a trace, in one transaction; keeping the very same one again changes nothing.

        Raises:
            LedgerError: It cannot be written, or its id is another trace's.
        """
        encoded = tracing.encode(trace)
        asked = _moment(trace.started)
        with sentences():
            async with self._engine.begin() as connection:
                if await _known(connection, trace.id, encoded.data):
                    return
                configuration = await _configured(connection, trace.configuration)
                question = _question_row(trace, asked, configuration)
                await connection.execute(insert(tables.questions), [question])
                if trace.answer:
                    await _insert_answer(connection, trace, trace.answer)
                await _insert_trace(connection, trace.id, encoded)

    async def find(self, trace_id: str) -> Trace:
        """Return a trace by its id or an unambiguous start of it.

        Raises:
            TraceMissing: None has that id, or several begin with it.
            LedgerError: The ledger cannot be read.
        """
        with sentences():
            async with self._engine.connect() as opened:
                connection = await opened.execution_options(**READING)
                found = await _match(connection, trace_id.strip())
                data = await _hops(connection, found) or {}
                return tracing.decode(data, await _texts(connection, tracing.needed(data)))

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Keep a configuration and return its id, the digest of its canonical JSON.

        Raises:
            LedgerError: It cannot be written.
        """
        canonical = json.dumps(configuration, sort_keys=True, separators=(",", ":"))
        key = tracing.digest(canonical)
        row = {"id": key, "content": json.loads(canonical), "recorded": datetime.now(UTC)}
        with sentences():
            async with self._engine.begin() as connection:
                await _insert_new(connection, tables.configurations, [row])
        return key

    async def configuration(self, configuration_id: str) -> Mapping[str, Any]:
        """Return a configuration by its id.

        Raises:
            LedgerError: None has that id, or the ledger cannot be read.
        """
        content = tables.configurations.c.content
        wanted = select(content).where(tables.configurations.c.id == configuration_id)
        with sentences():
            async with self._engine.connect() as opened:
                connection = await opened.execution_options(**READING)
                found: Mapping[str, Any] | None = await connection.scalar(wanted)
        if found is None:
            raise LedgerError(f"The ledger holds no configuration {configuration_id}.")
        return found


def _moment(started: str) -> datetime:
    """Read the time of a trace; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(started)
    except ValueError as error:
        raise LedgerError(f"The trace cannot be kept: {started!r} is not a time.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


async def _known(connection: AsyncConnection, trace_id: str, data: Mapping[str, Any]) -> bool:
    """Whether this very trace is kept already."""
    kept = await _hops(connection, trace_id)
    if kept is not None and kept != json.loads(json.dumps(data)):
        raise LedgerError(f"The trace cannot be kept: its id {trace_id} is another trace's.")
    return kept is not None


async def _hops(connection: AsyncConnection, trace_id: str) -> Mapping[str, Any] | None:
    """Return the hops of a trace as they were encoded."""
    wanted = select(tables.traces.c.hops).where(tables.traces.c.id == trace_id)
    hops: Mapping[str, Any] | None = await connection.scalar(wanted)
    return hops


async def _texts(connection: AsyncConnection, digests: Sequence[str]) -> dict[str, str]:
    """Return texts by their digests, asked for in batches that every database takes."""
    column, found = tables.texts.c, {}
    for start in range(0, len(digests), _BATCH):
        wanted = column.digest.in_(digests[start : start + _BATCH])
        rows = await connection.execute(select(column.digest, column.text).where(wanted))
        found.update({row.digest: row.text for row in rows})
    return found


async def _configured(connection: AsyncConnection, configuration: str) -> str | None:
    """Return the id where its configuration is kept; a trace is not lost for want of it."""
    column = tables.configurations.c.id
    found: str | None = await connection.scalar(select(column).where(column == configuration))
    return found


def _question_row(trace: Trace, asked: datetime, configuration: str | None) -> Row:
    """Return the row of a question."""
    question = trace.question
    return {
        "id": trace.id,
        "asked": asked,
        "text": question.text,
        "standalone": trace.queries.standalone if trace.queries else question.text,
        "asker": question.asker,
        "place": question.place,
        "collections": list(question.scope.collections),
        "configuration": configuration,
    }


async def _insert_answer(connection: AsyncConnection, trace: Trace, answer: Answer) -> None:
    """Keep an answer and its citations."""
    usage = tracing.usage(trace)
    row: Row = {
        "question": trace.id,
        "outcome": answer.outcome.value,
        "text": "\n".join(claim.text for claim in answer.claims),
        "reason": answer.reason,
        "writer": trace.draft.writer if trace.draft else "",
        "seconds": answer.seconds,
        "prompt_tokens": usage.prompt,
        "cached_tokens": usage.cached,
        "completion_tokens": usage.completion,
    }
    await connection.execute(insert(tables.answers), [row])
    citations = list(_citation_rows(trace.id, answer))
    if citations:
        await connection.execute(insert(tables.citations), citations)


def _citation_rows(trace_id: str, answer: Answer) -> Iterable[Row]:
    """Yield a row for each citation: claims and places are counted from 1."""
    for number, claim in enumerate(answer.claims, start=1):
        for place, citation in enumerate(claim.citations, start=1):
            yield {
                "answer": trace_id,
                "claim": number,
                "place": place,
                "label": citation.label,
                "collection": citation.document.collection,
                "document": citation.document.id,
                "path": citation.document.path,
                "url": citation.url,
                "chunk": citation.chunk_id,
                "chunk_digest": citation.chunk_digest,
                "quote": citation.text,
                "quote_start": citation.start,
                "quote_end": citation.end,
            }


async def _insert_trace(
    connection: AsyncConnection, trace_id: str, encoded: tracing.Encoded
) -> None:
    """Keep the hops, and each text that no earlier trace has brought."""
    row = {"id": trace_id, "hops": encoded.data, "recorded": datetime.now(UTC)}
    await connection.execute(insert(tables.traces), [row])
    if encoded.texts:
        rows = [{"digest": key, "text": text} for key, text in encoded.texts.items()]
        await _insert_new(connection, tables.texts, rows)


async def _insert_new(connection: AsyncConnection, table: Table, rows: list[Row]) -> None:
    """Insert the rows whose key is new."""
    if connection.dialect.name == "postgresql":
        await connection.execute(postgresql.insert(table).on_conflict_do_nothing(), rows)
    else:
        await connection.execute(sqlite.insert(table).on_conflict_do_nothing(), rows)


async def _match(connection: AsyncConnection, start: str) -> str:
    """Return the one id that is `start` or begins with it."""
    column = tables.traces.c.id
    wanted = select(column).where(column.startswith(start, autoescape=True)).order_by(column)
    found = list((await connection.scalars(wanted.limit(_SHOWN + 1))).all()) if start else []
    if start in found or len(found) == 1:
        return start if start in found else found[0]
    if not found:
        raise TraceMissing(f"The ledger holds no trace {start}.")
    shown = ", ".join(found[:_SHOWN]) + (" and more" if len(found) > _SHOWN else "")
    raise TraceMissing(f"Several traces begin with {start}: {shown}. Give more of the id.")
