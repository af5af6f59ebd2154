"""The calls that the bot made in tests, each kind once: what Slack's own types are asked about."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from bot.playground.faults import Call

MOST = 2_000
"""Calls kept of a whole run."""

_KEPT: dict[str, tuple[str, dict[str, Any]]] = {}


def keep(calls: Iterable[Call]) -> None:
    """Keep calls that differ in more than ids, times and words from those that are kept."""
    for call in calls:
        arguments = dict(call.arguments)
        if len(_KEPT) < MOST:
            _KEPT.setdefault(f"{call.method} {_form(arguments)}", (call.method, arguments))


def kept() -> Iterator[tuple[str, dict[str, Any]]]:
    """Go through the calls that were kept: method and arguments."""
    return iter(list(_KEPT.values()))


def _form(value: Any) -> str:
    """Return a value's form: names of fields and types of blocks, without ids and words."""
    if isinstance(value, dict):
        kind = value.get("type")
        parts = [f"{name}:{_form(one)}" for name, one in sorted(value.items()) if name != "type"]
        return f"{{{kind if isinstance(kind, str) else ''} {' '.join(parts)}}}"
    if isinstance(value, list):
        return f"[{' '.join(dict.fromkeys(map(_form, value)))}]"
    return json.dumps(value) if isinstance(value, bool | None) else type(value).__name__
