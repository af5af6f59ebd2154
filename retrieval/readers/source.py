"""A path -> the Reader for what stands there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from retrieval.errors import ReaderError
from retrieval.ports import Reader
from retrieval.readers.folder import FolderReader
from retrieval.readers.passages import PassageReader

_PASSAGES = (".jsonl", ".jsonl.gz")


def reader_for(path: Path, **options: Any) -> Reader:
    """Return a PassageReader for a .jsonl or .jsonl.gz file, else a FolderReader.

    `options` are those of FolderReader. Raises ReaderError when nothing is there, or it can be
    neither.
    """
    if not path.exists():
        raise ReaderError(f"There is no folder or file {path}.")
    if path.is_file() and path.name.lower().endswith(_PASSAGES):
        return PassageReader(path)
    if not path.is_dir() and not path.is_file():
        raise ReaderError(f"{path} is neither a folder nor a file.")
    return FolderReader(path, **options)
