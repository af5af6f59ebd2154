"""Slack as a table of replies: what is called is kept, what is asked for is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.slack.refused import SlackRefused
from bot.slack.web import READS, Before, Web

Given = Mapping[str, Any] | Exception | Callable[..., Any]


class FakeWeb:
    """The Web port: replies by method, each a value, an error, or a function of the arguments."""

    def __init__(self, replies: Mapping[str, Given] | None = None) -> None:
        self.replies: dict[str, Given] = dict(replies or {})
        self.calls: list[tuple[str, dict[str, Any]]] = []

    async def call(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        """Give the reply of a method; one that has none is refused."""
        given = {name: value for name, value in arguments.items() if value is not None}
        self.calls.append((method, given))
        reply = self.replies.get(method, SlackRefused(method, "unknown_method"))
        if callable(reply) and not isinstance(reply, Exception):
            reply = reply(**given)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def guarded(self, before: Before) -> Web:
        """Return the same with something awaited before whatever changes something."""
        return Guarded(self, before)

    def called(self, method: str) -> list[dict[str, Any]]:
        """Return the arguments of each call of a method."""
        return [given for name, given in self.calls if name == method]


class Guarded:
    """A fake Slack, with something awaited before whatever changes something."""

    def __init__(self, web: Web, before: Before) -> None:
        self._web = web
        self._before = before

    async def call(self, method: str, **arguments: Any) -> Mapping[str, Any]:
        """Wait, then call."""
        if method not in READS:
            await self._before(method, arguments)
        return await self._web.call(method, **arguments)

    def guarded(self, before: Before) -> Web:
        """Return the same with something else awaited."""
        return Guarded(self._web, before)
