"""Names of collections: what can be one, and the sentence on what cannot."""

from __future__ import annotations

import pytest

from retrieval.errors import InputError
from retrieval.text.collection import check_name


@pytest.mark.parametrize("name", ["docs", "0", "a-b_c", "a" * 64])
def test_a_name_is_returned(name: str) -> None:
    """Small letters, digits, - and _, 64 at most."""
    assert name == check_name(name)


@pytest.mark.parametrize("name", ["", "Docs", "../docs", "a.b", "-a", "a b", "é", "a" * 65, "a\n"])
def test_what_cannot_be_one_is_refused(name: str) -> None:
    """It would be no name of a file, an index or a column."""
    with pytest.raises(InputError, match="cannot be the name of a collection"):
        check_name(name)


def test_a_long_one_is_not_repeated_whole() -> None:
    """The sentence stays one."""
    with pytest.raises(InputError) as told:
        check_name("a" * 5_000)

    assert len(str(told.value)) < 300
