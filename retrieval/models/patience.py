"""How long to wait for a model service, and when to ask it again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds, and how often to ask again before the first piece.

    `first` is for the first piece of a reply, `between` for each next one, `deadline` for the
    whole reply with every attempt. `backoff` is the first pause, doubled each time; a service
    that names one itself (Retry-After) is obeyed as far as the deadline allows.
    """

    first: float = 30.0
    between: float = 15.0
    deadline: float = 60.0
    retries: int = 2
    backoff: float = 0.5

    @classmethod
    def within(cls, deadline: float) -> Patience:
        """Return the patience for a whole reply; half of it may pass before the first piece."""
        return cls(first=max(cls().first, deadline / 2), deadline=deadline)


def pause(headers: Mapping[str, str], attempt: int, base: float) -> float:
    """Return the seconds to wait before the next attempt: what the service asks, or doubling.

    Args:
        headers: of the reply that failed; empty for a connection that failed.
        attempt: how many attempts were made, from 1.
        base: the first wait, in seconds.
    """
    for header, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        asked = _seconds(headers.get(header, ""), unit)
        if 0 <= asked < float("inf"):
            return asked
    return base * 2.0 ** (attempt - 1)


def _seconds(asked: str, unit: float) -> float:
    """Read what a header asks for: a number, or a date as RFC 9110 allows; else below 0."""
    try:
        return float(asked) * unit
    except ValueError:
        pass
    try:
        return parsedate_to_datetime(asked).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return -1.0
