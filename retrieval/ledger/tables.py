"""The tables of the ledger, in types that SQLite and PostgreSQL both have."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    text,
)

from retrieval.ledger import (
    columns,
    tables_cases,
    tables_escalations,
    tables_grades,
    tables_nightly,
    tables_standing,
    tables_upkeep,
)
from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

metadata = columns.metadata

configurations = Table(
    "configurations",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("content", AnyJson, nullable=False),
    Column("recorded", UtcTime, nullable=False),
)

questions = Table(
    "questions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("asked", UtcTime, nullable=False, index=True),
    Column("text", AnyText, nullable=False),
    Column("standalone", AnyText, nullable=False),
    Column("asker", AnyText, nullable=False),
    Column("place", AnyText, nullable=False),
    Column("collections", AnyJson, nullable=False),
    Column("configuration", String(64), ForeignKey("configurations.id"), index=True),
    Column("asking", String(64), nullable=False, server_default="", index=True),
)

answers = Table(
    "answers",
    metadata,
    Column("question", String(64), ForeignKey("questions.id"), primary_key=True),
    Column("outcome", String(32), nullable=False, index=True),
    Column("text", AnyText, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("writer", AnyText, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("cached_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
)

citations = Table(
    "citations",
    metadata,
    Column("answer", String(64), ForeignKey("answers.question"), primary_key=True),
    Column("claim", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("label", String(16), nullable=False),
    Column("collection", AnyText, nullable=False),
    Column("document", AnyText, nullable=False),
    Column("path", AnyText, nullable=False),
    Column("url", AnyText, nullable=False),
    Column("chunk", AnyText, nullable=False),
    Column("chunk_digest", String(64), nullable=False, index=True),
    Column("quote", AnyText, nullable=False),
    Column("quote_start", Integer, nullable=False),
    Column("quote_end", Integer, nullable=False),
    Index("ix_citations_page", "document", "collection"),
)

texts = Table(
    "texts",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("text", AnyText, nullable=False),
)

traces = Table(
    "traces",
    metadata,
    Column("id", String(64), ForeignKey("questions.id"), primary_key=True),
    Column("hops", AnyJson, nullable=False),
    Column("recorded", UtcTime, nullable=False),
)


# What waits to be done. A queue is a table of rows and one of the keys that each came under. A
# row is "waiting", "working" or "done"; `free` is the moment from which it may be taken: of a
# row in work the end of its lease. Whoever puts a row waits for its commit, so it is written to as
# few places as can be: the table, one index while it is unfinished, and its keys.


def _queue(name: str) -> tuple[Table, Table]:
    """Declare a queue; that two rows of a lane are never in work at once stands in an index."""
    rows = Table(
        name,
        metadata,
        Column("id", Integer, primary_key=True),
        Column("kind", String(32), nullable=False),
        Column("lane", AnyText, nullable=False),
        Column("payload", AnyJson, nullable=False),
        Column("progress", AnyJson, nullable=False),
        Column("received", UtcTime, nullable=False),
        Column("state", String(16), nullable=False),
        Column("free", UtcTime, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("lease", String(32), nullable=False),
        Column("result", AnyText, nullable=False),
        Column("person", String(64), nullable=False, server_default=""),
        Column("turn", Integer, nullable=False, server_default="0"),
    )
    unfinished, working = text("state <> 'done'"), text("state = 'working'")
    in_order: dict[str, Any] = {"sqlite_where": unfinished, "postgresql_where": unfinished}
    in_work: dict[str, Any] = {"sqlite_where": working, "postgresql_where": working}
    Index(f"ix_{name}_lane", rows.c.lane, rows.c.id, **in_order)
    Index(f"ix_{name}_working", rows.c.lane, unique=True, **in_work)
    keys = Table(
        f"{name}_keys",
        metadata,
        Column("key", AnyText, primary_key=True),
        Column("row", Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    return rows, keys


inbox, inbox_keys = _queue("inbox")
outbox, outbox_keys = _queue("outbox")
QUEUES = ((inbox, inbox_keys), (outbox, outbox_keys))

takeovers = Table(
    "takeovers",
    metadata,
    Column("queue", String(32), primary_key=True),
    Column("count", Integer, nullable=False),
)

# Which message is which answer. A trace is recorded after its answer was posted, if at all, so
# nothing here refers to `traces`.

postings = Table(
    "postings",
    metadata,
    Column("trace", String(64), primary_key=True),
    Column("team", String(32), nullable=False),
    Column("channel", String(32), nullable=False),
    Column("thread_ts", String(32), nullable=False),
    Column("asker", String(32), nullable=False),
    Column("question_ts", String(32), nullable=False),
    Column("outcome", String(32), nullable=False),
    Column("kept", UtcTime, nullable=False),
    Column("source", String(16), nullable=False, server_default=""),
    Column("kind", String(16), nullable=False, server_default=""),
    Index("ix_postings_thread", "team", "channel", "thread_ts"),
    Index("ix_postings_question", "team", "channel", "question_ts"),
    Index("ix_postings_asker", "team", "asker", "kept"),
    Index("ix_postings_kept", "team", "kept"),
)

messages = Table(
    "messages",
    metadata,
    Column("team", String(32), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("ts", String(32), primary_key=True),
    Column("posting", String(64), ForeignKey("postings.trace"), nullable=False, index=True),
    Column("place", Integer, nullable=False),
)

opinions = Table(
    "opinions",
    metadata,
    Column("trace", String(64), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("value", Integer, nullable=False),
    Column("source", String(16), nullable=False),
    Column("place", AnyText, nullable=False),
    Column("given", UtcTime, nullable=False),
    Column("reason", String(16), nullable=False, server_default=""),
    Column("page", AnyText, nullable=False, server_default=""),
    Index("ix_opinions_person", "person", "given"),
)

# What was decided for a channel, and by whom. A decision does not grow old.

places = Table(
    "places",
    metadata,
    Column("team", String(32), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("muted_by", String(32), nullable=False),
    Column("muted_at", UtcTime),
    Column("auto_off_reason", AnyText, nullable=False),
    Column("greeted_at", UtcTime),
    Column("auto_since", UtcTime),
)

cases, case_events = tables_cases.cases, tables_cases.case_events

# What somebody made of a search that was not what they meant: a case to measure rewriting with.

rewrites = Table(
    "rewrites",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("trace", String(64), nullable=False),
    Column("made", UtcTime, nullable=False, index=True),
    Column("person", AnyText, nullable=False),
    Column("place", AnyText, nullable=False),
    Column("asked", AnyText, nullable=False),
    Column("turns", AnyJson, nullable=False),
    Column("rewrite", AnyText, nullable=False),
    Column("wanted", AnyText, nullable=False),
)

# What was handed over to people.

escalations = tables_escalations.escalations
escalation_events = tables_escalations.escalation_events

# How indexing goes, and what models charged for.

runs, alarms, watchers = tables_upkeep.runs, tables_upkeep.alarms, tables_upkeep.watchers
charges = tables_upkeep.charges

# What falls due once, how good answers are each night, and the tickets of what got worse.

duties, nightly_runs = tables_nightly.duties, tables_nightly.nightly_runs
tickets = tables_nightly.tickets

# What may go live, and answers whose pages say something else by now.

rulings, looked_pages = tables_standing.rulings, tables_standing.looked_pages
recalls = tables_standing.recalls

# Samples of answers, and what people made of them.

grades, grade_samples = tables_grades.grades, tables_grades.grade_samples

# The workspaces that an app is installed in, with sealed tokens, and installations under way.

installations = Table(
    "installations",
    metadata,
    Column("team", String(32), primary_key=True),
    Column("app", String(32), nullable=False),
    Column("bot_user", String(32), nullable=False),
    Column("bot_id", String(32), nullable=False),
    Column("token", AnyText, nullable=False),
    Column("scopes", AnyText, nullable=False),
    Column("by", String(32), nullable=False),
    Column("kept", UtcTime, nullable=False),
)

oauth_states = Table(
    "oauth_states",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("ends", UtcTime, nullable=False),
)
