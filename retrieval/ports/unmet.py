"""Questions that got no answer, or one that somebody dislikes: what the pages may lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Unmet:
    """A question that was refused, or whose answer somebody dislikes and nobody likes.

    `text` stands alone. `team`, `channel` and `kind` say where it stands: `kind` is that of the
    place ("channel" alone is public), "alone" of an answer that only its asker saw, and empty
    where that is not known or it was asked outside of Slack.
    """

    trace_id: str
    text: str
    asker: str
    asked: datetime
    collections: tuple[str, ...]
    disliked: bool
    team: str = ""
    channel: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """Questions of which somebody said what is right: by their traces, and by their wordings' keys.

    Their right page is known, or that a refusal is right: no page is lacking for them.
    """

    traces: frozenset[str] = frozenset()
    wordings: frozenset[str] = frozenset()


class UnmetQuestions(Protocol):
    """What the pages may lack."""

    async def since(self, moment: datetime, *, most: int) -> Sequence[Unmet]:
        """Return the newest since a moment, at most so many, newest first. Raises LedgerError."""

    async def decided(self) -> Decided:
        """Return of which questions somebody said what is right. Raises LedgerError."""

    async def answered(self, since: datetime) -> Mapping[str, datetime]:
        """Return when each question was last answered, without a dislike, by its wording's key."""
