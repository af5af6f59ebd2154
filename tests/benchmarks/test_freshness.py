"""Which of two texts of a page comes first."""

from __future__ import annotations

from benchmarks.freshness import Written, above, told
from retrieval.values import RankedHit
from tests.fakes.team import chunks, facts, ranked


def test_the_folders_that_tell_two_sources_apart_are_no_part_of_a_page() -> None:
    """A page is known by its path within its source, and is current by its id."""
    hits = [_hit("then/a/leave.md"), _hit("now/b.md"), _hit("now/a/leave.md")]
    current = {hits[1].document.id, hits[2].document.id}

    assert above(hits, "a/leave.md", current) is False
    assert above(hits, "b.md", current) is True
    assert above(hits, "c.md", current) is None


def test_what_was_written_is_counted() -> None:
    """Of answers from old texts alone, and of all."""
    answers = [
        Written(True, True, True),
        Written(True, False, True),
        Written(True, True, False),
        Written(False, False, False),
    ]

    assert (
        "3 of 4 answered, 2 from old texts alone\n"
        "a newer page quoted beside 2, beside 1 of those from old texts alone"
    ) == told(answers)


def _hit(path: str) -> RankedHit:
    return ranked(chunks(path, "Text.")[0], facts(path), 1)
