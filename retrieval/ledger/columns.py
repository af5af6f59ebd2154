"""The column types of the ledger: what comes back is what went in, whatever the database."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, MetaData, Text, TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""What all tables are declared in; `tables` has them all."""

# Databases refuse NUL and lone surrogates, and people paste both. They are written as U+0010 and
# four hexadecimal digits, and so is U+0010 itself, so that every text comes back as it went in.
_REFUSED = re.compile("[\x00\x10\ud800-\udfff]")
_ESCAPED = re.compile("\x10([0-9a-f]{4})")
_REFUSED_IN_JSON = re.compile(r"\\u(?:00[01]0|d[89a-f])")
"""What JSON may show one of those by, and other characters, too."""
_encode = json.JSONEncoder(allow_nan=False).encode
_MARK = json.dumps("\x10").strip('"')
"""U+0010 in JSON: data without it has nothing to turn back, and most have none."""


def _write(text: str) -> str:
    """Write the characters that databases refuse as their numbers."""
    return _REFUSED.sub(lambda match: f"\x10{ord(match[0]):04x}", text)


def _read(text: str) -> str:
    """Turn the numbers back into characters."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Return JSON data with every text in it changed, keys too; no number is not finite."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {change(str(key)): _mapped(item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(item, change) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _plain(value: Any) -> str | None:
    """Return an object as JSON where nothing in it has to be changed; else None."""
    if not isinstance(value, dict):
        return None
    try:
        text = _encode(value)
    except (TypeError, ValueError):
        return None
    return None if _REFUSED_IN_JSON.search(text) else text


class AnyText(TypeDecorator[str]):
    """A text of any length and any characters, readable in plain SQL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write the characters that databases refuse as their numbers."""
        if value is None:
            return None
        return _write(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Turn the numbers back into characters."""
        if value is None:
            return None
        return _read(value)


class AnyJson(TypeDecorator[Any]):
    """JSON data whose texts may have any characters; numbers that are not finite become null."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Write the characters that databases refuse as their numbers."""
        return _mapped(value, _write)

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any] | None:
        """Return what writes a value; most have nothing to be changed, and none is gone through.

        Only a driver that takes JSON as text is given it so.
        """
        write = super().bind_processor(dialect)
        if write is None or not isinstance(write({}), str):
            return write

        def process(value: Any) -> Any:
            text = _plain(value)
            return write(value) if text is None else text

        return process

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what turns the numbers back into characters, where there are any.

        Drivers that parse JSON themselves leave no text to look in, so theirs is written again:
        that takes a tenth of the time of going through all of it.
        """
        parse = self.impl_instance.result_processor(dialect, coltype)

        def process(value: Any) -> Any:
            data = parse(value) if parse else value
            text = value if isinstance(value, str) and parse else json.dumps(data)
            return _mapped(data, _read) if _MARK in text else data

        return process


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC with its zone, also where the database keeps no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Turn a moment of any zone into UTC; one without a zone is a mistake of ours."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment in the ledger needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give the zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
