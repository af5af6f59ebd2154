"""Names the command that makes the index of a collection, for the sentences that tell of it."""

from __future__ import annotations

USUAL = "docs"
"""The collection of a command that names none."""


def ingest_command(collection: str) -> str:
    """Return the command that indexes a folder into a collection."""
    more = "" if collection == USUAL else f" --collection {collection}"
    return f"`python -m scripts.ingest PATH{more}`"
