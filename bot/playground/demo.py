"""The demo: an index of some documents, the playground with its page, and the bot as a child."""

from __future__ import annotations

import asyncio
import secrets
import shlex
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.playground import cast
from bot.playground.child import Child
from bot.playground.lock import unwritable
from bot.playground.settings import apart, bot_environment
from retrieval import wiring, wiring_stores, wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import InputError
from retrieval.ingest.missed import is_asset
from retrieval.ingest.naming import MANUAL, own_collection
from retrieval.per_collection import said_of

if TYPE_CHECKING:
    from bot.playground.page.screen import Screen
    from bot.playground.server import Playground
    from bot.playground.socket_mode import Link
    from retrieval.ingest.report import Progress, Report
    from retrieval.ports import Clock, Skipped

QUESTIONS = (
    "What happens to pages that I delete or rename?",
    "Can it make up an answer that is not in the documents?",
    "What can the verification not catch?",
    "What does a parking space cost?",
)
"""To try on the manual; the last one it cannot answer."""

LONGEST_START = 60.0
LOOK = 0.02
"""Seconds that the bot may take to come in, and from one look for it to the next."""

SHOWN_SECONDS = 0.5
"""How often open pages are told how far indexing is."""
NAMED = 10
"""Files that are named of those that were not indexed."""

POLICY = """\
[maintainers]
people = ["U0ADA00001"]
channel = "C0LEADS004"

[collections."{}"]
open = true
support = "{}"
"""
"""Ada looks after the bot, so that whoever tries it sees that half as well."""
HELP, GUEST = "C0HELP0002", "U0GUS00004"
"""Where people help. The guest is not in it: helpers whom a guest overhears are shown nothing."""


class Demo:
    """Everything that `make demo` starts; `screen` and `playground` are there once it is served."""

    screen: Screen
    _link: Link

    playground: Playground

    def __init__(
        self,
        docs: Path,
        url: str,
        say: Callable[[str], None],
        *,
        ledger: str = "",
        clock: Clock | None = None,
    ) -> None:
        """`url` ends with a slash; time is the machine's where no `clock` is given.

        The index is the demo's own: the links in it lead to the demo, so that it and an index
        for anything else would take each other's links away. Without a database URL as `ledger`
        so is the ledger: a bot in a real workspace must not take questions from here.
        """
        self.url = url
        self._docs = docs.expanduser()
        self._say = say
        self._clock = clock or SystemClock()
        self._collection = own_collection(docs)
        set_up = wiring.settings()
        template = said_of(set_up.url_template, self._collection) or f"{url}pages/{{path}}"
        self._data = set_up.data
        self._ledger = ledger or f"sqlite:///{set_up.data / 'playground.db'}"
        self._settings = apart(set_up).model_copy(
            update={"url_template": template, "database_url": self._ledger}
        )
        self._app = cast.app(key=secrets.token_hex(8))
        self._showing: asyncio.Future[None] | None = None

    def bot(self) -> Child:
        """Return the bot, ready to be started: it waits for the server on the socket."""
        environment = bot_environment(self._app, self.url, self._policy(), self._settings)
        return Child(environment, self._say)

    @asynccontextmanager
    async def serve(self, listening: socket.socket) -> AsyncIterator[None]:
        """Serve the playground and its page on a socket.

        What this takes to import is imported here, while the bot starts beside it.
        """
        from bot.playground import server  # noqa: PLC0415
        from bot.playground.page.documents import Library  # noqa: PLC0415
        from bot.playground.page.records import Records  # noqa: PLC0415
        from bot.playground.page.routes import attach  # noqa: PLC0415
        from bot.playground.page.screen import Screen  # noqa: PLC0415

        playground = server.furnished(self._clock, self.url, self._app)
        self.playground = playground
        playground.workspace.leave(GUEST, HELP)
        self._link = playground.link
        async with wiring.open_ledger(self._settings) as ledger:
            origin = self.url.rstrip("/")
            space, records = playground.workspace, Records(ledger, ledger.cases)
            self.screen = Screen(space, Library([]), records, origin, self._questions())
            self.screen.terminal = self._terminal()
            self.screen.index("it has begun")
            application = server.create_app(playground, lambda app: attach(app, self.screen))
            async with server.serve(application, listening):
                try:
                    yield
                finally:
                    await wiring_stores.close_connections()

    async def index(self) -> Report:
        """Bring the index up to date, and let the page show the documents.

        Only pages that changed are read, and only new texts embedded; a page also counts as
        changed when its address did, which costs no embedding.

        Raises:
            InputError: nothing could be indexed.
        """
        model = wiring.embedder(self._settings)
        reader = wiring.folder_reader(self._settings, self._docs, self._collection)
        ingest = wiring.ingest(self._settings, model, former=wiring_upkeep.upkeep(self._settings))
        report = await self._ingested(ingest.run(reader, self._collection, self._progress()))
        self._name("Not indexed", report.failed)
        self._name("Skipped", [file for file in report.skipped if not is_asset(file.path)])
        if report.nothing_found:
            raise InputError(f"No document was found under {self._docs}.")
        await self._show({failed.path for failed in report.failed})
        self.screen.index("")
        return report

    async def _ingested(self, run: Awaitable[Report]) -> Report:
        """Wait for a run; once all pages are read they are shown, while they are embedded."""
        try:
            return await run
        finally:
            if self._showing:
                await self._showing

    async def _show(self, failed: set[str]) -> None:
        """Let the page show what is in the index, and nothing else that stands in its folders."""
        from bot.playground.page.documents import Library  # noqa: PLC0415

        roots = await wiring.index(self._settings).roots(self._collection)
        readers = [
            wiring.folder_reader(self._settings, Path(root), self._collection) for root in roots
        ]
        shelf = wiring_upkeep.upkeep(self._settings)
        used = [one.name for one in await shelf.generations(self._collection) if one.in_use]
        # Pages without a word are indexed as well: what is counted here is what a run counts.
        pages = [page for name in used for page in await shelf.entries(self._collection, name)]
        indexed = {page.path for page in pages}
        # A page that has a twin under another root is named with some folders before its path.
        ends = {path[at + 1 :] for path in indexed for at, sign in enumerate(path) if sign == "/"}
        library = Library(readers, indexed | (ends - failed))
        await asyncio.to_thread(library.paths)
        self.screen.library = library

    def _name(self, what: str, files: Sequence[Skipped]) -> None:
        """Name files that were not indexed, each with the reason."""
        for file in files[:NAMED]:
            self._say(f"{what}: {file.path}: {file.reason}")
        if len(files) > NAMED:
            self._say(f"... and {len(files) - NAMED} more")

    async def connected(self) -> bool:
        """Wait for the bot to come in; False when it takes too long."""
        for _ in range(int(LONGEST_START / LOOK)):
            if self._link.connections:
                return True
            await asyncio.sleep(LOOK)
        return False

    def _questions(self) -> tuple[str, ...]:
        return QUESTIONS if self._collection == MANUAL.name else ()

    def _policy(self) -> Path:
        """Write the policy: the one collection is open to all, and one of them is a maintainer."""
        path = self._data / "playground.toml"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(POLICY.format(self._collection, HELP), encoding="utf-8")
        except OSError as error:
            raise unwritable(path.parent, error) from error
        return path

    def _terminal(self) -> str:
        """Return what a command on the terminal needs before it to read this ledger.

        An address with a password in it is left for the reader to fill in.
        """
        shown = "..." if "@" in self._ledger else shlex.quote(self._ledger)
        return f"DATABASE_URL={shown} "

    def _progress(self) -> Callable[[Progress], None]:
        """Say each tenth of what takes a while, and show it on the page."""
        shown: dict[str, int] = {}
        due = 0.0

        def tell(at: Progress) -> None:
            nonlocal due
            if at.phase == "embedding" and not self._showing:
                self._showing = asyncio.ensure_future(self._show(set()))
            tenth = 10 * at.done // max(at.total, 1)
            said = f"{at.phase}: {at.done} of {at.total}"
            if at.total >= 10 and tenth > shown.get(at.phase, -1):
                self._say(said)
                shown[at.phase] = tenth
            if (now := self._clock.monotonic()) >= due:
                self.screen.index(said)
                due = now + SHOWN_SECONDS

        return tell
