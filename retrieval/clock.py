"""The clock of the machine."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Tells the machine's own time."""

    def now(self) -> datetime:
        """Return the time now, in UTC, with its zone."""
        return datetime.now(tz=UTC)

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic()
