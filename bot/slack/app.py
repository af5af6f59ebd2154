"""Receives what Slack sends: decides about it, commits a row, and only then acknowledges."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from bot.inbound import Acknowledged, Heard, Ignore, Inbound, Listener, Prompt, lane
from bot.metrics import Metrics
from bot.slack import phrases
from bot.slack.arrivals import Arrivals
from bot.slack.hear import Thread, channel_of, hear, thread_of
from bot.slack.keeping import refused
from bot.slack.limits import Turnstile
from bot.slack.locales import Locale, english, user_of
from bot.slack.payload import Facts, Payload
from bot.slack.web import Web
from retrieval.errors import FootnoteError, LedgerError
from retrieval.policy import Policy, default
from retrieval.ports import Inbox, Postings

COMMIT_SECONDS = 2.5
"""Slack waits 3 seconds for an acknowledgement."""
YOUNG_SECONDS, AGAIN_SECONDS = 10.0, 0.5
"""The age of a message whose replies may come before its row is there, and how long to wait."""
RETRY_SECONDS = 0.1
"""How soon a press that could not be committed is tried again."""
TAKEN, NOT_TAKEN = 200, 503
"""What Bolt is told: anything but 200 is not acknowledged over the socket."""

ONCE = frozenset({"button", "command", "shortcut"})
"""Sources of what Slack does not deliver again."""

QUIET = frozenset({"not addressed to the bot", "our own message"})
"""What is ignored all day long and logged for debugging alone."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the bot is, by auth.test."""

    team: str
    user: str
    bot_id: str
    app_id: str = ""
    name: str = ""
    organisation: str = ""
    """The organisation that the app is installed in as a whole, else empty."""

    @property
    def facts(self) -> Facts:
        """What `hear` needs to know of the bot."""
        return Facts(self.user, self.bot_id, self.app_id, team=self.team, name=self.name)


async def identify(web: Web) -> Identity:
    """Ask Slack who the bot is. Raises SlackRefused, whose sentence says what is wrong."""
    reply = await web.call("auth.test")
    return Identity(
        team=str(reply.get("team_id") or ""),
        user=str(reply.get("user_id") or ""),
        bot_id=str(reply.get("bot_id") or ""),
        app_id=str(reply.get("app_id") or ""),
        name=str(reply.get("user") or ""),
        organisation=str(reply.get("enterprise_id") or "")
        if reply.get("is_enterprise_install") is True
        else "",
    )


@dataclass(frozen=True, slots=True)
class Taken:
    """How a delivery is answered: its status, and what an interaction gets with it."""

    status: int
    body: Mapping[str, Any] | None = None


async def _unheard(_: Mapping[str, Any]) -> Acknowledged:
    """Acknowledge what has no listener."""
    return Acknowledged()


@dataclass(frozen=True, slots=True)
class Receiver:
    """Takes what Slack sends: decides, commits, and says whether to acknowledge."""

    inbox: Inbox
    postings: Postings
    facts: Facts
    metrics: Metrics
    put: Callable[[Inbound], None]
    """Called after a row was committed."""
    cancel: Callable[[str], bool]
    """Stops the work on a message by its key; False where nobody here works on it."""
    lost: Callable[[Inbound, str], None]
    """Told of what could not be committed, and in which delivery."""
    arrivals: Arrivals = field(default_factory=Arrivals)
    listeners: Mapping[str, Listener] = field(default_factory=dict)
    """Who answers inside the acknowledgement, by the name that a Prompt gives."""
    policy: Policy = field(default_factory=default)
    limits: Turnstile | None = None
    halt: Callable[[str], bool] = lambda _: False
    """Stops the answer that is given in a thread here, by its lane, as far as this process does."""
    locale: Locale = english
    _known: dict[tuple[str, bool], Facts] = field(default_factory=dict, init=False)
    """What is known beforehand, by what is heard in a channel and whether of our own accord."""

    async def take(self, payload: Payload, attempt: str = "") -> Taken:
        """Return 200 once nothing can be lost any more, else what keeps Slack delivering."""
        log, heard = structlog.get_logger(), None
        try:
            async with asyncio.timeout(COMMIT_SECONDS):
                heard = await self._hear(payload)
                decision, body = await self._deal(heard)
        except (FootnoteError, TimeoutError) as error:
            if isinstance(heard, Inbound):
                self.lost(heard, attempt)
            self.metrics.heard.labels("not_taken").inc()
            log.warning("not_taken", reason=str(error) or "too slow", attempt=attempt)
            return await self._sorry(heard)
        self.metrics.heard.labels("ignored" if isinstance(heard, Ignore) else decision).inc()
        say = log.debug if isinstance(heard, Ignore) and heard.reason in QUIET else log.info
        say("heard", decision=decision, attempt=attempt, **_named(heard))
        return Taken(TAKEN, body)

    async def _hear(self, payload: Payload) -> Heard:
        """Look up what there is to look up, and decide."""
        facts = self._known_of(channel_of(payload))
        thread = thread_of(payload, facts)
        if thread:
            facts = replace(facts, ours=await self._ours(thread))
        heard = hear(payload, facts)
        if thread and facts.ours and isinstance(heard, Ignore):
            heard = hear(payload, replace(facts, refused=await self._refused(thread)))
        return heard

    def _known_of(self, channel: str) -> Facts:
        """Return what is known of the bot, and what the policy says of a channel."""
        rules = self.policy.channel(channel)
        known = self._known.get((rules.listen, rules.auto))
        if known is None:
            known = self._known[rules.listen, rules.auto] = replace(
                self.facts,
                listen=rules.listen,
                auto=rules.auto,
                bots=self.policy.bots,
                maintainers=frozenset(self.policy.maintainers),
            )
        return known

    async def _ours(self, thread: Thread) -> bool:
        """Whether a thread is one in which the bot answered, or is about to.

        A reply to a message of the last seconds is looked at twice: another process may have
        heard the question, and be about to commit its row.
        """
        place = (thread.team, thread.channel, thread.root)
        for again in (thread.age < YOUNG_SECONDS, False):
            if self.arrivals.has(lane(*place)):
                return True
            if await self.postings.ours(*place) or await self.inbox.pending(lane(*place)):
                return True
            if not again:
                break
            await asyncio.sleep(AGAIN_SECONDS)
        return False

    async def _refused(self, thread: Thread) -> str:
        """Return whom the bot could not answer in a thread last; empty where it could."""
        found = refused(await self.postings.in_thread(thread.team, thread.channel, thread.root))
        return found.asker if found else ""

    async def _deal(self, heard: Heard) -> tuple[str, Mapping[str, Any] | None]:
        """Commit what was heard; return the decision in a word, and the acknowledgement's body."""
        if not isinstance(heard, Prompt):
            return await self._commit(heard), None
        answered = await self.listeners.get(heard.listener, _unheard)(heard.payload)
        for row in answered.rows:
            await self._commit(row)
        return f"answered_{heard.listener}", answered.body

    async def _commit(self, heard: Inbound | Ignore) -> str:
        """Commit what was heard; return the decision in a word."""
        if isinstance(heard, Ignore):
            return heard.reason
        if heard.kind == "deleted":
            return await self._deleted(heard)
        if heard.kind == "stop":
            return await self._stop(heard)
        instead = await self.limits.stopped(heard) if self.limits else None
        if isinstance(instead, Ignore):
            return "over_a_limit"
        if not await self._put(instead or heard):
            return "seen_before"
        self.put(instead or heard)
        return "over_a_limit" if instead else "taken"

    async def _deleted(self, heard: Inbound) -> str:
        """Close a question that nobody has begun; what was said of any other is taken away."""
        self.arrivals.forget(heard.lane)
        if await self.inbox.cancel(heard.message_key, "deleted"):
            return "cancelled"
        stopped = self.cancel(heard.message_key)
        if await self._put(heard):
            self.put(heard)
        return "cancelled" if stopped else "deleted_too_late"

    async def _stop(self, heard: Inbound) -> str:
        """Stop the answer that is being written in a thread, in whichever process; else tell Slack.

        Its asker and the maintainers may; for everybody else it is as if it were over already.
        """
        person = "" if heard.user in self.policy.maintainers else heard.person
        if await self.inbox.stop(heard.lane, "question", "stopped", person):
            self.halt(heard.lane)
            return "stopped"
        if heard.source != "button" and await self._put(heard):
            self.put(heard)
        return "stopped_too_late"

    async def _insert(self, heard: Inbound) -> bool:
        row = (heard.kind, heard.lane, heard.payload(), heard.keys)
        return await self.inbox.put(*row, heard.person)

    async def _put(self, heard: Inbound) -> bool:
        """Commit a row; False where it was seen. Raises LedgerError.

        What a button said is not delivered again: it is tried for as long as Slack waits.
        """
        while True:
            try:
                return await self.arrivals.once(heard, lambda: self._insert(heard))
            except LedgerError:
                if heard.source not in ONCE:
                    raise
            await asyncio.sleep(RETRY_SECONDS)

    async def _sorry(self, heard: Heard | None) -> Taken:
        """Answer what could not be committed: a command is told so, all else stays unanswered.

        Slack itself says so of a modal that is not answered, and delivers events again.
        """
        if isinstance(heard, Prompt) and heard.listener == "command":
            with phrases.speaking(await self.locale(user_of(heard.payload))):
                said = phrases.ledger_locked()
            return Taken(TAKEN, {"response_type": "ephemeral", "text": said})
        return Taken(NOT_TAKEN)


def _named(heard: Heard) -> dict[str, Any]:
    """Return what the log says of a decision: ids, never text."""
    if not isinstance(heard, Inbound):
        return {}
    return {
        "kind": heard.kind,
        "source": heard.source,
        "key": heard.key,
        "message": heard.message_key,
        "user": heard.user,
    }
