"""A web server on the loopback that answers as it is told, and records what it was asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request; `body` is its JSON, None where it had none, and `raw` its very bytes."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    raw: bytes


@dataclass
class WebServer:
    """Answers each request with the next of `replies`, the last of which stays.

    A reply is a status and a JSON value, with headers as the third; a status of 0 hangs up.
    """

    url: str = ""
    replies: list[tuple[Any, ...]] = field(default_factory=lambda: [(200, {})])
    asked: list[Asked] = field(default_factory=list)

    @property
    def calls(self) -> list[str]:
        """The methods and paths that were asked for, without queries."""
        return [f"{one.method} {one.path.partition('?')[0]}" for one in self.asked]

    def reply(self) -> tuple[int, bytes, Mapping[str, str]]:
        """Take the next reply."""
        found = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        status, value, *more = found
        raw = value if isinstance(value, bytes) else json.dumps(value).encode()
        return status, b"" if value is None else raw, more[0] if more else {}


@contextmanager
def web_server(*replies: tuple[Any, ...]) -> Iterator[WebServer]:
    """Run a server for a while."""
    server = WebServer(replies=list(replies) or [(200, {})])

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = json.loads(raw) if raw else None
            server.asked.append(Asked(self.command, self.path, dict(self.headers), body, raw))
            status, text, headers = server.reply()
            if not status:
                self.close_connection = True
                return
            self.send_response(status)
            for name, value in {"Content-Length": str(len(text)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PATCH = do_PUT = _answer  # noqa: N815 (names of the base class)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{listening.server_port}"
    thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()
