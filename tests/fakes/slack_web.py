"""A Slack that keeps messages in memory and refuses as told, and a clock to turn by hand."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.slack.refused import SlackRefused
from bot.slack.web import Before, Web
from tests.fakes.slack import Guarded

QUESTION = "T1:C1:100.000001"
"""The message key that is answered in tests; the thread's root is that message."""


class HandTime:
    """A clock that stands still until it is turned, or until everybody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []

    def clock(self) -> float:
        """Return the time."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Sleep until the clock was turned that far."""
        end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((self.now + seconds, end))
        await end

    async def settle(self) -> None:
        """Let everybody run who can."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def turn(self, seconds: float) -> None:
        """Turn the clock, waking sleepers in the order of their times."""
        until = self.now + seconds
        await self.settle()
        while due := [(at, end) for at, end in self._waiting if at <= until and not end.done()]:
            at, end = min(due, key=lambda one: one[0])
            self.now = max(self.now, at)
            self._waiting = [one for one in self._waiting if one[1] is not end]
            end.set_result(None)
            await self.settle()
        self.now = until
        await self.settle()

    async def until(self, task: asyncio.Future[Any]) -> Any:
        """Turn the clock as far as a task needs it."""
        await self.settle()
        while not task.done():
            await self.turn(0.1)
        return await task


@dataclass
class FakeSlack:
    """The methods that a reply uses. `fails` has the refusals to come, by method, in order.

    An entry is an error's name or a SlackRefused; "lost" carries the call out and loses the reply.
    """

    fails: dict[str, list[str | SlackRefused | None]] = field(default_factory=dict)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    messages: dict[str, dict[str, Any]] = field(default_factory=dict)
    statuses: dict[str, str] = field(default_factory=dict)
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    agent: bool = False
    sessions: dict[str, str] = field(default_factory=dict)

    async def call(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        """Do as the method says, or refuse."""
        given = {name: value for name, value in arguments.items() if value is not None}
        self.calls.append((method, given))
        self.counts[method] += 1
        await asyncio.sleep(0)
        if method in self.held:
            await self.held[method].wait()
        waiting = self.fails.get(method) or []
        fault = waiting.pop(0) if waiting else None
        if isinstance(fault, SlackRefused):
            raise fault
        if fault and fault != "lost":
            raise SlackRefused(method, fault)
        name = "do_" + method.replace(".", "_").lower()
        reply = getattr(self, name)(**given)
        if fault == "lost":
            raise SlackRefused(method, "no_answer", unsure=True)
        return {"ok": True, **reply}

    def guarded(self, before: Before) -> Web:
        """Return the same with something awaited before whatever changes something."""
        return Guarded(self, before)

    def named(self, method: str) -> list[dict[str, Any]]:
        """Return the arguments of each call of a method."""
        return [given for called, given in self.calls if called == method]

    def texts(self) -> list[str]:
        """Return what people see, message by message."""
        return [self._seen(message) for message in self.messages.values()]

    def _seen(self, message: dict[str, Any]) -> str:
        bodies = [b["text"] for b in message.get("blocks") or () if b["type"] == "markdown"]
        return "".join(bodies) or message["text"]

    def _new(self, **message: Any) -> str:
        ts = f"200.{len(self.messages) + self.counts['deleted'] + 1:06d}"
        self.messages[ts] = {"ts": ts, "bot_id": "B1", "user": "U0", **message}
        return ts

    def _find(self, method: str, ts: str) -> dict[str, Any]:
        if ts not in self.messages:
            raise SlackRefused(method, "message_not_found")
        return self.messages[ts]

    def do_auth_test(self) -> dict[str, Any]:
        """Say who we are."""
        return {"bot_id": "B1", "user_id": "U0"}

    def do_assistant_threads_setstatus(
        self, channel_id: str, thread_ts: str, status: str
    ) -> dict[str, Any]:
        """Set a status."""
        self.statuses[thread_ts] = status
        return {}

    def do_agents_sessions_setstatus(
        self, channel_id: str, thread_ts: str, status: str
    ) -> dict[str, Any]:
        """Set the status of a session, where the app is an agent."""
        if not self.agent:
            raise SlackRefused("agents.sessions.setStatus", "unknown_method")
        self.sessions[thread_ts] = status
        return {}

    def do_chat_postmessage(self, channel: str, text: str, **more: Any) -> dict[str, Any]:
        """Post."""
        self._sized(more, text)
        return {"ts": self._new(text=text, streaming=False, **more)}

    def do_chat_update(self, channel: str, ts: str, text: str, **more: Any) -> dict[str, Any]:
        """Change a message."""
        message = self._find("chat.update", ts)
        if message["streaming"]:
            raise SlackRefused("chat.update", "streaming_state_conflict")
        if len(text) > 4000:
            raise SlackRefused("chat.update", "msg_too_long")
        self._sized(more, text)
        message.update(text=text, **more)
        return {"ts": ts}

    def _sized(self, more: dict[str, Any], text: str) -> None:
        blocks = more.get("blocks") or ()
        if (
            sum(len(block.get("text", "")) for block in blocks if block["type"] == "markdown")
            > 12000
        ):
            raise SlackRefused("chat", "msg_blocks_too_long")

    def do_chat_delete(self, channel: str, ts: str) -> dict[str, Any]:
        """Delete a message."""
        self._find("chat.delete", ts)
        del self.messages[ts]
        self.counts["deleted"] += 1
        return {}

    def do_chat_startstream(
        self, channel: str, thread_ts: str, markdown_text: str, **more: Any
    ) -> dict[str, Any]:
        """Start a stream."""
        return {"ts": self._new(text=markdown_text, streaming=True)}

    def do_chat_appendstream(self, channel: str, ts: str, markdown_text: str) -> dict[str, Any]:
        """Append to a stream."""
        message = self._find("chat.appendStream", ts)
        if not message["streaming"]:
            raise SlackRefused("chat.appendStream", "message_not_in_streaming_state")
        message["text"] += markdown_text
        return {}

    def do_chat_stopstream(
        self, channel: str, ts: str, markdown_text: str = "", **more: Any
    ) -> dict[str, Any]:
        """Stop a stream."""
        message = self._find("chat.stopStream", ts)
        if not message["streaming"]:
            raise SlackRefused("chat.stopStream", "message_not_in_streaming_state")
        message["text"] += markdown_text
        message.update(streaming=False, **more)
        return {}

    def do_conversations_replies(self, **arguments: Any) -> dict[str, Any]:
        """Return the thread, its root first."""
        return {"messages": [{"ts": "100.000001", "user": "U1"}, *self.messages.values()]}
