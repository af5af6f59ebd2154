"""The lock that lets one playground use a data folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.playground.lock import NAME, hold
from retrieval.errors import PathUnusable, StoreError


def test_a_second_playground_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    """Once the first has stopped, or was killed with its address still there, it starts."""
    with hold(tmp_path) as first:
        with pytest.raises(PathUnusable, match="is starting already"), hold(tmp_path):
            pass
        first.tell("http://127.0.0.1:3210/")
        told = r"runs at http://127\.0\.0\.1:3210/ already"
        with pytest.raises(PathUnusable, match=told) as no, hold(tmp_path):
            pass
        assert 1 == no.value.exit_code

    killed = (
        "import os, pathlib, sys; from bot.playground.lock import hold\n"
        "with hold(pathlib.Path(sys.argv[1])) as lock: lock.tell('http://gone/'); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", killed, str(tmp_path)], check=False)
    assert 9 == done.returncode
    assert "http://gone/" == (tmp_path / NAME).read_text()
    with hold(tmp_path) as again:
        again.tell("http://127.0.0.1:1/")
        assert "http://127.0.0.1:1/" == (tmp_path / NAME).read_text()


def test_a_folder_that_cannot_be_written_is_named_in_a_sentence(tmp_path: Path) -> None:
    """With the same exit code that indexing has for it."""
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "data"):
        with (
            pytest.raises(StoreError, match=r"cannot be written.*FOOTNOTE_DATA") as no,
            hold(folder),
        ):
            pass

        assert 1 == no.value.exit_code
