"""A workspace of our own for tests: `async with playground() as pg:`, over real sockets.

The server is the one of `make demo`, with all its limits on. `pg.env()` is what a bot needs to
come to it. Time is the machine's unless a `ManualClock` is given, which `pg.advance` moves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.playground import cast, server
from bot.playground.elements import filled
from bot.playground.faults import Call, Faults
from bot.playground.state import Workspace
from bot.playground.uploads import Attached
from bot.playground.values import App, Json
from retrieval.clock import SystemClock
from retrieval.ports import Clock

ADA, BEN, CHLOE, GUS, SAM = (person.id for person in cast.people()[:5])
BOT = cast.BOT
SOCKET, HTTP = "socket", "http"
TRANSPORTS = (SOCKET, HTTP)
"""How the workspace and the bot come together: the parameter of tests that hold for both."""
PATIENCE = 60.0
"""Seconds that anything may take on a busy machine; nothing waits longer than it needs."""
GENERAL, HELP, RANDOM, LEADS, PARTNERS, GROUP = (room.id for room in cast.channels(0)[:6])
DIRECT = cast.channels(0)[6].id
"""Ada's direct conversation with the bot."""


class ManualClock:
    """A clock that stands until it is moved."""

    def __init__(self, start: datetime = datetime(2026, 11, 30, 12, tzinfo=UTC)) -> None:
        self._start = start
        self._seconds = 0.0

    def now(self) -> datetime:
        """Return the time that was set."""
        return self._start + timedelta(seconds=self._seconds)

    def monotonic(self) -> float:
        """Return the seconds that it was moved by."""
        return self._seconds

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds


@dataclass(slots=True)
class Pg:
    """A served workspace with what tests ask of it."""

    playground: server.Playground
    clock: Clock
    url: str

    @property
    def workspace(self) -> Workspace:
        """The workspace itself."""
        return self.playground.workspace

    @property
    def faults(self) -> Faults:
        """Faults to come: `fail`, `limit`, `delay`, `drop`, `clear`."""
        return self.playground.faults

    @property
    def calls(self) -> list[Call]:
        """Every call so far, oldest first: method, arguments, at, answer, status."""
        return list(self.faults.calls)

    @property
    def api(self) -> str:
        """The address of the Web API, for `base_url`."""
        return f"{self.url}api/"

    def env(self) -> dict[str, str]:
        """Return the environment that a bot needs to come here."""
        app = self.workspace.app
        return {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_APP_TOKEN": app.app_token,
            "FOOTNOTE_SLACK_API_URL": self.api,
        }

    def called(self, method: str) -> list[Call]:
        """Return the calls of one method."""
        return [call for call in self.calls if call.method == method]

    def say(
        self,
        user: str,
        channel: str,
        text: str,
        thread_ts: str = "",
        files: Sequence[Attached] = (),
    ) -> str:
        """Let somebody say something; return its ts."""
        return self.workspace.post(user, channel, text, thread_ts, files).ts

    def ask(self, text: str, user: str = ADA, channel: str = GENERAL) -> str:
        """Let somebody mention the bot in a channel; return the ts."""
        return self.say(user, channel, f"<@{BOT}> {text}")

    def edit(self, user: str, channel: str, ts: str, text: str) -> None:
        """Let somebody edit their message."""
        self.workspace.edit(user, channel, ts, text)

    def delete(self, user: str, channel: str, ts: str) -> None:
        """Let somebody delete their message."""
        self.workspace.delete(user, channel, ts)

    def react(self, user: str, channel: str, ts: str, name: str) -> None:
        """Let somebody react."""
        self.workspace.react(user, channel, ts, name)

    def unreact(self, user: str, channel: str, ts: str, name: str) -> None:
        """Let somebody take a reaction back."""
        self.workspace.unreact(user, channel, ts, name)

    def press(self, user: str, channel: str, ts: str, action_id: str, value: str = "") -> str:
        """Let somebody press a button; return the trigger id."""
        return self.workspace.press(user, channel, ts, action_id, value)

    def command(self, user: str, channel: str, text: str) -> str:
        """Let somebody type a slash command ("/footnote how?"); return the trigger id."""
        return self.workspace.command(user, channel, text)

    def shortcut(self, user: str, callback_id: str, channel: str = "", ts: str = "") -> str:
        """Let somebody choose a shortcut, of a message or of everywhere; return the trigger id."""
        return self.workspace.shortcut(user, callback_id, channel, ts)

    def view(self, user: str) -> Json | None:
        """Return the modal that somebody has before them."""
        return self.workspace.view(user)

    def home(self, user: str) -> Json | None:
        """Return the app's home as it was published for somebody."""
        return self.workspace.views.home(user)

    def submit(self, user: str, said: Mapping[str, str] | None = None) -> str:
        """Let somebody fill in the modal before them ({action id: value}) and send it."""
        view = self.workspace.view(user)
        assert view is not None, "no modal is open"
        return self.workspace.submit(user, view["id"], filled(view["blocks"], said or {}))

    def press_view(self, user: str, action_id: str, value: str = "") -> str:
        """Let somebody press an element of the modal before them, else of their home."""
        view = self.workspace.view(user) or self.home(user)
        assert view is not None, "no modal is open and no home was published"
        return self.workspace.press_view(user, view["id"], action_id, value)

    def stop(self, user: str, channel: str, thread_ts: str) -> None:
        """Let somebody press the stop button of a thread."""
        self.workspace.halt(user, channel, thread_ts)

    def open_home(self, user: str, tab: str = "home") -> None:
        """Let somebody open the app's home, or its "messages"."""
        self.workspace.open_home(user, tab)

    def messages(self, channel: str = GENERAL, thread_ts: str = "") -> list[dict[str, Any]]:
        """Return the messages of a channel or of a thread in it, oldest first."""
        every = self.workspace.messages(channel)
        return [one for one in every if thread_ts in {"", one.get("thread_ts", one["ts"])}]

    def answers(self, channel: str = GENERAL, thread_ts: str = "") -> list[dict[str, Any]]:
        """Return what the bot said in a channel or thread, oldest first."""
        return [one for one in self.messages(channel, thread_ts) if one.get("bot_id")]

    def whispers(self, user: str, channel: str = GENERAL) -> list[dict[str, Any]]:
        """Return what the bot showed to one person only."""
        archive = self.workspace.archive
        return [archive.shape(one) for one in archive.whispers(user, channel)]

    def statuses(self) -> list[str]:
        """Return the status lines that are shown now."""
        return [status.text for status in self.workspace.statuses.standing()]

    def redeliver(self, ts: str) -> int:
        """Deliver every event about a message once more; return how many there were."""
        return self.playground.link.redeliver(ts)

    def advance(self, seconds: float) -> None:
        """Move the manual clock, and do what is due."""
        assert isinstance(self.clock, ManualClock), "advance needs playground(clock=ManualClock())"
        self.clock.move(seconds)
        self.playground.tick()

    async def wait_for(self, ready: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Return what `ready` returns as soon as it is true.

        Raises:
            AssertionError: it was not true in time.
        """
        ends = time.monotonic() + seconds
        while not (found := ready()):
            assert time.monotonic() < ends, "it did not happen in time"
            await asyncio.sleep(0.005)
        return found

    async def connected(self, count: int = 1) -> None:
        """Wait until the bot has so many sockets open."""
        await self.wait_for(lambda: len(self.playground.link.connections) >= count)

    async def settled(self, seconds: float = PATIENCE) -> None:
        """Wait until everything delivered was acknowledged."""
        await self.wait_for(lambda: not self.playground.link.pending, seconds)


async def refusal(call: Awaitable[Any]) -> str:
    """Return the error with which Slack's own client sees a call refused."""
    try:
        await call
    except SlackApiError as error:
        return str(error.response["error"])
    raise AssertionError("the call was not refused")


@asynccontextmanager
async def playground(*, clock: Clock | None = None, app: App | None = None) -> AsyncIterator[Pg]:
    """Serve a new workspace on a free port until the block ends."""
    listening, url = server.bind()
    told = clock or SystemClock()
    served = server.furnished(told, url, app)
    async with server.serve(server.create_app(served), listening):
        yield Pg(served, told, url)
