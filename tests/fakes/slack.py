"""Slack as a table of replies: what is called is kept, what is asked for is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.slack.refused import SlackRefused

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

    def called(self, method: str) -> list[dict[str, Any]]:
        """Return the arguments of each call of a method."""
        return [given for name, given in self.calls if name == method]
