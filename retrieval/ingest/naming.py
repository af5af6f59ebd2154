"""A folder -> the name of a collection that holds its pages and no others."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

MANUAL = Path("docs")
"""The folder that is indexed where none is named: its collection has its name."""
WORD = 24
"""Characters of the folder's name that are kept: for people, who could not read a digest."""
DIGEST = 6
"""Hexadecimal digits that tell folders of the same name apart: one in 16 million."""


def own_collection(path: Path) -> str:
    """Return the name of a path's own collection: the same however the path is written.

    "handbook-3f9a2c" for ~/handbook, and "docs" for the folder docs of where one stands.
    """
    place = path.expanduser().resolve()
    if place == MANUAL.resolve():
        return MANUAL.name
    word = re.sub(r"[^a-z0-9]+", "-", place.name.lower()).strip("-")[:WORD].strip("-")
    digest = hashlib.sha256(bytes(place)).hexdigest()[:DIGEST]
    return f"{word or 'pages'}-{digest}"
