"""Work that keeps failing: it is tried less and less often, and given up in the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

TRIES = 10
FIRST_WAIT = timedelta(seconds=15)
LONGEST_WAIT = timedelta(hours=1)
"""Between two tries: twice as long each time, up to the longest; about two hours in all."""


@dataclass(slots=True)
class Tries:
    """Counts in one process how often things failed, each by a name of its own."""

    _failed: dict[str, tuple[int, datetime]] = field(default_factory=dict)

    def due(self, name: str, now: datetime) -> bool:
        """Whether something is to be tried at a moment."""
        return name not in self._failed or self._failed[name][1] <= now

    def failed(self, name: str, now: datetime) -> bool:
        """Count a failure; return whether it was the last one."""
        times = self._failed.pop(name, (0, now))[0] + 1
        if times >= TRIES:
            return True
        self._failed[name] = times, now + min(LONGEST_WAIT, FIRST_WAIT * 2 ** (times - 1))
        return False

    def went(self, name: str) -> None:
        """Forget the failures of what has succeeded."""
        self._failed.pop(name, None)
