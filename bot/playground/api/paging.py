"""Pages of a list, and the cursors that lead from one to the next."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.playground.api.call import Call
from bot.playground.values import Json, Refused

Item = TypeVar("Item")
MOST = 1_000


def page(
    call: Call, items: Sequence[Item], key: Callable[[Item], str], default: int = 100
) -> tuple[Sequence[Item], Json]:
    """Return the page that the call asks for, and the answer's fields about the next.

    The cursor names the item that comes next by `key`, and lasts while that item is there.
    """
    size = call.arguments.number("limit", default, MOST, "invalid_limit")
    start = 0
    cursor = call.arguments.text("cursor")
    if cursor:
        keys = [key(item) for item in items]
        start = _place(cursor, keys)
    following = items[start + size] if start + size < len(items) else None
    next_cursor = "" if following is None else _cursor(key(following))
    fields = {"response_metadata": {"next_cursor": next_cursor}}
    return items[start : start + size], fields


def _cursor(name: str) -> str:
    return base64.b64encode(f"next:{name}".encode()).decode()


def _place(cursor: str, keys: Sequence[str]) -> int:
    try:
        name = base64.b64decode(cursor, validate=True).decode()
    except (binascii.Error, ValueError) as error:
        raise Refused("invalid_cursor") from error
    if not name.startswith("next:") or name[5:] not in keys:
        raise Refused("invalid_cursor")
    return keys.index(name[5:])
