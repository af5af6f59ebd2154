"""A folder as it was at a commit of its checkout: its files, written out elsewhere."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from retrieval.errors import ReaderError
from retrieval.readers.formats import format_of
from retrieval.readers.history import History, git, history, top_of

_FILES = (b"100644", b"100755")
_AT_ONCE = 200
"""Files whose bytes are in memory at once."""
_NOT_TOLD = "The commit {} of {} cannot be read: {}."


@dataclass(frozen=True, slots=True)
class Past:
    """Of which folder or file something is an earlier state, and what its history was then."""

    root: str
    history: History


def write_out(root: Path, revision: str, into: Path) -> tuple[Path, Past]:
    """Write what stood under a root at a commit into an empty folder; return where it stands now.

    The checkout is left as it is, and no filter or hook of it is run. Raises ReaderError.
    """
    top = top_of(root)
    if top is None:
        raise ReaderError(f"{root} is in no git checkout, so its earlier pages cannot be had.")
    within = root.relative_to(top).as_posix()
    try:
        files = _listed(top, revision, within)
        for start in range(0, len(files), _AT_ONCE):
            _write(top, files[start : start + _AT_ONCE], into)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = str(error) or type(error).__name__
        raise ReaderError(_NOT_TOLD.format(revision[:12], root, why.rstrip("."))) from error
    place = into / within
    folder = root.parent if place.is_file() else root
    return place, Past(str(root), history(folder, revision))


def _listed(top: Path, revision: str, within: str) -> list[tuple[str, str]]:
    """Return the object and the path of each file; raises ValueError where there is none."""
    only = [] if within == "." else [f":(top,literal){within}"]
    done = git(top, "ls-tree", "-r", "-z", "--full-tree", revision, "--", *only)
    if done.returncode:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip() or "git failed")
    files = []
    for line in done.stdout.split(b"\0"):
        facts, _, path = line.partition(b"\t")
        if facts.split(b" ")[0] in _FILES and format_of(path.decode("utf-8", "surrogateescape")):
            files.append((facts.split(b" ")[2].decode(), path.decode("utf-8", "surrogateescape")))
    if not files:
        raise ValueError("there is no file in it")
    return files


def _write(top: Path, files: list[tuple[str, str]], into: Path) -> None:
    """Write files of the checkout's objects, read in one call."""
    asked = "".join(f"{object_}\n" for object_, _ in files).encode()
    said = git(top, "cat-file", "--batch", given=asked).stdout
    at = 0
    for _, path in files:
        head, _, _ = said[at : at + 200].partition(b"\n")
        if head.split(b" ")[1:2] != [b"blob"]:
            raise ValueError(f"{path} is not in it whole")
        start, size = at + len(head) + 1, int(head.split(b" ")[2])
        place = into / path
        if not place.resolve().is_relative_to(into.resolve()):
            raise ValueError(f"{path} is outside of it")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(said[start : start + size])
        at = start + size + 1
