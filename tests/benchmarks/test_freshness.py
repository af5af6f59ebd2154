"""Which of two texts of a page comes first."""

from __future__ import annotations

from benchmarks.freshness import above
from retrieval.values import RankedHit
from tests.fakes.team import chunks, facts, ranked


def test_the_folders_that_tell_two_sources_apart_are_no_part_of_a_page() -> None:
    """A page is known by its path within its source, and is current by its id."""
    hits = [_hit("then/a/leave.md"), _hit("now/b.md"), _hit("now/a/leave.md")]
    current = {hits[1].document.id, hits[2].document.id}

    assert above(hits, "a/leave.md", current) is False
    assert above(hits, "b.md", current) is True
    assert above(hits, "c.md", current) is None


def _hit(path: str) -> RankedHit:
    return ranked(chunks(path, "Text.")[0], facts(path), 1)
