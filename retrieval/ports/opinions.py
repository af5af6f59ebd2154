"""What people said of answers and searches, and the cases made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from retrieval.values import Turn


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a person thinks of an answer: `value` is 1 or -1, `source` button or reaction."""

    trace_id: str
    person: str
    value: int
    source: str
    place: str
    given: datetime


class Feedback(Protocol):
    """One opinion a person and answer; the last one counts, a thumbs-down makes a case."""

    async def give(self, opinion: Opinion) -> str | None:
        """Keep an opinion; return the id of the case that it made or kept. Raises LedgerError."""

    async def withdraw(self, trace_id: str, person: str, *, source: str, value: int) -> bool:
        """Take back an opinion if it is still the one given so; False where it is not.

        A case that no thumbs-down is left for is withdrawn with it.
        """

    async def of(self, trace_id: str) -> Sequence[Opinion]:
        """Return the opinions on an answer, oldest first."""


@dataclass(frozen=True, slots=True)
class EvalCase:
    """A complaint to measure with: all that was known at the moment of the answer.

    `state` is "new" or "withdrawn" (more states come with their use); `content` has question,
    history, standalone, queries, hits (leg, path, chunk digest, rank, score), versions, answer
    and outcome.
    """

    id: str
    trace_id: str
    made: datetime
    state: str
    person: str
    place: str
    content: Mapping[str, Any]


class Cases(Protocol):
    """The eval cases, newest first."""

    async def list(self, *, state: str = "", most: int = 100) -> Sequence[EvalCase]:
        """Return cases of a state, or of all."""

    async def find(self, case_id: str) -> EvalCase:
        """Return a case by its id or an unambiguous start of it. Raises CaseMissing."""


@dataclass(frozen=True, slots=True)
class RewriteCase:
    """A search that was not what its asker meant, and what they made of it.

    `turns` are those of the thread before what was `asked`, oldest first; `rewrite` is what was
    searched, `wanted` what should have been. `id` names the occasion: kept again it is the same.
    """

    id: str
    trace_id: str
    person: str
    place: str
    asked: str
    turns: tuple[Turn, ...]
    rewrite: str
    wanted: str


class Rewrites(Protocol):
    """What people made of searches."""

    async def keep(self, case: RewriteCase) -> bool:
        """Keep a case; False where it was kept before. Raises LedgerError."""

    async def list(self, *, most: int = 1_000) -> Sequence[RewriteCase]:
        """Return the cases, newest first."""
