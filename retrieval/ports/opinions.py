"""What people said of answers and searches, and the cases made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from retrieval.values import Turn

REASONS = ("wrong_page", "outdated", "incomplete", "invented", "not_asked", "other")
"""Why somebody dislikes an answer."""
STATES = ("new", "triaged", "fixed", "kept", "dropped", "withdrawn")
"""What becomes of a case: of itself it is new or withdrawn, the rest is what people decide."""
KINDS = ("complaint", "praise", "human", "grade", "imported")
"""Where a case comes from: from a dislike, from a like, from a person's own answer, and so on."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a person thinks of an answer: `value` is 1 or -1, `source` button or reaction.

    `reason` (one of REASONS) and `page`, the link of the right page, are what a person who
    dislikes it may add.
    """

    trace_id: str
    person: str
    value: int
    source: str
    place: str
    given: datetime
    reason: str = ""
    page: str = ""


class Feedback(Protocol):
    """One opinion a person and answer; the last one counts, and the answer's case follows them."""

    async def give(self, opinion: Opinion) -> str | None:
        """Keep an opinion; return the id of the case that it made or kept. Raises LedgerError.

        The same opinion again keeps the reason and the page that were given with it.
        """

    async def explain(
        self, trace_id: str, person: str, *, reason: str = "", page: str = ""
    ) -> bool:
        """Add to a dislike why, or the right page; False where the person does not dislike it."""

    async def withdraw(self, trace_id: str, person: str, *, source: str, value: int) -> bool:
        """Take back an opinion if it is still the one given so; False where it is not.

        A case that no thumbs-down is left for is withdrawn with it.
        """

    async def of(self, trace_id: str) -> Sequence[Opinion]:
        """Return the opinions on an answer, oldest first."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is known to be right about a case.

    `right` names pages as "collection:path"; `expected` is the answer that should have been
    given; `must_say` holds groups of wordings, one of each group is required. `answerable` is
    False where a refusal is right, None where nobody says. `note` says why a case is kept or was
    dropped.
    """

    right: tuple[str, ...] = ()
    expected: str = ""
    must_say: tuple[tuple[str, ...], ...] = ()
    must_not_say: tuple[str, ...] = ()
    answerable: bool | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class EvalCase:
    """A question to measure with: all that was known at the moment of its answer.

    `kind` is one of KINDS, `state` one of STATES; `trace_id` is empty where there was no answer
    of ours. `into` is the case that it was folded into, `folded` how many were folded into it,
    directly or not. `content` has question, history, collections, standalone, queries, hits (leg,
    path, chunk digest, rank, score), packed, versions, outcome, answer, reason, citations, and
    persons: who dislikes the answer now (person, place, given, reason, page).
    """

    id: str
    trace_id: str
    made: datetime
    state: str
    person: str
    place: str
    content: Mapping[str, Any]
    kind: str = "complaint"
    label: Label = field(default_factory=Label)
    into: str = ""
    folded: int = 0


@dataclass(frozen=True, slots=True)
class CaseEvent:
    """What somebody did with a case: `what` is labelled, moved, folded or unfolded.

    `state` is the one that it had then; `note` is what was said, or the case that it was folded
    into.
    """

    case: str
    when: datetime
    by: str
    what: str
    state: str
    note: str = ""


class Cases(Protocol):
    """The eval cases, newest first. All but `list` and `history` raise CaseMissing.

    Opinions move a case only as long as nobody has decided about it.
    """

    async def list(
        self, *, state: str = "", kind: str = "", most: int = 100, folded: bool = False
    ) -> Sequence[EvalCase]:
        """Return cases of a state and a kind, or of all; with `folded` those folded away too."""

    async def find(self, case_id: str) -> EvalCase:
        """Return a case by its id or an unambiguous start of it."""

    async def add(self, case: EvalCase) -> bool:
        """Keep a case that no opinion made; False where one of that id is there.

        What its content does not say is taken from its trace, where that is recorded.
        """

    async def label(self, case_id: str, label: Label, *, by: str) -> EvalCase:
        """Say what is right about a case, over what was said before; a new one is triaged."""

    async def move(self, case_id: str, state: str, *, note: str, by: str) -> EvalCase:
        """Decide about a case. Raises CaseUnfit where kept or dropped is given no reason."""

    async def fold(self, case_id: str, into: str, *, by: str) -> EvalCase:
        """Fold a case into another that asks the same; into nothing ("") unfolds it.

        Raises CaseUnfit where it would be folded into itself.
        """

    async def history(self, case_id: str) -> Sequence[CaseEvent]:
        """Return what was done with a case, oldest first."""


class CaseScopes(Protocol):
    """Where cases are asked that were made of no answer of ours."""

    async def ask_in(self, case_id: str, collections: Sequence[str], *, by: str) -> EvalCase:
        """Say in which collections a case is asked. Raises CaseUnfit for one that was asked."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How the question of a case is worded, standing alone."""

    case: str
    text: str


class Wordings(Protocol):
    """The questions of all cases, to compare them by."""

    async def wordings(self) -> Sequence[Wording]:
        """Return them newest first; cases folded away and withdrawn ones are left out."""


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
