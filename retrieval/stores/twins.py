"""Pages of the same path under several roots -> paths that tell them apart."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePath

_ROOTS = "SELECT count(*) FROM root"
_TWINS = (
    "SELECT path, id, root FROM document WHERE path IN"
    " (SELECT path FROM document GROUP BY path HAVING count(*) > 1)"
)


def twins(connection: sqlite3.Connection) -> dict[str, str]:
    """Return, by the id of the document, how the path of a page that has a twin is shown."""
    (roots,) = connection.execute(_ROOTS).fetchone()
    if roots < 2:
        return {}
    return shown(connection.execute(_TWINS).fetchall())


def shown(pages: Sequence[tuple[str, str, str]]) -> dict[str, str]:
    """Return the same for pages by (path, id, root): of each path that there is more than once."""
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path, name, root in pages:
        groups[path].append((name, root))
    return {
        name: f"{folder}/{path}"
        for path, same in groups.items()
        if len(same) > 1
        for (name, _), folder in zip(
            same, told_apart([_folder(root, path) for _, root in same]), strict=True
        )
    }


def told_apart(folders: Sequence[PurePath]) -> list[str]:
    """Return the ends of folders' paths, as short as they can be with no two the same."""
    deepest = max(len(folder.parts) for folder in folders)
    ends = [folder.as_posix() for folder in folders]
    for length in range(1, deepest):
        ends = [PurePath(*folder.parts[-length:]).as_posix() for folder in folders]
        if len(set(ends)) == len(set(folders)):
            return ends
    return ends


def _folder(root: str, path: str) -> PurePath:
    """Return the folder of a root that may be a single file."""
    place = PurePath(root)
    return place.parent if place.name == path else place
