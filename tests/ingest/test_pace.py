"""What is told of how far a run is."""

from __future__ import annotations

from retrieval.ingest.pace import Pace
from retrieval.ingest.report import Progress


def test_each_step_says_how_many_are_done_and_what_is_left() -> None:
    """What is left is told from the work that is left, not from how many things are."""
    told: list[Progress] = []
    pace = Pace("reading", 2, 10, told.append)

    pace.step(1, 0)
    pace.step(1, 10)

    assert [("reading", 1, 2), ("reading", 2, 2)] == [(p.phase, p.done, p.total) for p in told]
    assert [None, 0.0] == [progress.left for progress in told]
