"""Earlier questions whose answers may be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from retrieval.values import Question, Trace


class Earlier(Protocol):
    """Answers that somebody liked and nobody disliked."""

    async def liked(self, question: Question, *, most: int = 3) -> Sequence[Trace]:
        """Return traces of first questions of a question's wording, the newest first.

        They were answered in full; those that another person asked in private are left out.
        Raises LedgerError.
        """
