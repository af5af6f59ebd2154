"""The command that a sentence names is the one that mends what the sentence tells of."""

from __future__ import annotations

import pytest

from retrieval.text.commands import ingest_command


@pytest.mark.parametrize(
    ("collection", "command"),
    [
        ("docs", "`python -m scripts.ingest PATH`"),
        ("team", "`python -m scripts.ingest PATH --collection team`"),
    ],
)
def test_the_collection_is_named_where_it_is_not_the_usual_one(
    collection: str, command: str
) -> None:
    """Without it the command would fill another collection."""
    assert command == ingest_command(collection)
