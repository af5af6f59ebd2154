"""Questions that were handed over to people, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

OPEN, CLAIMED, RESOLVED, SOLVED = "open", "claimed", "resolved", "solved"
UNRESOLVED = (OPEN, CLAIMED)
"""The states of a question that waits for its answer: for somebody to take it, or of who has it.

One that is resolved was answered by those who help, a solved one is its asker's own word.
"""


@dataclass(frozen=True, slots=True)
class Escalation:
    """A question that people shall answer.

    `subject` is what it is about: of those that are unresolved one at most has the same. It was
    asked by `asker` in `channel`, in the thread of that root (empty where nobody else reads the
    answer); `to` is the channel or the person that was told, for whom `collection` names whose
    people they are (empty: whoever looks after the bot). `due` is the deadline. `claimed` is when
    somebody took it first, `holder` who has it now. `content` is what they were shown, and what
    came of it. `changes` counts its events, `routed` is the number of the one that told them
    last, `reminded` how many reminders of the deadline they had since. `card` is where the message
    stands that told them, "C1:2.0"; empty while nobody knows that it was delivered.
    """

    id: str
    subject: str
    trace_id: str
    team: str
    channel: str
    thread: str
    asker: str
    to: str
    collection: str
    opened: datetime
    due: datetime
    content: Mapping[str, Any] = field(default_factory=dict)
    state: str = OPEN
    holder: str = ""
    claimed: datetime | None = None
    closed: datetime | None = None
    changes: int = 1
    routed: int = 0
    reminded: int = 0
    card: str = ""


@dataclass(frozen=True, slots=True)
class EscalationEvent:
    """What somebody did with an escalation, the `number`th thing from 0.

    `what` is opened, claimed, assigned, handed_back, unreachable (nobody is left who could be
    told), resolved or solved; `note` holds what only that event says, enough to tell of it later.
    `told` says that everybody was told who is to be.
    """

    escalation: str
    number: int
    what: str
    by: str
    at: datetime
    note: Mapping[str, Any] = field(default_factory=dict)
    told: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Something to be done with an escalation, as long as it is in one of the states `among`.

    `key` names the occasion: the same again changes nothing. What is None stays; `content` is
    laid over what is there. With `to` others are told from now on, until `due`.
    """

    key: str
    what: str
    by: str
    among: Sequence[str] = UNRESOLVED
    state: str | None = None
    holder: str | None = None
    to: str | None = None
    collection: str | None = None
    due: datetime | None = None
    content: Mapping[str, Any] = field(default_factory=dict)
    note: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """An escalation as it is now, and the event of what was asked for; None where it was not done.

    `event` is also there where it had been done before, under the same key.
    """

    escalation: Escalation
    event: EscalationEvent | None


class Escalations(Protocol):
    """The escalations, each with its events, in one transaction. All raise LedgerError."""

    async def open(
        self, escalation: Escalation, *, key: str, by: str, note: Mapping[str, Any] | None = None
    ) -> Changed:
        """Keep a new one; where one of its subject is unresolved, return that without an event."""

    async def change(self, escalation_id: str, change: Change) -> Changed:
        """Do something with one. Raises EscalationMissing."""

    async def done(self, key: str) -> Changed | None:
        """Return what was done on an occasion, None where nothing was."""

    async def find(self, escalation_id: str) -> Escalation:
        """Return one by its id or an unambiguous start of it. Raises EscalationMissing."""

    async def told(self, event: EscalationEvent) -> None:
        """Keep that everybody was told of an event."""

    async def remind(self, escalation: Escalation, reminded: int) -> None:
        """Keep how many reminders were sent of the deadline that it has, if it has it still."""

    async def delivered(self, escalation: Escalation, where: tuple[str, str]) -> None:
        """Keep the channel and ts of the message that told people, if they still are those."""


@dataclass(frozen=True, slots=True)
class EscalationTimes:
    """When things were done with an escalation, for figures; `collection` as it was at the end."""

    collection: str
    state: str
    opened: datetime
    due: datetime
    claimed: datetime | None
    closed: datetime | None


class EscalationList(Protocol):
    """What there is of escalations. All raise LedgerError."""

    async def list(
        self, *, states: Sequence[str] = (), team: str = "", most: int = 100
    ) -> Sequence[Escalation]:
        """Return those in some states, or all; of a workspace, or of all; newest first."""

    async def in_thread(self, team: str, channel: str, thread: str) -> Sequence[Escalation]:
        """Return those of a thread, newest first."""

    async def untold(self, team: str, before: datetime) -> Sequence[EscalationEvent]:
        """Return events before a moment of which not everybody was told, oldest first."""

    async def history(self, escalation_id: str) -> Sequence[EscalationEvent]:
        """Return what was done with one, oldest first."""

    async def times(self, since: datetime) -> Sequence[EscalationTimes]:
        """Return the times of all that were opened since a moment, oldest first."""
