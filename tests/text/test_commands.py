"""The command that a sentence names is the one that mends what the sentence tells of."""

from __future__ import annotations

import pytest

from retrieval.text.commands import ingest_command, swap_command


@pytest.mark.parametrize(
    ("roots", "paths"),
    [
        (["/my docs", "/b"], "'/my docs' /b"),
        (["/a", "/b", "/c", "/d"], "PATH..."),
    ],
)
def test_the_folders_are_named_where_they_are_few(roots: list[str], paths: str) -> None:
    """As a shell reads them."""
    assert f"`python -m scripts.ingest {paths} --collection team`" == ingest_command("team", roots)


def test_the_command_that_puts_in_use_names_the_generation() -> None:
    """And the collection, where it is not the usual one."""
    assert "`python -m scripts.index swap 0002`" == swap_command("docs", "0002")
    assert "`python -m scripts.index swap 0002 --collection t`" == swap_command("t", "0002")


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
