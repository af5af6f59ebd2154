"""Tests of a file of passages as a source."""

from __future__ import annotations

import gzip
import json

import pytest

from retrieval.errors import ReaderError, UnreadableDocument
from retrieval.ports import SourceFile
from retrieval.readers.passages import PassageReader

_LINES = [
    json.dumps({"id": "b", "text": "Second\u200b one", "url": "https://e.org/b"}),
    json.dumps({"id": "a", "text": "First one\nmore", "title": "T"}),
    "",
    "no json",
    json.dumps({"id": "a", "text": "again"}),
    json.dumps({"text": "x"}),
    json.dumps({"id": "c"}),
]


@pytest.mark.parametrize("name", ["p.jsonl", "p.jsonl.gz"])
def test_each_passage_is_a_document(tmp_path, name):
    """Its id is its path; what is no passage is named."""
    data = "\n".join(_LINES).encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    reader = PassageReader(tmp_path / name)
    scan = reader.scan()
    first, second = (reader.read(file) for file in scan.files)

    assert ("a", "T", "First one\nmore\n") == (first.path, first.title, first.text)
    assert ("b", "Second one", "https://e.org/b") == (second.path, second.title, second.url)
    assert ["line 4", "a", "line 6", "line 7"] == [one.path for one in scan.skipped]


def test_what_is_not_there_is_said(tmp_path):
    """A broken archive is a broken source; an unknown passage one failed document."""
    (tmp_path / "p.jsonl.gz").write_bytes(b"no gzip")
    with pytest.raises(ReaderError, match="cannot be read"):
        PassageReader(tmp_path / "p.jsonl.gz").scan()
    with pytest.raises(UnreadableDocument):
        PassageReader(tmp_path / "p.jsonl.gz").read(SourceFile("x", "", 0))


def test_what_json_escapes_hide_is_taken_out(tmp_path):
    """Titles and texts lose direction controls and halves of characters; such an id is refused."""
    rows = (
        {
            "id": "a",
            "text": "b\u202ec\ud800\r\nd",
            "title": "T\u200b\nU",
            "url": "https://e.org/\u202e",
        },
        {"id": "\ud800", "text": "x"},
    )
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    reader = PassageReader(tmp_path / "p.jsonl")
    scan = reader.scan()
    (document,) = (reader.read(file) for file in scan.files)

    assert ("bc\nd\n", "T U", "") == (document.text, document.title, document.url)
    assert ["line 2"] == [one.path for one in scan.skipped]
