"""The text of a setting -> what it says of one collection."""

from __future__ import annotations

import re
from collections.abc import Iterator

SLUGS = ("github", "gitlab", "docusaurus", "hugo", "mdbook", "mkdocs", "kramdown", "ids")


_NAME = r"[a-z0-9][a-z0-9_-]{0,63}"
_BETWEEN = re.compile(
    rf",\s*(?=(?:{_NAME}=)?(?:https?://|(?:{'|'.join(SLUGS)})\s*(?:,|$)))", re.IGNORECASE
)
"""A comma before another value; any other is a part of a link."""
_NAMED = re.compile(rf"({_NAME})=(.*)", re.DOTALL)


def said_of(value: str, collection: str) -> str:
    """Return what a setting says of a collection: `NAME=VALUE` of one, VALUE of all others."""
    said = dict(entries(value))
    return said.get(collection, said.get("", ""))


def entries(value: str) -> Iterator[tuple[str, str]]:
    """Yield the values with the collection that each is for, "" for all others."""
    for part in _BETWEEN.split(value):
        named = _NAMED.fullmatch(part.strip())
        yield (named[1], named[2]) if named else ("", part.strip())
