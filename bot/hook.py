"""POST /ingest: whoever publishes a page says so, and it is indexed."""

from __future__ import annotations

import asyncio
import hmac
import json
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from aiohttp import web

from retrieval.errors import FootnoteError, InputError, PathUnusable

BODY_BYTES = 16_384
PER_MINUTE = 60
"""Requests that are taken in a minute."""
READ_SECONDS = 10.0


_STATUS: dict[type[Exception], int] = {
    TimeoutError: 408,
    PathUnusable: 404,
    InputError: 400,
    FootnoteError: 503,
}
"""What an error is to whoever asked; the first that fits."""


_SENTENCES = {
    404: "There is no such address.",
    405: "That method is not taken here.",
    413: f"The body has more than {BODY_BYTES} bytes.",
}


_NO_JSON = 'The body must be JSON, as in {"path": "guide/vpn.md"}.'


class Planned(Protocol):
    """What will happen to a path."""

    @property
    def path(self) -> str:
        """Where the path leads."""

    @property
    def root(self) -> str:
        """The root that is indexed."""

    @property
    def collection(self) -> str:
        """Into which collection."""

    @property
    def waiting(self) -> bool:
        """Whether it waited already."""


class Publish(Protocol):
    """Says what will be indexed, and sees to it."""

    async def __call__(self, path: str, collection: str) -> Planned:
        """Take a path, and a collection or "" where none is given.

        Raises InputError, PathUnusable, or FootnoteError where too much waits.
        """


class Hook:
    """Answers POST /ingest with what will happen; the indexing itself goes on behind it."""

    def __init__(
        self,
        secret: str,
        publish: Publish,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the shared secret, and what indexes."""
        self._secret = secret.encode()
        self._publish = publish
        self._now = now
        self._left, self._since = float(PER_MINUTE), now()

    async def take(self, request: web.Request) -> web.Response:
        """Answer a request."""
        given = request.headers.get("Authorization", "")
        if not hmac.compare_digest(given.encode("utf-8", "replace"), b"Bearer " + self._secret):
            return _said(401, "The secret is wrong.", {"WWW-Authenticate": "Bearer"})
        if not self._may():
            return _said(429, "Too many requests. Try again in a minute.", {"Retry-After": "60"})
        try:
            planned = await self._taken(request)
        except (FootnoteError, TimeoutError) as error:
            status = next(code for kind, code in _STATUS.items() if isinstance(error, kind))
            return _said(status, str(error) or "The request did not come to its end.")
        said = {
            "path": planned.path,
            "root": planned.root,
            "collection": planned.collection,
            "state": "waits already" if planned.waiting else "will be indexed",
        }
        return web.json_response(said, status=202)

    async def _taken(self, request: web.Request) -> Planned:
        """Read a request and see to it. A body that is packed is left packed, and not taken."""
        if request.headers.get("Content-Encoding", "identity").lower() != "identity":
            raise InputError("The body must be JSON as it is, without a Content-Encoding.")
        async with asyncio.timeout(READ_SECONDS):
            body = await request.read()
        return await self._publish(*_asked(body))

    def _may(self) -> bool:
        """Whether one more request is taken now: so many a minute, evenly given back."""
        now = self._now()
        given_back = (now - self._since) * PER_MINUTE / 60.0
        self._left = min(float(PER_MINUTE), self._left + given_back)
        self._since = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


def _asked(body: bytes) -> tuple[str, str]:
    """Return path and collection, "" where that is not given. Raises InputError."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InputError(_NO_JSON) from error
    if not isinstance(said, dict):
        raise InputError(_NO_JSON)
    path, collection = said.get("path"), said.get("collection", "")
    if not isinstance(collection, str):
        raise InputError("`collection` must be the name of a collection.")
    return path if isinstance(path, str) else "", collection


@web.middleware
async def in_json(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Say in JSON what is refused before or while it is read, as all else that is refused."""
    try:
        return await handler(request)
    except web.HTTPClientError as error:
        allowed = {name: value for name, value in error.headers.items() if name == "Allow"}
        sentence = _SENTENCES.get(error.status, f"{error.reason}.")
        return _said(error.status, sentence, allowed)


def _said(status: int, sentence: str, headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response({"error": sentence}, status=status, headers=headers)
