"""The garbage collector waits longer, for a while."""

from __future__ import annotations

import contextlib
import gc

from retrieval.ingest.pauses import fewer_pauses


def test_the_thresholds_are_as_before_afterwards() -> None:
    """Also where something went wrong."""
    before = gc.get_threshold()
    with contextlib.suppress(KeyError), fewer_pauses():
        during = gc.get_threshold()
        raise KeyError

    assert during > before
    assert before == gc.get_threshold()
