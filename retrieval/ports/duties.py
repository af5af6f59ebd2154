"""Work that falls due once in a period, whoever of several processes takes it on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

DUTY_SECONDS = 120.0
"""How long a duty is held without being renewed."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty of one period, as it stands: `ended` is None while it is not done.

    `attempts` counts how often it was taken on; before `until` nobody else may take it on.
    """

    name: str
    period: str
    begun: datetime
    until: datetime
    attempts: int
    ended: datetime | None = None


class Duties(Protocol):
    """Who does what falls due once: the nightly run of a day, the digest of a week.

    A duty has a name and a period ("2026-11-30", "2026-W48"). Whoever begins it holds it for a
    while, renews that as long as the work lasts, and ends it. Whose hold has run out is taken for
    dead, and another may begin it. `Duties` of one process know what they hold themselves.
    """

    async def begin(self, name: str, period: str, *, seconds: float = DUTY_SECONDS) -> bool:
        """Take on a duty; False where it is done or somebody holds it. Raises LedgerError."""

    async def renew(self, name: str, period: str, *, seconds: float = DUTY_SECONDS) -> bool:
        """Hold on to a duty; False where it is not ours any more."""

    async def end(self, name: str, period: str) -> bool:
        """Say that a duty is done; False where it is not ours any more."""

    async def release(self, name: str, period: str, *, counted: bool = True) -> None:
        """Give up a duty that is ours and not done, so that anybody may begin it at once.

        `counted`: that it was tried in vain counts as one of its attempts.
        """

    async def latest(self, name: str) -> Duty | None:
        """Return the duty of that name whose period is the last, None where there was none."""
