"""Tests of retrieval/ledger/columns.py: column types that bring back what they were given."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

_DIALECT = sqlite.dialect()


@given(st.text(st.characters()))
def test_any_text_comes_back(text: str) -> None:
    """Every text comes back as it went in, and what is stored is text that databases take."""
    stored = AnyText().process_bind_param(text, _DIALECT)

    assert stored is not None
    assert "\x00" not in stored
    stored.encode("utf-8")
    assert text == AnyText().process_result_value(stored, _DIALECT)


_TEXT = st.text(st.characters(), max_size=8)
_DATA: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)


def _finite(data: Any) -> Any:
    """Return data with null in place of what is no finite number."""
    if isinstance(data, dict):
        return {key: _finite(item) for key, item in data.items()}
    if isinstance(data, list):
        return [_finite(item) for item in data]
    return None if data in (float("inf"), float("-inf")) else data


def _read(written: str) -> list[Any]:
    """Read JSON as drivers give it: as its text, and parsed already."""
    text = AnyJson().result_processor(_DIALECT, None)
    parsed = AnyJson().result_processor(psycopg.dialect(), None)  # type: ignore[no-untyped-call]
    return [text(written), parsed(json.loads(written))]


@given(_DATA)
def test_any_json_comes_back(data: Any) -> None:
    """Texts in values and names come back; what is stored is JSON that every database takes."""
    stored = AnyJson().process_bind_param(data, _DIALECT)
    written = json.dumps(stored, allow_nan=False)

    assert "\\u0000" not in written.replace("\\\\", "")
    json.loads(written.encode("utf-8"))
    json.dumps(stored, ensure_ascii=False).encode("utf-8")
    for back in _read(written):
        assert _finite(data) == back


@given(st.dictionaries(_TEXT, _DATA, max_size=3))
def test_an_object_is_written_as_if_all_of_it_was_gone_through(data: dict[str, Any]) -> None:
    """What has nothing to be changed is written at once, and stands there as it would anyway."""
    write = AnyJson().bind_processor(_DIALECT)

    assert write is not None
    assert json.dumps(AnyJson().process_bind_param(data, _DIALECT)) == write(data)


def test_a_driver_that_wants_no_text_is_given_none() -> None:
    """Only where JSON goes to the driver as text is it written so."""
    write = AnyJson().bind_processor(psycopg.dialect())  # type: ignore[no-untyped-call]

    assert write is not None
    assert not isinstance(write({"a": "b"}), str)


def test_tuples_are_lists_and_two_surrogates_stay_two() -> None:
    """What JSON has no form for takes the nearest; halves of a pair are not joined."""
    stored = AnyJson().process_bind_param({"a": ("\ud83d\ude00",)}, _DIALECT)
    for back in _read(json.dumps(stored)):
        assert {"a": ["\ud83d\ude00"]} == back
        assert 2 == len(back["a"][0])


def test_moments_come_back_in_utc() -> None:
    """A moment of any zone is stored in UTC and comes back with its zone."""
    local = datetime(2026, 1, 2, 3, tzinfo=timezone(timedelta(hours=2)))
    stored = UtcTime().process_bind_param(local, _DIALECT)

    assert datetime(2026, 1, 2, 1, tzinfo=UTC) == stored
    assert local == UtcTime().process_result_value(datetime(2026, 1, 2, 1), _DIALECT)  # noqa: DTZ001


def test_a_moment_without_a_zone_is_refused() -> None:
    """A naive time never reaches the ledger."""
    with pytest.raises(ValueError, match="zone"):
        UtcTime().process_bind_param(datetime(2026, 1, 2), _DIALECT)  # noqa: DTZ001


def test_nothing_stays_nothing() -> None:
    """An absent value is neither escaped nor given a zone."""
    assert AnyText().process_bind_param(None, _DIALECT) is None
    assert AnyText().process_result_value(None, _DIALECT) is None
    assert AnyJson().process_bind_param(None, _DIALECT) is None
    assert UtcTime().process_bind_param(None, _DIALECT) is None
    assert UtcTime().process_result_value(None, _DIALECT) is None
