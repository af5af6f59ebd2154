"""Faults on demand, and a log of every call: for tests and for trying what the bot does."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KEPT = 20_000
"""Calls kept in the log."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a method: when, with what, and the answer it got."""

    method: str
    arguments: Mapping[str, Any]
    at: float
    answer: Mapping[str, Any]
    status: int


@dataclass(slots=True)
class Fault:
    """What goes wrong with a method, and for how many calls; `times` None is for ever.

    `after` lets the call take effect before its answer is spoilt. `delay` is in seconds of the
    playground's clock, before the call takes effect or, with `after`, after it. `where` names
    arguments that a call must have to be spoilt.
    """

    error: str = ""
    times: int | None = 1
    status: int = 200
    retry_after: int | None = None
    delay: float = 0.0
    after: bool = False
    drop: bool = False
    details: dict[str, Any] = field(default_factory=dict)
    where: dict[str, Any] = field(default_factory=dict)

    def meets(self, arguments: Mapping[str, Any]) -> bool:
        """Whether a call with these arguments is one of those to spoil."""
        return all(arguments.get(name) == value for name, value in self.where.items())


class Faults:
    """The faults that wait, by method; "*" is for every method.

    `skew` is by how many seconds the clock is wrong that dates the answers. `calls` are those that
    were answered, `under_way` is how many are not yet.
    """

    def __init__(self) -> None:
        self.skew = 0.0
        self.under_way = 0
        self.calls: deque[Call] = deque(maxlen=KEPT)
        self._waiting: dict[str, list[Fault]] = {}

    def fail(self, method: str, error: str = "fatal_error", **options: Any) -> None:
        """Let the next calls of a method fail with Slack's `error`; for options see `Fault`."""
        self._waiting.setdefault(method, []).append(Fault(error, **options))

    def limit(self, method: str, retry_after: int = 1, times: int | None = 1) -> None:
        """Let the next calls of a method get a 429 with `Retry-After`."""
        self.fail(method, "ratelimited", times=times, status=429, retry_after=retry_after)

    def delay(
        self, method: str, seconds: float, times: int | None = 1, *, after: bool = False
    ) -> None:
        """Let the next calls of a method take longer, before they take effect or `after` it."""
        self.fail(method, "", times=times, delay=seconds, after=after)

    def drop(self, method: str, *, after: bool = False, times: int | None = 1) -> None:
        """Cut the connection in the next calls of a method, `after` they took effect or before."""
        self.fail(method, "", times=times, after=after, drop=True)

    def clear(self) -> None:
        """Let everything work again."""
        self._waiting.clear()
        self.skew = 0.0

    def waiting(self, method: str) -> int:
        """Return how many faults wait for a method."""
        return len(self._waiting.get(method, ()))

    def take(self, method: str, arguments: Mapping[str, Any] | None = None) -> Fault | None:
        """Return the fault for a call that is made now, counted down."""
        for name in (method, "*"):
            waiting = self._waiting.get(name, [])
            fault = next((one for one in waiting if one.meets(arguments or {})), None)
            if fault is None:
                continue
            if fault.times is not None:
                fault.times -= 1
                if fault.times <= 0:
                    waiting.remove(fault)
            return fault
        return None
