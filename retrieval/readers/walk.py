"""Lists the files under a folder: what is passed over is named, and nothing is fatal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from retrieval.ports import Meant, Skipped

_MACHINERY = frozenset({".git", ".hg", ".svn"})
_DEFAULT_EXCLUDES = ("node_modules", "__pycache__")


@dataclass(frozen=True, slots=True)
class Found:
    """A file under the root; `path` is relative, with `/`."""

    path: str
    place: Path


@dataclass(frozen=True, slots=True)
class Unread(Skipped):
    """A file or folder that is there and cannot be opened now."""


def unread(path: str, error: OSError, what: str) -> Skipped:
    """Say why a file or folder was not read: it went away meanwhile, or cannot be opened."""
    kind = Skipped if isinstance(error, FileNotFoundError | NotADirectoryError) else Unread
    return kind(path, f"{what}: {error.strerror}")


def walk(root: Path, excludes: Sequence[str]) -> Iterator[Found | Skipped]:
    """Yield what stands under `root`, in order of path within each folder.

    `excludes` are shell patterns, matched with the path from the root and with the name alone;
    a folder that matches is not entered. Links are not followed: where they lead to is read in
    its own place, or is none of ours.
    """
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(root / folder) as entries:
                names = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield unread(folder or ".", error, "the folder cannot be read")
            continue
        below: list[str] = []
        for entry in names:
            path = f"{folder}/{entry.name}" if folder else entry.name
            yield from _entry(entry, path, root, excludes, below)
        waiting.extend(reversed(below))


def _entry(
    entry: os.DirEntry[str], path: str, root: Path, excludes: Sequence[str], below: list[str]
) -> Iterator[Found | Skipped]:
    if entry.name in _MACHINERY:
        return
    if not _printable(path):
        yield Skipped(path.encode("utf-8", "replace").decode(), "its name is not valid text")
    elif excluded(path, excludes) or (entry.name[0] == "." and entry.is_dir()):
        yield Meant(path, "excluded")
    elif entry.is_symlink():
        yield _link(path, root)
    elif entry.is_dir(follow_symlinks=False):
        below.append(path)
    elif entry.is_file(follow_symlinks=False):
        yield Found(path, root / path)
    else:
        yield Skipped(path, "not a file")


def excluded(path: str, excludes: Sequence[str]) -> bool:
    """Whether a pattern, one of ours or one given, matches `path`."""
    name = path.rsplit("/", 1)[-1]
    for pattern in (*_DEFAULT_EXCLUDES, *excludes):
        bare = pattern.rstrip("/").removeprefix("./")
        shorter = bare.removeprefix("**/")
        if any(fnmatchcase(path, one) for one in (bare, shorter, shorter.removesuffix("/**"))):
            return True
        if "/" not in shorter and fnmatchcase(name, shorter):
            return True
    return False


def _link(path: str, root: Path) -> Skipped:
    """Say where a symbolic link leads."""
    place = root / path
    try:
        target = place.resolve(strict=True)
    except (OSError, RuntimeError):
        return Skipped(path, "a link that leads nowhere or back to itself")
    if place.parent.resolve().is_relative_to(target):
        return Meant(path, "a link that leads back to a folder it stands in")
    if target.is_relative_to(root):
        own = target.relative_to(root).as_posix()
        return Meant(path, f"a link to {own}, which is read in its own place")
    return Skipped(path, "a link to outside the folder")


def _printable(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
