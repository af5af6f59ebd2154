"""The addresses of the page, and what each of them answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from bot.playground.page.acts import do
from bot.playground.page.documents import PageMissing, rendered
from bot.playground.page.forms import said
from bot.playground.page.guard import HEADERS, guarded
from bot.playground.page.live import event, told
from bot.playground.page.records import parts
from bot.playground.page.screen import Screen
from bot.playground.page.sentences import sentence
from bot.playground.page.templating import HERE, templates
from bot.playground.values import Refused
from retrieval.errors import FootnoteError, LedgerError
from retrieval.values import Document

BEAT = 15.0
"""Seconds after which a quiet stream of events sends a sign of life, so that a gone page shows."""

_COUNT = re.compile(r"[0-9]{1,18}")
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def attach(app: web.Application, screen: Screen) -> None:
    """Add the page to a server that has not started."""
    page = Page(screen)
    gets: dict[str, Callable[[web.Request], Awaitable[web.StreamResponse]]] = {
        "/": page.workspace,
        "/playground/channel": page.channel,
        "/playground/thread": page.thread,
        "/playground/panel": page.panel,
        "/playground/trace": page.story,
        "/playground/case": page.case_of,
        "/playground/events": page.events,
        "/archives/{channel}/p{digits:[0-9]+}": page.permalink,
        "/pages/": page.documents,
        "/pages/{path:.+}": page.document,
        "/traces/{id}": page.trace,
        "/cases": page.cases,
        "/cases/{id}": page.case,
        "/static/{name}": page.static,
    }
    for path, handler in gets.items():
        app.router.add_get(path, guarded(_told_in_words(page, handler)))
    app.router.add_post("/playground/{act}", guarded(_told_in_words(page, page.act)))
    app.router.add_route("*", "/{rest:.*}", guarded(_told_in_words(page, page.nowhere)))
    app.on_shutdown.append(page.stop)


def _told_in_words(
    page: Page, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Wrap a handler: what goes wrong is a sentence on a page."""

    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except PageMissing as error:
            return page.problem(404, "Not among the indexed pages", str(error))
        except FootnoteError as error:
            return page.problem(404, "That cannot be shown", str(error))
        except Refused as error:
            told = {"error": error.error, "sentence": sentence(error.error)}
            return web.json_response({"ok": False, **told}, status=400)
        except UnicodeError:
            return page.problem(400, "That cannot be read", "The address is not proper text.")

    return answer


class Page:
    """Answers what the browser asks."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._templates = templates()
        self._open: set[asyncio.Task[Any]] = set()

    def render(self, template: str, **data: Any) -> str:
        """Write a template."""
        return self._templates.get_template(template).render(**data)

    def html(self, template: str, *, status: int = 200, **data: Any) -> web.Response:
        """Answer with a template."""
        body = self.render(template, **data).encode(errors="replace")  # whatever a message holds
        return web.Response(body=body, content_type="text/html", charset="utf-8", status=status)

    def problem(self, status: int, title: str, reason: str) -> web.Response:
        """Answer with a sentence that says what went wrong."""
        return self.html("problem.html", status=status, title=title, reason=reason)

    async def stop(self, _app: web.Application) -> None:
        """End the streams of events, so that the server can stop at once."""
        for task in self._open:
            task.cancel()

    # --- the workspace ------------------------------------------------------------------------

    async def workspace(self, request: web.Request) -> web.Response:
        """Answer with the whole page."""
        await asyncio.to_thread(self._screen.library.paths)
        me = self._screen.me(request.query.get("as", ""))
        room = self._screen.room(me, request.query.get("channel", ""))
        tab = request.query.get("tab", "")
        data = self._screen.everything(me, room, request.query.get("thread", ""), tab)
        trace = request.query.get("trace", "")
        told_of, data["no_trace"] = None, ""
        try:
            told_of = await self._screen.records.explanation(trace) if trace else None
        except LedgerError as error:
            data["no_trace"] = str(error)
        data |= {"cases": await self._standing()}
        return self.html("workspace.html", **data, explanation=told_of, pane=True)

    async def channel(self, request: web.Request) -> web.Response:
        """Answer with one conversation, for the page to put in place."""
        me = self._screen.me(request.query.get("as", ""))
        room = self._screen.workspace.room_of(me.id, request.query.get("channel", ""))
        tab = request.query.get("tab", "")
        return self.html("channel.html", **self._screen.channel(me, room, tab))

    async def panel(self, request: web.Request) -> web.Response:
        """Answer with the app's panel, for the page to put in place."""
        me = self._screen.me(request.query.get("as", ""))
        return self.html("panel.html", **self._screen.panel(me, request.query.get("channel", "")))

    async def thread(self, request: web.Request) -> web.Response:
        """Answer with one thread, for the page to put in place."""
        me = self._screen.me(request.query.get("as", ""))
        room = self._screen.workspace.room_of(me.id, request.query.get("channel", ""))
        return self.html(
            "thread.html", **self._screen.thread(me, room, request.query.get("ts", ""))
        )

    async def permalink(self, request: web.Request) -> web.Response:
        """Lead a permalink of a message to the page, at its thread."""
        digits = request.match_info["digits"]
        ts = request.query.get("thread_ts") or f"{digits[:-6]}.{digits[-6:]}"
        asked = urlencode({"channel": request.match_info["channel"], "thread": ts})
        raise web.HTTPFound(f"/?{asked}")

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Send what changes for one person, until the page is closed."""
        me = self._screen.me(request.query.get("as", "")).id
        seen = request.headers.get("Last-Event-ID") or request.query.get("after", "")
        if seen and not _COUNT.fullmatch(seen):
            raise Refused("invalid_cursor")
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        await response.prepare(request)
        task = asyncio.ensure_future(self._follow(response, me, int(seen) if seen else None))
        self._open.add(task)
        try:
            with suppress(asyncio.CancelledError, ConnectionResetError):
                await task
        finally:
            task.cancel()
            self._open.discard(task)
        return response

    async def _follow(self, response: web.StreamResponse, me: str, after: int | None) -> None:
        """Send changes as they come, a comment when there are none for a while."""
        await response.write(b"retry: 1000\n" + event({"kind": "hello", "run": self._screen.run}))
        async with aclosing(self._screen.workspace.subscribe(me, after)) as changes:  # type: ignore[type-var]  # it is a generator
            coming = asyncio.ensure_future(anext(changes))
            try:
                while True:
                    done, _ = await asyncio.wait({coming}, timeout=BEAT)
                    if not done:
                        await response.write(b": still here\n\n")
                        continue
                    change = coming.result()
                    coming = asyncio.ensure_future(anext(changes))
                    data = told(change, me, self._screen, self.render)
                    if data:
                        await response.write(event(data, change.seq))
            finally:
                coming.cancel()
                with suppress(asyncio.CancelledError, StopAsyncIteration):
                    await coming

    async def act(self, request: web.Request) -> web.Response:
        """Do what a person does; a form without script is sent back to the page."""
        told_of = await said(request)
        done = do(self._screen, request.match_info["act"], told_of)
        if "application/json" in {request.content_type, request.headers.get("Accept")}:
            return web.json_response({"ok": True, **done})
        here = {"as": told_of["user"], "channel": told_of["channel"]}
        thread = told_of.get("thread_ts") or done.get("ts", "")
        raise web.HTTPSeeOther(f"/?{urlencode({**here, 'thread': thread})}")

    # --- behind the answers -------------------------------------------------------------------

    async def documents(self, _request: web.Request) -> web.Response:
        """Answer with the list of indexed pages."""
        paths = await asyncio.to_thread(self._screen.library.paths)
        indexing = self._screen.indexing
        return self.html("documents.html", paths=paths, indexing=indexing, here="pages")

    async def document(self, request: web.Request) -> web.Response:
        """Answer with an indexed page; with `trace`, what that answer quotes is marked."""
        path, trace = request.match_info["path"], request.query.get("trace", "")
        page = await asyncio.to_thread(self._screen.library.read, path)
        quotes = await self._screen.records.quotes(trace, path) if trace else ()
        shown = await asyncio.to_thread(rendered, page, quotes)
        data: dict[str, Any] = {
            "page": page,
            "rendered": shown,
            "trace": trace,
            "facts": _facts(page),
        }
        return self.html("document.html", **data, here="pages")

    async def story(self, request: web.Request) -> web.Response:
        """Answer with how a question was answered, for the page to put in place."""
        told_of = await self._screen.records.explanation(request.query.get("id", ""))
        names = self._screen.names("")
        return self.html("story.html", explanation=told_of, names=names, pane=True)

    async def trace(self, request: web.Request) -> web.Response:
        """Answer with how a question was answered, as a page of its own."""
        told_of = await self._screen.records.explanation(request.match_info["id"])
        case = await self._screen.records.case_of(told_of.id)
        names = self._screen.names("")
        return self.html("trace.html", explanation=told_of, case=case, names=names, whole=True)

    async def cases(self, _request: web.Request) -> web.Response:
        """Answer with the eval cases."""
        cases = await self._screen.records.complaints()
        data: dict[str, Any] = {"cases": cases, "terminal": self._screen.terminal}
        return self.html("cases.html", **data, here="cases")

    async def case(self, request: web.Request) -> web.Response:
        """Answer with one eval case."""
        case = await self._screen.records.cases.find(request.match_info["id"])
        data: dict[str, Any] = {"case": case, "parts": parts(case), "names": self._screen.names("")}
        return self.html("case.html", **data, terminal=self._screen.terminal, here="cases")

    async def case_of(self, request: web.Request) -> web.Response:
        """Answer with the case of an answer, and how many cases stand."""
        case = await self._screen.records.case_of(request.query.get("trace", ""))
        return web.json_response({"case": case.id if case else "", "cases": await self._standing()})

    async def _standing(self) -> int:
        return sum(case.state != "withdrawn" for case in await self._screen.records.complaints())

    async def nowhere(self, _request: web.Request) -> web.Response:
        """Answer for an address that is none of ours."""
        return self.problem(404, "There is no such page", "Nothing of the playground is there.")

    async def static(self, request: web.Request) -> web.Response:
        """Answer with a style sheet, a script or a picture of the page itself."""
        name = request.match_info["name"]
        place = HERE / "static" / name
        kind = TYPES.get(place.suffix)
        if kind is None or place.parent != HERE / "static" or not place.is_file():
            raise PageMissing(f"There is no {name}.")
        return web.Response(body=place.read_bytes(), content_type=kind, charset="utf-8")


def _facts(page: Document) -> list[tuple[str, str]]:
    """Say who owns a page and how fresh it is."""
    facts = page.metadata
    told_of = {
        "owner": facts.owner,
        "status": facts.status,
        "verified": facts.verified,
        "changed": facts.updated,
    }
    return [(name, str(fact)) for name, fact in told_of.items() if fact]
