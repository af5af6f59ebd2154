"""Tests of retrieval/ingest/planning.py: only what changed is read, and a rename is no deletion."""

from __future__ import annotations

from retrieval.ingest.planning import plan_of
from retrieval.ports import Scan, Skipped, SourceFile


def test_what_changed_is_read_and_what_moved_is_known_again() -> None:
    """By its digest; what stands nowhere any more is gone."""
    files = [
        SourceFile(path, digest, 1)
        for path, digest in (("same", "1"), ("changed", "2b"), ("moved", "3"), ("new", "4"))
    ]
    known = {"same": "1", "changed": "2a", "earlier": "3", "gone": "5"}
    plan = plan_of(Scan(tuple(files), ()), known)

    assert [("changed", ""), ("moved", "earlier"), ("new", "")] == [
        (file.path, earlier) for file, earlier in plan.files
    ]
    assert (("gone",), 1) == (plan.gone, plan.renamed)


def test_what_cannot_be_opened_is_not_gone() -> None:
    """Neither a file that is closed to us now, nor what stands in such a folder."""
    closed = (Skipped("a.md", "denied"), Skipped("sub", "denied"))
    known = {"a.md": "1", "sub/b.md": "2", "subway.md": "3"}

    assert ("subway.md",) == plan_of(Scan((), (), unread=closed), known).gone
    assert () == plan_of(Scan((), (), unread=(Skipped(".", "denied"),)), known).gone
