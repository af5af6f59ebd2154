"""Request -> the arguments of a call: query, form and JSON are one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.playground.values import Json, Refused

DEPTH = 60
"""Levels of nesting that JSON may have; Block Kit needs a dozen."""


async def read(request: web.Request) -> Json:
    """Return all arguments; a later of query, form and JSON wins over an earlier.

    Raises:
        Refused: "invalid_json", "json_not_object" or "invalid_form_data".
    """
    found: Json = dict(request.query)
    if request.content_type == "application/json":
        return found | _object(await request.read())
    try:
        form = await request.post()
    except LookupError as error:
        raise Refused("invalid_charset") from error
    except ValueError as error:
        raise Refused("invalid_form_data") from error
    return found | {name: value for name, value in form.items() if isinstance(value, str)}


def _object(body: bytes) -> Json:
    if not body:
        return {}
    value = _parse(body, "invalid_json")
    if not isinstance(value, dict):
        raise Refused("json_not_object")
    return value


def _parse(text: str | bytes, error: str) -> Any:
    """Return what JSON says; broken or deeply nested JSON is refused with `error`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Refused(error) from problem
    layer: list[Any] = [value]
    for _ in range(DEPTH):
        layer = [inner for outer in layer for inner in _inside(outer)]
        if not layer:
            return value
    raise Refused(error)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call, read by type; what cannot be read is "invalid_arguments"."""

    values: Mapping[str, Any]

    def has(self, name: str) -> bool:
        """Whether an argument was given at all."""
        return self.values.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        """Return a string; numbers and booleans are written out."""
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, str):
            return value
        if isinstance(value, int | float):
            return json.dumps(value)
        raise _wrong(f"must provide a string [json-pointer:/{name}]")

    def need(self, name: str) -> str:
        """Return a string that must be there."""
        value = self.text(name)
        if not value:
            raise _wrong(f"missing required field: {name}")
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return a boolean, which a form writes as true, false, 1 or 0."""
        if not self.has(name):
            return default
        return self.text(name).lower() in {"true", "1", "yes"}

    def number(self, name: str, default: int, most: int, error: str) -> int:
        """Return a whole number from 1 to `most`; anything else is refused with `error`."""
        text = self.text(name)
        if not text or text == "0":
            return default
        if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
            raise Refused(error)
        return int(text)

    def items(self, name: str, error: str) -> list[Any] | None:
        """Return a list, given as one or as its JSON; None when it was left out."""
        value = self._parsed(name, error)
        if value is not None and not isinstance(value, list):
            raise Refused(error)
        return value

    def mapping(self, name: str, error: str) -> Json | None:
        """Return an object, given as one or as its JSON; None when it was left out."""
        value = self._parsed(name, error)
        if value is not None and not isinstance(value, dict):
            raise Refused(error)
        return value

    def _parsed(self, name: str, error: str) -> Any:
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        return _parse(value, error)


def _wrong(message: str) -> Refused:
    return Refused("invalid_arguments", response_metadata={"messages": [f"[ERROR] {message}"]})
