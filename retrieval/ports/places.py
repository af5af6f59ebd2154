"""Where answers were posted, and what was decided and asked there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Posting:
    """Where an answer was posted: one or more messages (ts) of a channel, in a thread or not.

    `source` is how it was asked for; "auto" where nobody did. `kind` is that of the place
    ("channel", "private", "group", "direct"), empty where it was not known.
    """

    trace_id: str
    team: str
    channel: str
    thread_ts: str
    ts: tuple[str, ...]
    asker: str
    question_ts: str
    outcome: str = ""
    source: str = ""
    kind: str = ""


class Postings(Protocol):
    """Which message is which answer."""

    async def keep(self, posting: Posting) -> None:
        """Keep a posting, over an earlier one of the same trace. Raises LedgerError."""

    async def find(self, team: str, channel: str, ts: str) -> Posting | None:
        """Return the posting that a message belongs to, None for one that is no answer."""

    async def of_question(self, team: str, channel: str, question_ts: str) -> Posting | None:
        """Return the posting that answers a message."""

    async def ours(self, team: str, channel: str, thread_ts: str) -> bool:
        """Whether an answer was posted in a thread."""

    async def of_trace(self, trace_id: str) -> Posting | None:
        """Return the posting of a trace; one that only its asker saw has no messages."""

    async def in_thread(self, team: str, channel: str, thread_ts: str) -> Sequence[Posting]:
        """Return the newest postings in a thread, at most a hundred, the oldest first."""


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """What was decided for a channel.

    `muted_by` is who muted the bot there, empty where nobody did; `auto_off_reason` says why it
    no longer answers there by itself, `auto_since` when it was last let again; `greeted_at` is
    when it last introduced itself.
    """

    muted_by: str = ""
    muted_at: datetime | None = None
    auto_off_reason: str = ""
    greeted_at: datetime | None = None
    auto_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Liking:
    """How many answers were looked at, and how many of them more people dislike than like."""

    answers: int
    disliked: int


class Places(Protocol):
    """What was decided for channels, by their ids."""

    async def find(self, team: str, channel: str) -> KnownPlace:
        """Return what was decided; nothing, for a channel that nobody decided about."""

    async def mute(self, team: str, channel: str, person: str) -> bool:
        """Mute the bot in a channel; False where it was muted. Raises LedgerError."""

    async def unmute(self, team: str, channel: str) -> bool:
        """Let the bot speak again; False where it was not muted. Raises LedgerError."""

    async def greet(self, team: str, channel: str, *, again: timedelta) -> bool:
        """Take it on to greet a channel; False where that was done within `again`."""

    async def auto_off(self, team: str, channel: str, reason: str) -> bool:
        """Keep why the bot no longer answers there by itself; False where it did not before."""

    async def auto_on(self, team: str, channel: str) -> bool:
        """Let it do so again, answers before now forgotten; False where it was let before."""

    async def liking(self, team: str, channel: str, *, most: int) -> Liking:
        """Look at the newest answers there that nobody asked for, since it was last let."""


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question of somebody's own that was answered; `opinion` is what they thought of it.

    `ts` is the answer's first message, empty where only the asker saw the answer.
    """

    trace_id: str
    text: str
    asked: datetime
    channel: str
    ts: str
    outcome: str
    opinion: int = 0


@dataclass(frozen=True, slots=True)
class PastOpinion:
    """What somebody thought of an answer to somebody else's question."""

    trace_id: str
    value: int
    given: datetime
    channel: str
    ts: str


@dataclass(frozen=True, slots=True)
class Popular:
    """A question that several people asked and that was answered, in which channels."""

    text: str
    collections: tuple[str, ...]
    channels: tuple[str, ...]
    askers: int


class Asked(Protocol):
    """What was asked and answered, as those who asked may see it again."""

    async def by(self, team: str, person: str, *, most: int = 5) -> Sequence[PastQuestion]:
        """Return somebody's own questions, the newest first. Raises LedgerError."""

    async def judged(self, team: str, person: str, *, most: int = 5) -> Sequence[PastOpinion]:
        """Return somebody's opinions of answers to others, the newest first."""

    async def popular(self, team: str, *, since: datetime) -> Sequence[Popular]:
        """Return what several people asked since a moment, the most asked first."""


class Talks(Protocol):
    """What the bot has done in a conversation."""

    async def answers(
        self, team: str, channel: str, thread_ts: str, *, since: datetime | None = None
    ) -> int:
        """Count the answers in a thread, all of them or since a moment."""

    async def decided(self, key: str) -> str | None:
        """Return how the row of a key ended: empty while it is unfinished, None without a row."""
