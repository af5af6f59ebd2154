"""A clock that tests set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Stands still until it is moved; implements the port `Clock`."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the time that it was set to."""
        return self.time

    def monotonic(self) -> float:
        """Return the same in seconds."""
        return self.time.timestamp()

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.time += timedelta(seconds=seconds)
