"""The small logistic models and their file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import SettingsError
from retrieval.models.logistic import Logistic, digest, load, write

NUMBERS = st.floats(-1e6, 1e6)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """The shipped numbers survive a file, and their name with them."""
    path = tmp_path / "docs.quoting.json"

    write(path, load())

    assert digest(load()) == digest(load(path))
    assert [path] == list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"meaning": {"threshold": 2}}', "nonsense"])
def test_a_wrong_file_is_a_sentence(tmp_path: Path, text: str) -> None:
    """A file of another form is named, with what to do about it."""
    path = tmp_path / "docs.quoting.json"
    path.write_text(text)

    with pytest.raises(SettingsError, match=r"docs\.quoting\.json.*scripts\.calibrate"):
        load(path)


@given(NUMBERS, st.dictionaries(st.text(max_size=3), NUMBERS), st.dictionaries(st.text(), NUMBERS))
def test_a_probability_is_one(
    bias: float, weights: dict[str, float], row: dict[str, float]
) -> None:
    """Whatever the numbers, it lies between 0 and 1."""
    assert 0.0 <= Logistic(bias, weights).probability(row) <= 1.0
