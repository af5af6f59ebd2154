"""Tests of choosing the reader of a path."""

from __future__ import annotations

import pytest

from retrieval.errors import ReaderError
from retrieval.readers.folder import FolderReader
from retrieval.readers.passages import PassageReader
from retrieval.readers.source import reader_for


def test_folders_files_and_passages(tmp_path):
    """A .jsonl file is passages, all else documents."""
    (tmp_path / "p.jsonl").write_text("")
    (tmp_path / "a.md").write_text("")

    assert isinstance(reader_for(tmp_path, slugs="mkdocs"), FolderReader)
    assert isinstance(reader_for(tmp_path / "a.md"), FolderReader)
    assert isinstance(reader_for(tmp_path / "p.jsonl"), PassageReader)


def test_a_missing_path_is_said(tmp_path):
    """The sentence names what is missing."""
    with pytest.raises(ReaderError, match="There is no folder or file"):
        reader_for(tmp_path / "gone")
