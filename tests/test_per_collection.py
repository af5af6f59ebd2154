"""What a setting says of one collection."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.per_collection import said_of


@pytest.mark.parametrize(
    ("value", "docs", "runbooks"),
    [
        ("", "", ""),
        ("https://a/{path}", "https://a/{path}", "https://a/{path}"),
        ("https://a/{path}, runbooks=http://b/{page}", "https://a/{path}", "http://b/{page}"),
        ("runbooks=https://b/{page}", "", "https://b/{page}"),
        ("https://a/?x=1,y={path}", "https://a/?x=1,y={path}", "https://a/?x=1,y={path}"),
        (
            "runbooks=https://b/{page}?a=1,docs=https://a/{path}",
            "https://a/{path}",
            "https://b/{page}?a=1",
        ),
        ("github,runbooks=mkdocs", "github", "mkdocs"),
        ("runbooks=mkdocs , gitlab", "gitlab", "mkdocs"),
    ],
)
def test_a_setting_says_something_of_one_collection_or_of_all_others(
    value: str, docs: str, runbooks: str
) -> None:
    """A comma parts values only where another link or style follows it."""
    assert docs == said_of(value, "docs")
    assert runbooks == said_of(value, "runbooks")


@given(st.text(), st.text())
def test_any_text_says_something_of_any_collection(value: str, collection: str) -> None:
    """What is said is a part of it."""
    assert said_of(value, collection) in value
