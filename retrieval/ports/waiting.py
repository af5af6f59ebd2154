"""What waits to be done: the inbox and the outbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Job:
    """A row of the inbox, leased: an opaque payload, and what was done so far.

    `lane` is what is worked on one at a time (a thread); `attempts` counts the leases, this one
    included; `progress` is what earlier attempts noted. Only the holder of the lease may write.
    """

    id: int
    kind: str
    lane: str
    payload: Mapping[str, Any]
    received: datetime
    attempts: int
    lease: str
    progress: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much waits: rows not begun, rows in work, age of the oldest unfinished in seconds."""

    waiting: int
    working: int
    oldest: float
    taken_over: int
    """How many leases ran out and went to another worker, since the ledger was made."""


class Received(Protocol):
    """What stands in the inbox, for those who ask and change nothing."""

    async def seen(self, key: str) -> bool:
        """Whether a row was committed under a key."""

    async def lately(self, person: str, kind: str, since: datetime) -> int:
        """Count a person's rows of a kind since a moment, among the last thousand of all."""

    async def kept(self, lane: str) -> bool:
        """Whether a row of a lane was begun and is kept for later: what follows waits for it."""

    async def pending(self, lane: str) -> bool:
        """Whether a lane has a row that is not finished."""

    async def backlog(self, *, within: Sequence[str] = ()) -> Backlog:
        """Count what waits, in lanes that begin with one of `within`; in all where it is empty."""


class Inbox(Received, Protocol):
    """What was received and must be dealt with, once, whoever is killed on the way."""

    async def put(
        self,
        kind: str,
        lane: str,
        payload: Mapping[str, Any],
        keys: Sequence[str],
        person: str = "",
    ) -> bool:
        """Commit a row under all of its keys; False where one was seen. Raises LedgerError.

        People are served in turn: `person` is whose row it is.
        """

    async def cancel(self, key: str, result: str) -> bool:
        """Close the row of a key before anyone works on it; False when it is too late.

        Whoever has begun it is told by `Queue.stopped`.
        """

    async def stop(self, lane: str, kind: str, result: str, person: str = "") -> bool:
        """Have the work begun on a lane's row of a kind stopped; False where none was begun.

        With `person` only where it is that person's. Whoever works on it is told by
        `Queue.stopped`.
        """

    async def purge(self, before: datetime) -> int:
        """Forget finished rows received before a moment; return how many."""


class Queue(Protocol):
    """The inbox, for those who work on it."""

    async def lease(
        self, *, seconds: float, most: int = 1, within: Sequence[str] = ()
    ) -> Sequence[Job]:
        """Take the oldest rows that are free, of lanes in which nothing is in work.

        Only lanes that begin with one of `within` count; all of them where it is empty.
        """

    async def renew(self, job: Job, *, seconds: float) -> bool:
        """Hold a row longer; False when the lease was lost or the row was cancelled."""

    async def note(self, job: Job, progress: Mapping[str, Any]) -> bool:
        """Commit what was done so far, over what stood there; False where `renew` is False."""

    async def stopped(self, job: Job) -> str:
        """Say with what result a row in work was cancelled; empty where it was not, or is lost."""

    async def finish(self, job: Job, result: str) -> bool:
        """Close a row, saying in a word how it ended; False when the lease was lost."""

    async def release(self, job: Job) -> None:
        """Give a row back at once, for another attempt."""

    async def later(self, job: Job, *, seconds: float) -> bool:
        """Give a row back for an attempt in a while, this one not counted, the first always.

        False where `renew` is False.
        """


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a notice; of an `action` a notice has but one, or each in a row of its own.

    `action` and `value` are what pressing it sends, `style` is "primary", "danger" or empty;
    `confirm` is asked before it counts, where it is not empty.
    """

    action: str
    label: str
    value: str
    style: str = ""
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Channel:
    """Where some are told, if anywhere.

    `names` says of a collection whether its pages may be named: all who are told may search them.
    """

    id: str = ""
    team: str = ""
    names: Callable[[str], bool] = field(default=lambda _: True, compare=False)


class Notifier(Protocol):
    """Writes to a channel or a person by way of the outbox, so that nobody needs Slack for it."""

    async def notify(  # noqa: PLR0913 - what is not needed is left out
        self,
        to: str,
        text: str,
        *,
        key: str,
        team: str = "",
        links: Sequence[str] = (),
        about: str = "",
        buttons: Sequence[Button] = (),
        thread: str = "",
        within: bool = False,
        until: datetime | None = None,
    ) -> bool:
        """Commit a message for a channel's or person's id; False where `key` was seen.

        `team` is the workspace that the id is of; without it any bot delivers the message.
        `links` are the addresses in it that may be followed; `about` is the id of a person whom
        it names first, or of a channel that it speaks of. `buttons` stand below it; `thread` is
        the message that it replies to. With `within` it is delivered only where no guest and
        nobody of another organisation reads it.
        What has not been delivered `until` then never is: it would be news no more.
        """


class Outbox(Notifier, Protocol):
    """The notifier's messages, to be delivered once."""

    async def due(self, *, seconds: float, most: int = 10, team: str = "") -> Sequence[Job]:
        """Lease messages: the payload has `to` and `text`, the lane is an addressee's.

        With `team` only those of that workspace, and those of none.
        """

    async def sent(self, job: Job, where: str) -> None:
        """Say that a message was delivered: `where` is its channel and its ts, "C1:2.0"."""

    async def failed(self, job: Job, reason: str, *, again: bool) -> None:
        """Say that a message was not delivered, and whether to try again later."""

    async def where(self, key: str) -> tuple[str, str] | None:
        """Return the channel and the ts of a delivered message; None where it has none (yet)."""

    async def purge(self, before: datetime) -> int:
        """Forget messages dealt with that were written before a moment; return how many."""
