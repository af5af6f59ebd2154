"""One file is read and cut, and nothing that is wrong with it gets further."""

from __future__ import annotations

import pytest

from retrieval.errors import UnreadableDocument
from retrieval.ingest.cutting import cut
from tests.fakes.pages import FakeCutter
from tests.fakes.troublesome import TroublesomeReader


def _cut(text: str) -> object:
    reader = TroublesomeReader({"a": text})
    return cut(reader, FakeCutter(), reader.scan().files[0])


def test_a_file_becomes_a_document_and_its_chunks() -> None:
    """Both are returned."""
    outcome = _cut("Apples\n\nare red")

    assert isinstance(outcome, tuple)
    assert ("a", 2) == (outcome[0].path, len(outcome[1]))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("refuse", "it is not text"),
        ("break", "it could not be understood (IndexError: list index out of range)"),
    ],
)
def test_what_is_wrong_is_returned(text: str, reason: str) -> None:
    """The reader's own reason, or the error that nobody foresaw."""
    outcome = _cut(text)

    assert isinstance(outcome, UnreadableDocument)
    assert reason == str(outcome)
