"""Tests of listing files."""

from __future__ import annotations

import os

import pytest

from retrieval.ports import Meant, Skipped
from retrieval.readers.walk import Found, Unread, excluded, walk


def _walk(root, *excludes):
    found = list(walk(root, excludes))
    files = [one.path for one in found if isinstance(one, Found)]
    return files, {one.path: one.reason for one in found if isinstance(one, Skipped)}


def test_files_are_listed_and_what_is_passed_over_is_named(tmp_path):
    """Machinery is silent, hidden folders and excluded ones are named."""
    for path in ("a.md", "b/c.md", ".git/x.md", ".cache/x.md", "node_modules/x.md", "drafts/d.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("x")

    assert (
        ["a.md", "b/c.md"],
        {".cache": "excluded", "node_modules": "excluded", "drafts": "excluded"},
    ) == _walk(tmp_path, "drafts/")


def test_links_are_not_followed(tmp_path):
    """A loop, a link to outside and a link to nowhere are named, and the walk ends."""
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a" / "b.md").write_text("x")
    (root / "a" / "loop").symlink_to(root)
    (root / "twice.md").symlink_to(root / "a" / "b.md")
    (root / "out").symlink_to("/")
    (root / "self").symlink_to(root / "self")
    files, skipped = _walk(root)

    assert ["a/b.md"] == files
    assert {
        "a/loop": "a link that leads back to a folder it stands in",
        "twice.md": "a link to a/b.md, which is read in its own place",
        "self": "a link that leads nowhere or back to itself",
    } == {key: skipped[key] for key in ("a/loop", "twice.md", "self")}
    assert skipped["out"].startswith("a link")


def test_what_nobody_misses_is_told_from_what_somebody_may(tmp_path):
    """What is excluded or read elsewhere was meant to be passed over; a link to outside was not."""
    for path in ("a.md", "drafts/d.md", "../other/o.md"):
        (tmp_path / "root" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "root" / path).write_text("x")
    (tmp_path / "root" / "again.md").symlink_to("a.md")
    (tmp_path / "root" / "out.md").symlink_to(tmp_path / "other" / "o.md")
    found = {one.path: isinstance(one, Meant) for one in walk(tmp_path / "root", ["drafts"])}

    assert {"a.md": False, "drafts": True, "again.md": True, "out.md": False} == found


def test_what_is_no_file_is_named(tmp_path):
    """A pipe is passed over instead of waited for."""
    os.mkfifo(tmp_path / "pipe.md")

    assert ([], {"pipe.md": "not a file"}) == _walk(tmp_path)


@pytest.mark.parametrize(
    ("error", "kind"), [(PermissionError, Unread), (OSError, Unread), (FileNotFoundError, Skipped)]
)
def test_a_folder_that_cannot_be_listed_is_told_from_one_that_is_gone(
    tmp_path, monkeypatch, error, kind
):
    """What stood in it is not known then, so it is not taken for deleted."""
    (tmp_path / "sub").mkdir()
    listed = os.scandir

    def scandir(place):
        if place.name == "sub":
            raise error(13, "No way")
        return listed(place)

    monkeypatch.setattr(os, "scandir", scandir)

    assert [kind("sub", "the folder cannot be read: No way")] == list(walk(tmp_path, ()))


def test_names_that_are_no_text_are_named(tmp_path):
    """A name of broken bytes does not stop the walk."""
    (tmp_path / os.fsdecode(b"a\xff.md")).write_text("x")

    assert ["its name is not valid text"] == list(_walk(tmp_path)[1].values())


@pytest.mark.parametrize(
    ("path", "pattern", "hit"),
    [
        ("a/b.md", "b.md", True),
        ("a/b.md", "a/*.md", True),
        ("a/b.md", "*.txt", False),
        ("a/old", "**/old", True),
        ("old", "**/old/**", True),
        ("a/old", "/old", False),
        ("a", "./a/", True),
        ("ab", "a", False),
    ],
)
def test_patterns_match_path_or_name(path, pattern, hit):
    """Excludes are shell patterns on the path from the root, or on a name anywhere."""
    assert hit == excluded(path, [pattern])
