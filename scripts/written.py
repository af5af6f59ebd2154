"""Files that a command is to write: looked at before anything is asked, written at the end."""

from __future__ import annotations

import os
from pathlib import Path

from retrieval.errors import PathUnusable


def writable(path: Path | None) -> None:
    """See that a file could be written, and write nothing: what is asked for it may take long.

    Raises PathUnusable.
    """
    if path is None:
        return
    if path.is_dir():
        raise PathUnusable(f"{path}: cannot be written (it is a folder).")
    if not path.parent.is_dir():
        raise PathUnusable(f"{path}: cannot be written (there is no folder {path.parent}).")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise PathUnusable(f"{path}: cannot be written (you may not).")


def write(path: Path, text: str) -> None:
    """Write a file; what is no Unicode is escaped. Raises PathUnusable."""
    try:
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise PathUnusable(f"{path}: cannot be written ({error.strerror}).") from error
