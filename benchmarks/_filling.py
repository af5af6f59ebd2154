"""Fills a ledger with as many answers and cases as a company makes: copies of recorded ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Column, Connection, Table, case, insert, literal, select
from sqlalchemy.sql import ColumnElement

from retrieval.ledger import tables
from retrieval.text import wording

ROUND = 5_000
"""Rows that go into the database at once."""
DAYS = 30
PEOPLE, ROOMS, SUBJECTS = 500, 40, 20_000
TEAM = "T1"
REFUSED, DISLIKED, LIKED = 10, 13, 17
"""Every tenth answer is a refusal, and so on."""
_TOPICS = ("the VPN client", "parental leave", "a laptop", "travel receipts", "the build server")
_WANTS = ("install", "order", "apply for", "renew", "cancel", "move", "share", "lend")

Row = dict[str, Any]


def text_of(number: int) -> str:
    """Word a question; every SUBJECTS-th asks the same."""
    subject = number % SUBJECTS
    want, topic = _WANTS[subject % len(_WANTS)], _TOPICS[subject // len(_WANTS) % len(_TOPICS)]
    return f"How do I {want} {topic} for project {subject}?"


def name_of(number: int) -> str:
    """Return the id of an answer."""
    return f"b{number:011x}"


def answers(connection: Connection, count: int, answered: str, refused: str) -> None:
    """Copy two recorded traces, an answer and a refusal, to so many questions, with messages."""
    now = datetime.now(UTC)
    wanted = select(tables.questions).where(tables.questions.c.id == answered)
    base = connection.execute(wanted).mappings().one()
    _insert(connection, tables.questions, (_question(base, n, count, now) for n in range(count)))
    _insert(connection, tables.postings, (_posting(n, count, now) for n in range(count)))
    _insert(connection, tables.messages, (_message(n) for n in range(count)))
    opinions = (_opinion(n, count, now) for n in range(count) if not (n % DISLIKED and n % LIKED))
    _insert(connection, tables.opinions, opinions)
    for table, key in (
        (tables.answers, tables.answers.c.question),
        (tables.citations, tables.citations.c.answer),
        (tables.traces, tables.traces.c.id),
    ):
        _copied(connection, table, key, answered, refused)


def cases(connection: Connection, count: int, base_id: str) -> None:
    """Copy a recorded case to so many: half of them wait, the others are labelled and decided."""
    found = (
        connection.execute(select(tables.cases).where(tables.cases.c.id == base_id))
        .mappings()
        .one()
    )
    rows = [_case(dict(found), n, count) for n in range(count)]
    _insert(connection, tables.cases, rows)
    events = (
        {"case": row["id"], "at": row["made"], "by": "U1", "what": "labelled", "note": ""}
        | {"state": row["state"]}
        for row in rows
        if row["state"] != "new"
    )
    _insert(connection, tables.case_events, events)


def escalations(connection: Connection, count: int, base_id: str) -> None:
    """Copy an escalation to so many; every fortieth still waits."""
    table, now = tables.escalations, datetime.now(UTC)
    found = connection.execute(select(table).where(table.c.id == base_id)).mappings().one()

    def row(n: int) -> Row:
        opened = now - timedelta(days=DAYS) * (n / count)
        waits = n % 40 == 0
        closed = None if waits else opened + timedelta(hours=1 + n % 7)
        return dict(found) | {
            "id": f"h{n:011x}",
            "subject": f"subject {n}",
            "thread": f"{n}.000000",
            "team": TEAM,
            "opened": opened,
            "due": opened + timedelta(hours=8),
            "claimed": opened + timedelta(minutes=1 + n % 50),
            "closed": closed,
            "state": "open" if waits else "resolved",
        }

    _insert(connection, table, map(row, range(count)))


def _moment(number: int, count: int, now: datetime) -> datetime:
    """Spread moments over the last days."""
    return now - timedelta(days=DAYS) * (1 - number / count)


def _person(number: int) -> str:
    return f"U{number * 7919 % PEOPLE:04d}"


def _room(number: int) -> str:
    return f"C{number % ROOMS:04d}"


def _question(base: Any, number: int, count: int, now: datetime) -> Row:
    text = text_of(number)
    return dict(base) | {
        "id": name_of(number),
        "asked": _moment(number, count, now),
        "text": text,
        "standalone": text,
        "asker": _person(number),
        "place": _room(number),
        "asking": wording.key(text),
    }


def _posting(number: int, count: int, now: datetime) -> Row:
    return {
        "trace": name_of(number),
        "team": TEAM,
        "channel": _room(number),
        "thread_ts": f"{number}.000000",
        "asker": _person(number),
        "question_ts": f"{number}.000000",
        "outcome": "answered" if number % REFUSED else "not_in_context",
        "kept": _moment(number, count, now),
        "source": "mention",
        "kind": "channel",
    }


def _message(number: int) -> Row:
    place = {"team": TEAM, "channel": _room(number), "ts": f"{number}.000001"}
    return {**place, "posting": name_of(number), "place": 0}


def _opinion(number: int, count: int, now: datetime) -> Row:
    return {
        "trace": name_of(number),
        "person": _person(number + 1),
        "value": 1 if number % DISLIKED else -1,
        "source": "button",
        "place": _room(number),
        "given": _moment(number, count, now),
    }


def _case(base: Row, number: int, count: int) -> Row:
    text = text_of(number)
    waits = number % 2 == 0
    label: Mapping[str, Any] = {} if waits else {"right": ["docs:vpn.md"]}
    return base | {
        "id": f"c{number:011x}",
        "trace": name_of(number * DISLIKED),
        "made": _moment(number, count, datetime.now(UTC)),
        "state": "new" if waits else ("triaged", "kept", "fixed")[number % 3],
        "person": _person(number),
        "place": _room(number),
        "content": {**base["content"], "question": text, "standalone": text},
        "label": label,
        "standalone": text,
    }


def _copied(
    connection: Connection, table: Table, key: Column[Any], answered: str, refused: str
) -> None:
    """Copy the rows of two traces for all questions, within the database."""
    questions = tables.questions.c
    which = case(
        (tables.postings.c.outcome == "not_in_context", literal(refused)), else_=literal(answered)
    )
    columns: Sequence[ColumnElement[Any]] = [
        questions.id if column is key else column for column in table.c
    ]
    chosen = (
        select(*columns)
        .select_from(tables.postings)
        .join(tables.questions, questions.id == tables.postings.c.trace)
        .join(table, key == which)
        .where(questions.id.like("b%"))
    )
    connection.execute(insert(table).from_select([column.name for column in table.c], chosen))


def _insert(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    for some in _rounds(iter(rows)):
        connection.execute(insert(table), some)


def _rounds(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while some := list(itertools.islice(rows, ROUND)):
        yield some
