"""Which roots lie in which, by whole names of folders."""

from __future__ import annotations

from retrieval.ingest.roots import around, inside, opened, reached
from retrieval.ports import Scan, Skipped, SourceFile

ROOTS = ("/a", "/a/b", "/a/b/c.md", "/ab", "rows of a file")


def test_the_folders_around_a_root_come_outermost_first() -> None:
    """A root is not around itself, and a name that begins alike is another folder."""
    assert ("/a", "/a/b") == around("/a/b/c.md", ROOTS)
    assert () == around("/ab", ROOTS)


def test_the_roots_inside_a_root() -> None:
    """However deep, folders and files."""
    assert ("/a/b", "/a/b/c.md") == inside("/a", ROOTS)
    assert () == inside("/a/b/c.md", ROOTS)


def test_a_root_inside_is_reached_where_one_of_its_pages_was_seen() -> None:
    """A hidden or excluded folder, or a file of another kind, is not."""
    scan = Scan((SourceFile("b/c.md", "0", 1), SourceFile("bb/d.md", "0", 1)), ())

    assert [True, True, False, False] == [
        reached(inner, "/a", scan) for inner in ("/a/b", "/a/b/c.md", "/a/b/c", "/a/.hidden")
    ]


def test_a_root_inside_is_open_where_nothing_of_it_was_shut() -> None:
    """What cannot be opened elsewhere is none of it."""
    scan = Scan((), (), unread=(Skipped("b/c.md", "denied"), Skipped("bb", "denied")))

    assert [False, False, True] == [
        opened(inner, "/a", scan) for inner in ("/a/b", "/a/b/c.md", "/a/b/d.md")
    ]
