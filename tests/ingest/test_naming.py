"""The name of a folder's own collection."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.ingest.naming import own_collection

ALLOWED = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""As a store takes names."""


def test_each_folder_has_one_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative path, one with dots and a link lead to one name; a namesake has another."""
    for name in ("a/handbook", "b/handbook"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "a" / "handbook")
    monkeypatch.chdir(tmp_path)
    named = own_collection(Path("a/handbook"))

    assert re.fullmatch(r"handbook-[0-9a-f]{6}", named)
    assert {named} == {
        own_collection(path)
        for path in (tmp_path / "a" / "handbook", Path("b/../a/handbook"), Path("link"))
    }
    assert named != own_collection(Path("b/handbook"))


def test_the_manual_keeps_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder docs of where one stands is `docs`; another of that name is not."""
    monkeypatch.chdir(tmp_path)

    assert {"docs"} == {own_collection(path) for path in (Path("docs"), Path("docs/"))}
    assert "docs" == own_collection(tmp_path / "docs")
    assert "docs" != own_collection(tmp_path / "other" / "docs")


@given(st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1))
def test_any_folder_has_a_name_that_a_store_takes(name: str) -> None:
    """Whatever the script of its name, and however long it is."""
    assert ALLOWED.fullmatch(own_collection(Path("/nowhere") / name))
