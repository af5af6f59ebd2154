"""Names the command that makes the index of a collection, for the sentences that tell of it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

USUAL = "docs"
"""The collection of a command that names none."""


_MOST = 3
"""Folders that a command is written out with."""


def ingest_command(collection: str, roots: Sequence[str] = ()) -> str:
    """Return the command that indexes a folder, or those that are named, into a collection."""
    return f"`python -m scripts.ingest {_paths(roots)}{_into(collection)}`"


def build_command(collection: str, roots: Sequence[str] = (), *, anew: bool = False) -> str:
    """Return the command that builds a generation beside that in use, of its folders or others."""
    paths = f" {_paths(roots)}" if roots else ""
    return f"`python -m scripts.index build{' --anew' if anew else ''}{paths}{_into(collection)}`"


def swap_command(collection: str, generation: str) -> str:
    """Return the command that puts a generation of a collection in use."""
    return f"`python -m scripts.index swap {generation}{_into(collection)}`"


def copy_command(collection: str) -> str:
    """Return the command that copies a collection from the files here to Elasticsearch."""
    return f"`python -m scripts.index copy --from sqlite --to elasticsearch{_into(collection)}`"


def _paths(roots: Sequence[str]) -> str:
    paths = " ".join(map(shlex.quote, roots)) if 0 < len(roots) <= _MOST else "PATH"
    return paths + ("..." if len(roots) > _MOST else "")


def _into(collection: str) -> str:
    return "" if collection == USUAL else f" --collection {collection}"
