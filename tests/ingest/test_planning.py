"""Tests of retrieval/ingest/planning.py: only what changed is read, and a rename is no deletion."""

from __future__ import annotations

from retrieval.ingest.planning import plan_of
from retrieval.ports import SourceFile


def test_what_changed_is_read_and_what_moved_is_known_again() -> None:
    """By its digest; what stands nowhere any more is gone."""
    files = [
        SourceFile(path, digest, 1)
        for path, digest in (("same", "1"), ("changed", "2b"), ("moved", "3"), ("new", "4"))
    ]
    known = {"same": "1", "changed": "2a", "earlier": "3", "gone": "5"}
    plan = plan_of(files, known)

    assert [("changed", ""), ("moved", "earlier"), ("new", "")] == [
        (file.path, earlier) for file, earlier in plan.files
    ]
    assert (("gone",), 1) == (plan.gone, plan.renamed)
