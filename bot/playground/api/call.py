"""One call of a method: its arguments, and what every family of methods asks of the workspace."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.playground.api.arguments import Arguments
from bot.playground.installs import Installs
from bot.playground.shapes import SCOPES
from bot.playground.socket_mode import Link
from bot.playground.state import Workspace
from bot.playground.values import Channel, Json, Message, Refused

_TS = re.compile(r"[0-9]{1,12}\.[0-9]{6}")


@dataclass(frozen=True, slots=True)
class Call:
    """What a method works on."""

    workspace: Workspace
    link: Link
    arguments: Arguments
    installs: Installs

    @property
    def me(self) -> str:
        """The app's own user."""
        return self.workspace.app.user_id

    def channel(self, use: str = "", name: str = "channel") -> Channel:
        """Return the conversation that the call names, if the app may know of it.

        `use` is "read" or "history", the end of the scope that its kind asks for.
        """
        found = self.workspace.channel(self.arguments.need(name))
        if found.kind != "channel" and self.me not in found.members:
            raise Refused("channel_not_found")
        if use:
            self.demand(f"{SCOPES[found.kind]}:{use}")
        return found

    def room(self, use: str = "", name: str = "channel") -> Channel:
        """Return the conversation that the call names, which the app must be in."""
        found = self.channel(use, name)
        if self.me not in found.members:
            raise Refused("not_in_channel")
        return found

    def ts(self, name: str, error: str = "invalid_ts") -> str:
        """Return a ts that is there and well formed."""
        value = self.arguments.need(name)
        if not _TS.fullmatch(value):
            raise Refused(error)
        return value

    def thread(self, channel: Channel) -> str:
        """Return the ts of the thread to write in, or nothing when the call names none."""
        if not self.arguments.has("thread_ts"):
            return ""
        value = self.arguments.text("thread_ts")
        if not _TS.fullmatch(value):
            raise Refused("invalid_thread_ts")
        if self.workspace.archive.find(channel.id, value) is None:
            raise Refused("thread_not_found")
        return value

    def message(self, channel: Channel, name: str = "ts") -> Message:
        """Return the message that the call names."""
        return self.workspace.archive.get(channel.id, self.ts(name))

    def demand(self, scope: str) -> None:
        """Refuse with "missing_scope" when the app's token does not have a scope."""
        scopes = self.workspace.app.scopes
        if scope not in scopes:
            raise Refused("missing_scope", needed=scope, provided=",".join(sorted(scopes)))


@dataclass(frozen=True, slots=True)
class Method:
    """A method: what it does, how often, with which of the scopes (one of them is enough)."""

    run: Callable[[Call], Json]
    tier: int = 3
    scopes: tuple[str, ...] = ()
    caller: Literal["bot", "app", "config", "anyone"] = "bot"
