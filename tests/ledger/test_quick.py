"""Tests of retrieval/ledger/quick.py: what SQLAlchemy would say, said by the driver itself."""

from __future__ import annotations

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import bindparam, insert
from sqlalchemy.exc import DBAPIError

from retrieval.ledger import tables
from retrieval.ledger.postgresql import is_lost, sentence
from retrieval.ledger.quick import NUMBER, Quick, told


def _inserting() -> Quick:
    table = tables.texts
    values = {c.name: bindparam(f"b_{c.name}", type_=c.type) for c in table.columns}
    return Quick(insert(table).values(values).returning(NUMBER), list(table.columns))


def test_the_text_has_numbered_places() -> None:
    """The driver's own form: places with types, and the number of the transaction comes back."""
    assert (
        "INSERT INTO texts (digest, text) VALUES ($1::VARCHAR, $2::VARCHAR) "
        "RETURNING CAST(pg_current_xact_id() AS TEXT) AS xact"
    ) == " ".join(_inserting().sql.split())


@given(text=st.text())
def test_values_are_written_and_read_as_their_columns_do(text: str) -> None:
    """Whatever the characters, what is read is what was written."""
    quick = _inserting()
    digest, written = quick.arguments({"b_digest": "d", "b_text": text})

    assert "\x00" not in written
    assert {"digest": "d", "text": text} == quick.row({"digest": digest, "text": written})


def test_what_the_driver_raises_is_told_as_ever() -> None:
    """Its errors come out as SQLAlchemy's do, so the same is tried again and the same is said."""
    with pytest.raises(DBAPIError) as lost, told():
        raise asyncpg.InterfaceError("connection is closed")
    with pytest.raises(DBAPIError) as refused, told():
        raise asyncpg.InsufficientPrivilegeError("permission denied for table inbox")

    assert is_lost(lost.value)
    assert not is_lost(refused.value)
    assert "permission denied for table inbox" in sentence(refused.value, "h/app")


def test_a_connection_that_ends_while_it_is_asked_is_lost() -> None:
    """What the driver cannot make sense of then is no fault of what was asked."""
    with pytest.raises(DBAPIError) as lost, told():
        raise asyncpg.InternalClientError("cannot switch to state 15")

    assert is_lost(lost.value)
