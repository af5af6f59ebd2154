"""The nightly number: the runs that measured it, and the tickets that its drops opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class NightlyRun:
    """One measurement of all labelled cases.

    `figures` are its results, `index` what it was measured on (each collection's contents, the
    configuration), `scores` what each case scored; all three in plain data. `failure` says why
    nothing could be measured, and is empty where it could. `id` is given by the ledger.
    """

    period: str
    started: datetime
    seconds: float
    configuration: str = ""
    failure: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    index: Mapping[str, Any] = field(default_factory=dict)
    scores: Mapping[str, Any] = field(default_factory=dict)
    id: int = 0


class NightlyRuns(Protocol):
    """The nightly runs, kept."""

    async def record(self, run: NightlyRun) -> int:
        """Keep a run; return its id. Raises LedgerError."""

    async def latest(
        self, *, since: datetime | None = None, most: int = 60
    ) -> Sequence[NightlyRun]:
        """Return runs, the newest first, without `index` and `scores`: those are large."""

    async def whole(self, ids: Sequence[int]) -> Sequence[NightlyRun]:
        """Return runs whole, in the order asked for; those that are gone are left out."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A drop that somebody was told of.

    `key` names the drop. `state` is "opening" until the ticket is known to be open, then "open",
    and "closed" or "accepted" at the end. `by` is the ticketer, `ref` its own name for the ticket.
    `content` holds the runs it is about (`run`, `against`), the cases lost, and the causes.
    """

    key: str
    opened: datetime
    state: str = "opening"
    by: str = ""
    ref: str = ""
    url: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    closed: datetime | None = None


class Tickets(Protocol):
    """The tickets, as the ledger knows them."""

    async def open(self, key: str, content: Mapping[str, Any]) -> bool:
        """Begin a ticket; False where that key was seen. Raises LedgerError."""

    async def opened(self, key: str, *, by: str, ref: str, url: str = "") -> None:
        """Say that it is open, where and as what."""

    async def closed(self, key: str, state: str = "closed") -> bool:
        """Say that it is "closed" or "accepted"; False where it was so already."""

    async def standing(self) -> Sequence[Ticket]:
        """Return those that are opening or open, the oldest first."""

    async def accepted(self) -> Sequence[Ticket]:
        """Return those that were accepted, the newest first."""

    async def find(self, key: str) -> Ticket:
        """Return a ticket by its key or an unambiguous start of it. Raises TicketMissing."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A ticket as its tracker names it."""

    ref: str
    url: str = ""


class Ticketer(Protocol):
    """A tracker where tickets are opened and closed."""

    @property
    def name(self) -> str:
        """github, jira, webhook or slack."""

    async def find(self, key: str) -> Opened | None:
        """Return the ticket of a key where the tracker can tell, None where there is none.

        After a crash between asking for a ticket and noting it, so that it is opened once. Raises
        TicketError.
        """

    async def open(self, key: str, title: str, body: str) -> Opened:
        """Open a ticket that bears the key; `body` is Markdown. Raises TicketError."""

    async def close(self, key: str, ref: str, comment: str) -> None:
        """Say in a comment why, and close; one that is closed already is no error."""

    async def reach(self) -> str:
        """Say in a few words where tickets go; nothing is changed. Raises TicketError."""
