"""The demo: an index of some documents, the playground with its page, and the bot as a child."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.playground import cast
from bot.playground.child import Child
from bot.playground.settings import bot_environment
from retrieval import wiring
from retrieval.clock import SystemClock
from retrieval.errors import InputError

if TYPE_CHECKING:
    from bot.playground.page.screen import Screen
    from bot.playground.socket_mode import Link
    from retrieval.ingest.report import Progress, Report

MANUAL = Path("docs")
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

POLICY = '[collections."{}"]\nopen = true\n'


class Demo:
    """Everything that `make demo` starts; `screen` is there once it is served."""

    screen: Screen
    _link: Link

    def __init__(self, docs: Path, url: str, say: Callable[[str], None]) -> None:
        """`docs` are indexed in the collection that `make ask` uses; `url` ends with a slash."""
        self.url = url
        self._docs = docs.expanduser()
        self._say = say
        self._collection = "docs" if docs == MANUAL else "asked"
        own = wiring.settings()
        template = own.url_template or f"{url}pages/{{path}}"
        self._settings = own.model_copy(update={"url_template": template})
        self._app = cast.app(key=secrets.token_hex(8))

    def bot(self) -> Child:
        """Return the bot, ready to be started: it waits for the server on the socket."""
        environment = bot_environment(self._app, self.url, self._policy())
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

        playground = server.furnished(SystemClock(), self.url, self._app)
        self._link = playground.link
        async with wiring.open_ledger(self._settings) as ledger:
            origin = self.url.rstrip("/")
            space, records = playground.workspace, Records(ledger, ledger.cases)
            self.screen = Screen(space, Library([]), records, origin, self._questions())
            application = server.create_app(playground, lambda app: attach(app, self.screen))
            async with server.serve(application, listening):
                yield

    async def index(self) -> Report:
        """Bring the index up to date, and let the page show the documents.

        Only pages that changed are read, and only new texts embedded; a page also counts as
        changed when its address did, which costs no embedding.

        Raises:
            InputError: nothing could be indexed.
        """
        model = wiring.embedder(self._settings)
        reader = wiring.folder_reader(self._settings, self._docs)
        ingest = wiring.ingest(self._settings, model)
        report = await ingest.run(reader, self._collection, self._progress())
        for failed in report.failed[:10]:
            self._say(f"Not indexed: {failed.path!r}: {failed.reason}")
        if report.nothing_found:
            raise InputError(f"No document was found under {self._docs}.")
        from bot.playground.page.documents import Library  # noqa: PLC0415

        roots = await wiring.index(self._settings).roots(self._collection)
        readers = [wiring.folder_reader(self._settings, Path(root)) for root in roots]
        self.screen.library = Library(readers)
        return report

    async def connected(self) -> bool:
        """Wait for the bot to come in; False when it takes too long."""
        for _ in range(int(LONGEST_START / LOOK)):
            if self._link.connections:
                return True
            await asyncio.sleep(LOOK)
        return False

    def _questions(self) -> tuple[str, ...]:
        return QUESTIONS if self._collection == "docs" else ()

    def _policy(self) -> Path:
        """Write the policy that opens the one collection to everybody in the workspace."""
        self._settings.data.mkdir(parents=True, exist_ok=True)
        path = self._settings.data / "playground.toml"
        path.write_text(POLICY.format(self._collection), encoding="utf-8")
        return path

    def _progress(self) -> Callable[[Progress], None]:
        """Say each tenth of what takes a while."""
        shown: dict[str, int] = {}

        def tell(at: Progress) -> None:
            tenth = 10 * at.done // max(at.total, 1)
            if at.total >= 10 and tenth > shown.get(at.phase, -1):
                self._say(f"{at.phase}: {at.done} of {at.total}")
                shown[at.phase] = tenth

        return tell
