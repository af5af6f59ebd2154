"""The name of a collection: whether a text can be one, asked before anything is done with it."""

from __future__ import annotations

import re

from retrieval.errors import InputError
from retrieval.text.shorten import shorten

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_SHOWN = 80
"""Characters of a name that is none which are said again."""


def check_name(collection: str) -> str:
    """Return the name of a collection. Raises InputError where it cannot be one."""
    if not NAME.fullmatch(collection):
        raise InputError(
            f"{shorten(collection, _SHOWN)!r} cannot be the name of a collection: use small"
            " letters, digits, `-` and `_`, 64 at most, and start with a letter or a digit."
        )
    return collection
