"""Limits of our own: on a person's questions and calls for people, and on all waiting questions.

What is over a limit is not queued; in its place a row tells the asker so, in private and not too
often, whichever process receives it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field, replace
from datetime import timedelta

from bot.inbound import Ignore, Inbound, lanes
from bot.slack import phrases
from bot.slack.notices import Handler
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.ports import Clock, Inbox

WINDOW = timedelta(minutes=1)
COUNTED_SECONDS, FAR_SHARE = 1.0, 0.5
"""How long a count of what waits is good, and the share of the limit below which it stays so.

Until then only what was taken since is added, which is as much as can wait: nobody is kept from a
committed row by counting what an idle bot has to do.
"""
MOST_PEOPLE = 10_000
"""People whose questions of the last minute are remembered."""
UNASKED = frozenset({"auto", "channel"})
"""Sources of what nobody addressed to the bot: over a limit it is let go without a word."""
TOO_MANY, FULL, TOO_MANY_CALLS = "too_many", "full", "too_many_calls"
CALLS, CALLS_WINDOW = 3, timedelta(minutes=10)
"""How often one person may call for people, and within what time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many questions are accepted; 0 means no limit."""

    a_minute: int = 20
    """Questions that one person may ask within a minute."""
    waiting: int = 500
    """Questions that may wait."""
    replicas: int = 1
    """Processes among which questions are spread."""


@dataclass(slots=True)
class Few:
    """Lets a limited number of things per person through in a span of time, each known by a key."""

    clock: Clock
    most: int = CALLS
    window: timedelta = CALLS_WINDOW
    _lately: OrderedDict[str, deque[tuple[float, str]]] = field(default_factory=OrderedDict)

    def lets(self, person: str, key: str) -> bool:
        """Whether something is let through; what was let through before is let through again."""
        now = self.clock.monotonic()
        mine = self._lately.setdefault(person, deque())
        self._lately.move_to_end(person)
        while len(self._lately) > MOST_PEOPLE:
            self._lately.popitem(last=False)
        while mine and mine[0][0] <= now - self.window.total_seconds():
            mine.popleft()
        if any(known == key for _, known in mine):
            return True
        if len(mine) >= self.most:
            return False
        mine.append((now, key))
        return True


@dataclass(slots=True)
class _Waiting:
    """What waited when it was last counted, and what was taken since."""

    at: float = float("-inf")
    rows: int = 0


@dataclass(slots=True)
class Turnstile:
    """Counts questions, and stops those over a limit.

    A person's are counted here, and where other processes hear questions too, in the ledger.
    """

    inbox: Inbox
    limits: Limits
    clock: Clock
    _lately: OrderedDict[str, deque[tuple[float, str]]] = field(default_factory=OrderedDict)
    _backlog: dict[str, _Waiting] = field(default_factory=dict)
    _calls: Few = field(init=False)

    def __post_init__(self) -> None:
        """Nobody has called for people yet."""
        self._calls = Few(self.clock)

    async def stopped(self, found: Inbound) -> Inbound | Ignore | None:
        """Return what is dealt with in place of a question over a limit; None for all others.

        Raises LedgerError.
        """
        if found.kind == "human":
            return await self._called(found)
        if found.kind != "question" or self._is_known(found):
            return None
        over = TOO_MANY
        if self._count(found):  # Before anything is awaited: others may come at the same moment.
            over = await self._over(found)
            if not over:
                return None
            self._uncount(found)
        if await self.inbox.seen(found.message_key):
            return None  # It was taken before, and comes a second time.
        if found.source in UNASKED:
            return Ignore(f"over a limit: {over}")
        return self._instead(found, over, WINDOW)

    async def _called(self, found: Inbound) -> Inbound | None:
        """Return what is handled in place of a call for people over the limit."""
        key = found.keys[-1]
        over = not self._calls.lets(found.person, key)
        if not over and self.limits.replicas > 1:
            since = self.clock.now() - CALLS_WINDOW
            over = await self.inbox.lately(found.person, "human", since) >= CALLS
        if not over or await self.inbox.seen(key):
            return None
        return self._instead(found, TOO_MANY_CALLS, CALLS_WINDOW)

    def _instead(self, found: Inbound, over: str, window: timedelta) -> Inbound:
        """Return the row that tells somebody of a limit, once per window."""
        number = int(self.clock.now().timestamp() // window.total_seconds())
        key = f"limited:{over}:{found.team}:{found.user}:{number}"
        return replace(found, kind="limited", key=key, subject=over, text="")

    def _is_known(self, found: Inbound) -> bool:
        """Whether the question was let in by this process within the minute."""
        return any(key == found.message_key for _, key in self._lately.get(found.person, ()))

    def _count(self, found: Inbound) -> bool:
        """Count a person's question; False when they have asked as many as they may."""
        now = self.clock.monotonic()
        mine = self._lately.setdefault(found.person, deque())
        self._lately.move_to_end(found.person)
        while len(self._lately) > MOST_PEOPLE:
            self._lately.popitem(last=False)
        while mine and mine[0][0] <= now - WINDOW.total_seconds():
            mine.popleft()
        if self.limits.a_minute and len(mine) >= self.limits.a_minute:
            return False
        mine.append((now, found.message_key))
        return True

    def _uncount(self, found: Inbound) -> None:
        """Take back what was counted."""
        mine = self._lately.get(found.person, deque())
        left = [one for one in mine if one[1] != found.message_key]
        mine.clear()
        mine.extend(left)

    async def _over(self, found: Inbound) -> str:
        """Say which limit a question is over that others are counted for, too."""
        most = self.limits.a_minute
        if most and self.limits.replicas > 1:
            since = self.clock.now() - WINDOW
            if await self.inbox.lately(found.person, "question", since) >= most:
                return TOO_MANY
        return FULL if await self._is_full(found.team) else ""

    async def _is_full(self, team: str) -> bool:
        """Whether the queue is full."""
        if not self.limits.waiting:
            return False
        counted, now = self._backlog.setdefault(team, _Waiting()), self.clock.monotonic()
        far = counted.rows < FAR_SHARE * self.limits.waiting and self.limits.replicas == 1
        known = far and counted.at > float("-inf")
        if not known and now - counted.at >= COUNTED_SECONDS:
            counted.rows = (await self.inbox.backlog(within=(lanes(team),))).waiting
            counted.at = now
        if counted.rows >= self.limits.waiting:
            return True
        counted.rows += 1
        return False


def telling(web: Web, limits: Limits) -> Handler:
    """Return the message that tells an asker, and nobody else, of a limit."""

    async def handled(work: Work) -> str:
        found = Inbound.read(work.job.payload)
        over = phrases.too_many(limits.a_minute)
        if found.subject == FULL:
            over = phrases.full()
        elif found.subject == TOO_MANY_CALLS:
            over = phrases.too_many_calls(CALLS)
        return "told" if await tell(web, found, over) else "not_told"

    return handled
