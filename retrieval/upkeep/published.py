"""Where published pages may lie, and which collection each folder is for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from retrieval.errors import InputError

DEFAULT = "docs"
"""Into which collection a page goes of whose folder nothing is said."""
_FOLDER = re.compile(r"(?:([a-z0-9][a-z0-9_-]{0,63})=)?(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder under which pages may be indexed; with a `collection` into that one alone."""

    path: Path
    collection: str = ""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders, resolved again for each path, and the collections that there are."""

    folders: Sequence[Folder]
    collections: Collection[str]

    @classmethod
    def read(cls, text: str, collections: Collection[str]) -> Self:
        """Read folders separated by commas: `folder` for any collection, `collection=folder`."""
        found = [_FOLDER.fullmatch(part.strip()) for part in text.split(",")]
        made = [Folder(Path(one[2]).expanduser(), one[1] or "") for one in found if one]
        return cls(tuple(made), tuple(collections))

    def allowed(self, path: str, collection: str = "") -> tuple[Path, str]:
        """Return where a path leads once links are followed, and the collection that it is for.

        Args:
            path: Absolute, or relative to one of the folders.
            collection: Into which it is to go; where empty, that of its folder, else DEFAULT.

        Raises:
            InputError: The path is none, or not under one of the folders, or the collection is
                none or not that of the folder; all that is wrong is said.
        """
        problems: list[str] = []
        place = None
        try:
            place = self._place(path, collection)
        except InputError as error:
            problems.append(str(error))
        over = self._over(place) if place else set[str]()
        name = collection or min(over, default=DEFAULT)
        problems += self._wrong(name, given=bool(collection), placed=place is not None)
        if place and not problems:
            problems += self._misplaced(place, name, over)
        if problems or place is None:
            raise InputError(" ".join(problems))
        return place, name

    def _place(self, path: str, collection: str) -> Path:
        """Return where a path leads; what may go into the collection comes first."""
        if not path or "\0" in path or "://" in path:
            raise InputError("`path` must be the path of a file or folder, never an address.")
        ordered = sorted(self.folders, key=lambda one: one.collection not in {collection, ""})
        folders = [one.path.resolve() for one in ordered]
        given = Path(path)
        places = [given] if given.is_absolute() else [folder / given for folder in folders]
        try:
            found = [place.resolve() for place in places]
            there = [place for place in found if place.exists()]
        except (OSError, RuntimeError, ValueError) as error:
            raise InputError("`path` cannot be followed.") from error
        inside = [
            place for place in found if any(place.is_relative_to(folder) for folder in folders)
        ]
        if not inside:
            raise InputError("`path` is not under one of the folders of FOOTNOTE_INGEST_ROOTS.")
        return next((place for place in inside if place in there), inside[0])

    def _over(self, place: Path) -> set[str]:
        """Return the collections that the innermost folder around a place is for."""
        around = [
            (len(path.parts), one.collection)
            for one in self.folders
            if one.collection and place.is_relative_to(path := one.path.resolve())
        ]
        deepest = max((depth for depth, _ in around), default=0)
        return {name for depth, name in around if depth == deepest}

    def _wrong(self, name: str, *, given: bool, placed: bool) -> list[str]:
        """Say that there is no such collection; of a place that is none, nothing if none is given.

        Where it would go is not known then.
        """
        if name in self.collections or not (given or placed):
            return []
        if given:
            return ["`collection` is not one of the policy's."]
        return [f"`collection` must be given: the policy has none that is called {name}."]

    def _misplaced(self, place: Path, name: str, over: Collection[str]) -> list[str]:
        """Say that a place is for another collection, or holds a folder that is."""
        if over and name not in over:
            whose = " and ".join(sorted(over))
            return [f"`path` is in a folder that FOOTNOTE_INGEST_ROOTS has for {whose} alone."]
        within = {
            path: {two.collection for two in self.folders if two.path.resolve() == path}
            for one in self.folders
            if one.collection and (path := one.path.resolve()).is_relative_to(place)
        }
        others = [names - {""} for names in within.values() if name not in names]
        if not others:
            return []
        whose = " and ".join(sorted(set[str]().union(*others)))
        return [f"`path` holds a folder that FOOTNOTE_INGEST_ROOTS has for {whose} alone."]
