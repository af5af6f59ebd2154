"""A trace -> rows of the ledger and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from retrieval import tracing
from retrieval.errors import LedgerError, TraceMissing
from retrieval.ledger import tables
from retrieval.ledger.database import in_batches, insert_new
from retrieval.text.wording import key
from retrieval.values import Answer, Trace

Row = dict[str, Any]


def write(
    connection: Connection, trace: Trace, encoded: tracing.Encoded, recorded: datetime
) -> bool:
    """Keep a trace; False where this very trace is kept already.

    `encoded` is the trace's own encoding: it takes a while, and others wait to write meanwhile.

    Raises:
        LedgerError: Its time is none, or its id is another trace's.
    """
    asked = _moment(trace.started)
    if _known(connection, trace.id, encoded.data):
        return False
    configuration = _configured(connection, trace.configuration)
    question = _question_row(trace, asked, configuration)
    connection.execute(insert(tables.questions), [question])
    if trace.answer:
        _insert_answer(connection, trace, trace.answer)
    row = {"id": trace.id, "hops": encoded.data, "recorded": recorded}
    connection.execute(insert(tables.traces), [row])
    _insert_texts(connection, encoded.texts)
    return True


def read(connection: Connection, trace_id: str) -> Trace:
    """Return a trace by its id. Raises LedgerError, TraceMissing where none has it."""
    data = _hops(connection, trace_id)
    if data is None:
        raise TraceMissing(f"The ledger holds no trace {trace_id}.")
    return tracing.decode(data, _texts(connection, tracing.needed(data)))


def _moment(started: str) -> datetime:
    """Read the time of a trace; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(started)
    except ValueError as error:
        raise LedgerError(f"The trace cannot be kept: {started!r} is not a time.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _known(connection: Connection, trace_id: str, data: Mapping[str, Any]) -> bool:
    """Whether this very trace is kept already."""
    kept = _hops(connection, trace_id)
    if kept is not None and kept != json.loads(json.dumps(data)):
        raise LedgerError(f"The trace cannot be kept: its id {trace_id} is another trace's.")
    return kept is not None


def _hops(connection: Connection, trace_id: str) -> Mapping[str, Any] | None:
    """Return the hops of a trace as they were encoded."""
    wanted = select(tables.traces.c.hops).where(tables.traces.c.id == trace_id)
    hops: Mapping[str, Any] | None = connection.scalar(wanted)
    return hops


def _texts(connection: Connection, digests: Sequence[str]) -> dict[str, str]:
    """Return texts by their digests, asked for in batches that every database takes."""
    column, found = tables.texts.c, {}
    for some in in_batches(digests):
        wanted = column.digest.in_(some)
        rows = connection.execute(select(column.digest, column.text).where(wanted))
        found.update({row.digest: row.text for row in rows})
    return found


def _configured(connection: Connection, configuration: str) -> str | None:
    """Return the id where its configuration is kept; a trace is not lost for want of it."""
    column = tables.configurations.c.id
    found: str | None = connection.scalar(select(column).where(column == configuration))
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
        "asking": "" if question.history else key(question.text),
    }


def _insert_answer(connection: Connection, trace: Trace, answer: Answer) -> None:
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
    connection.execute(insert(tables.answers), [row])
    citations = list(_citation_rows(trace.id, answer))
    if citations:
        connection.execute(insert(tables.citations), citations)


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


def _insert_texts(connection: Connection, texts: Mapping[str, str]) -> None:
    """Keep each text that no earlier trace has brought."""
    if texts:
        rows = [{"digest": key, "text": text} for key, text in texts.items()]
        connection.execute(insert_new(connection, tables.texts), rows)
