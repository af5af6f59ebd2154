"""Answers that people are asked to grade, and what they made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

GRADES = ("right", "partly", "wrong", "refuse")
"""What an answer is, from the best to the worst; "refuse": it should have been a refusal."""


GRADE_ACTION = "footnote_grade_"
"""What the action of a button begins with that gives a grade, which follows."""


@dataclass(frozen=True, slots=True)
class Gradable:
    """An answer that may be graded: who asked it, of which collections, and where it stands.

    `team`, `channel` and `kind` (of place) are empty for one that was posted nowhere. `cited` are
    the collections of the pages that it cites, where that was looked up.
    """

    trace_id: str
    asker: str
    collections: tuple[str, ...]
    team: str = ""
    channel: str = ""
    kind: str = ""
    cited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """Answers that were drawn together, in the order in which they are shown."""

    id: str
    made: datetime
    since: datetime
    seed: int
    traces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """What a person makes of an answer: `grade` is one of GRADES."""

    trace_id: str
    person: str
    grade: str
    given: datetime
    sample: str = ""


class Grades(Protocol):
    """The samples and their grades; one grade a person and answer, the last one counts."""

    async def gradable(self, since: datetime) -> Sequence[Gradable]:
        """Return the answers and refusals given since a moment, oldest first. LedgerError."""

    async def drawn(self, sample: Sample) -> Sequence[Gradable]:
        """Return the answers of a sample, in its order; those that are gone are left out.

        Each says which collections it cites.
        """

    async def draw(self, sample: Sample) -> Sample:
        """Keep a sample; return the one of that id that stands, which may be an earlier one."""

    async def sample(self, sample_id: str = "") -> Sample | None:
        """Return a sample by its id, or the newest one; None where there is none."""

    async def give(self, grade: Grade) -> None:
        """Keep a grade, over the same person's earlier one of the same answer."""

    async def withdraw(self, trace_id: str, person: str) -> bool:
        """Take a grade back; False where there was none."""

    async def of(self, traces: Sequence[str]) -> Sequence[Grade]:
        """Return the grades of some answers, by answer and then oldest first."""
