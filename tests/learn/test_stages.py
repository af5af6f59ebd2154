"""Tests of retrieval/learn/stages.py: every stage has its title, and knows its step."""

from __future__ import annotations

from retrieval.learn.stages import AFTER, MEND, STEP_TITLES, STEPS, TITLES, Stage, Step


def test_every_stage_has_a_title_and_a_remedy() -> None:
    """Nothing is named that could not be told; what is lost can be mended."""
    assert set(Stage) == set(TITLES)
    assert set(Step) == set(STEP_TITLES)
    assert set(Stage) - {Stage.RIGHT, Stage.UNKNOWN} == set(MEND)


def test_stages_stand_in_the_order_of_their_steps() -> None:
    """An earlier stage never comes after a later step than a later one does."""
    known = [AFTER[stage] for stage in Stage if stage in AFTER]
    at = [STEPS.index(step) if step else -1 for step in known]

    assert sorted(at) == at
