"""A tracker in memory, which may be out of order."""

from __future__ import annotations

from dataclasses import dataclass, field

from retrieval.errors import TicketError
from retrieval.ports import Opened


@dataclass
class Tracker:
    """Implements `Ticketer`; one that `dies` takes a ticket, and whoever asked is killed."""

    name: str = "tracker"
    broken: bool = False
    dies: bool = False
    opened: dict[str, tuple[str, str]] = field(default_factory=dict)
    closed: list[str] = field(default_factory=list)

    async def find(self, key: str) -> Opened | None:
        """Look for a key."""
        return Opened(key) if key in self.opened else None

    async def open(self, key: str, title: str, body: str) -> Opened:
        """Open a ticket, one a key."""
        if self.broken:
            raise TicketError("The tracker does not answer.")
        assert key not in self.opened
        self.opened[key] = (title, body)
        if self.dies:
            raise KeyboardInterrupt
        return Opened(key, f"https://tracker.example/{key}")

    async def close(self, key: str, ref: str, comment: str) -> None:
        """Close it."""
        if self.broken:
            raise TicketError("The tracker does not answer.")
        assert ref in self.opened
        self.closed.append(comment)

    async def reach(self) -> str:
        """It is there."""
        return "a tracker"
