"""Roots inside roots: a page is one page, whichever indexed folder it is reached by."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from retrieval.ports import Scan


def around(root: str, roots: Iterable[str]) -> tuple[str, ...]:
    """Return those of `roots` that `root` lies in, the outermost first."""
    found = [other for other in roots if _within(root, other)]
    return tuple(sorted(found, key=lambda other: (len(PurePath(other).parts), other)))


def inside(root: str, roots: Iterable[str]) -> tuple[str, ...]:
    """Return those of `roots` that lie in `root`, in order."""
    return tuple(sorted(other for other in roots if _within(other, root)))


def reached(inner: str, root: str, scan: Scan) -> bool:
    """Whether the scan of `root` came upon a document at or under `inner`, which lies in it."""
    return any(_is_at(file.path, inner, root) for file in scan.files)


def opened(inner: str, root: str, scan: Scan) -> bool:
    """Whether all that stands at or under `inner` could be opened when `root` was scanned."""
    return not any(_is_at(one.path, inner, root) for one in scan.unread)


def _is_at(path: str, inner: str, root: str) -> bool:
    place = PurePath(inner).relative_to(root).as_posix()
    return f"{path}/".startswith(f"{place}/")


def _within(inner: str, outer: str) -> bool:
    return inner != outer and PurePath(inner).is_relative_to(outer)
