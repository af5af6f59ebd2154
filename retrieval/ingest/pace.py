"""How far a phase of indexing is, and how long it will take at the rate so far."""

from __future__ import annotations

import time

from retrieval.ingest.report import Progress, ProgressWatch


class Pace:
    """Tells how far a phase is, and how long it will take at the rate so far."""

    def __init__(self, phase: str, total: int, work: int, tell: ProgressWatch) -> None:
        """Of a phase, `total` things are to be done, which are so much `work`."""
        self._phase, self._total, self._work, self._tell = phase, total, work, tell
        self._done = self._worked = 0
        self._started = time.monotonic()

    def step(self, count: int, work: int) -> None:
        """Note that `count` more are done, which were so much `work` of the whole."""
        self._done += count
        self._worked += work
        spent = max(time.monotonic() - self._started, 1e-9)
        left = spent / self._worked * (self._work - self._worked) if self._worked else None
        self._tell(Progress(self._phase, self._done, self._total, self._done / spent, left))
