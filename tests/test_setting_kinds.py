"""Kinds of settings: what is wrong with a value is said, and the value is not."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from retrieval.setting_kinds import (
    FileThere,
    Folder,
    FolderThere,
    IndexPrefix,
    PageLink,
    Servers,
    SlugStyle,
    addresses,
)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "http://127.0.0.1:9200",
        "https://a.example:9200, https://b.example:9200/",
        "https://proxy.example/search/es",
        "https://me:secret@a.example",
    ],
)
def test_addresses_of_servers_are_taken(value: str) -> None:
    """One or several, with a port, a path, or a name and password."""
    assert value == TypeAdapter(Servers).validate_python(value)


@pytest.mark.parametrize(
    "value",
    [
        "localhost:9200",
        "elasticsearch",
        "a.example",
        "https://",
        "http://a:port",
        "http://a,b:9200",
        "//a",
        ",",
        " ",
        "http://a b",
    ],
)
def test_an_address_without_a_scheme_or_host_is_refused(value: str) -> None:
    """The sentence says how an address looks."""
    with pytest.raises(ValidationError, match="must start with http:// or https://"):
        TypeAdapter(Servers).validate_python(value)


@given(st.text(), st.sampled_from(["", "http://", "https://[", "http://a:"]))
def test_any_text_is_taken_or_refused(text: str, before: str) -> None:
    """Nothing that may stand in an environment breaks the check."""
    with contextlib.suppress(ValidationError):
        assert before + text == TypeAdapter(Servers).validate_python(before + text)


def test_addresses_are_parted_at_commas() -> None:
    """Spaces and the slash at an end are no part of them."""
    assert ["http://a:1", "http://b/x"] == addresses(" http://a:1/ , ,http://b/x")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (PageLink, "https://a/{path},runbooks=https://b/"),
        (PageLink, "runbooks=https://b/index"),
        (SlugStyle, "github,runbooks=word"),
        (SlugStyle, ""),
    ],
)
def test_each_value_of_a_collection_is_checked(kind: Any, value: str) -> None:
    """A link needs the page in it, a style must be known."""
    with pytest.raises(ValidationError, match="must"):
        TypeAdapter(kind).validate_python(value)


@pytest.mark.parametrize("value", ["", "Footnote", "a.b", "-a", "a b", "*"])
def test_a_prefix_is_the_beginning_of_an_index_s_name(value: str) -> None:
    """What Elasticsearch would refuse, or a dot that would end it, is refused."""
    with pytest.raises(ValidationError, match="small letters"):
        TypeAdapter(IndexPrefix).validate_python(value)


@pytest.mark.parametrize(
    ("kind", "taken"),
    [(Folder, {"folder", "nowhere"}), (FolderThere, {"folder"}), (FileThere, {"file"})],
)
def test_a_path_is_of_its_kind(kind: object, taken: set[str], tmp_path: Path) -> None:
    """Only a folder that can still be made may be missing."""
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    found = set()
    for name in ("file", "folder", "nowhere"):
        with contextlib.suppress(ValidationError):
            found.add(TypeAdapter(kind).validate_python(tmp_path / name).name)

    assert taken == found


@given(st.text(max_size=400))
def test_whatever_path_is_named_is_taken_or_refused(name: str) -> None:
    """No name that a disk cannot have breaks the reading of settings."""
    for kind in (Folder, FolderThere, FileThere):
        with contextlib.suppress(ValidationError):
            TypeAdapter(kind).validate_python(name)
