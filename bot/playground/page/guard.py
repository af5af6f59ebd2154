"""What keeps others out of the page: no foreign host, no foreign origin, no foreign content."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import SplitResult, urlsplit

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
"""Sent with every answer of the page. Nothing comes from elsewhere, and no script stands inline."""

HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]", "::1"})


def guarded(handler: Handler) -> Handler:
    """Wrap a handler: it answers this machine's browser only, and with the headers above.

    A page of another site may point its name at this machine, or send a form here; the first shows
    in the Host header, the second in Origin or Sec-Fetch-Site.
    """

    async def guard(request: web.Request) -> web.StreamResponse:
        if _parts(f"//{request.host}").hostname not in HOSTS:
            return web.Response(status=421, text="Open the page as 127.0.0.1.\n", headers=HEADERS)
        if request.method == "POST" and not _same_origin(request):
            return web.Response(status=403, text="Another site sent this.\n", headers=HEADERS)
        response = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    return guard


def _same_origin(request: web.Request) -> bool:
    """Whether a form or script of the page itself sent the request."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("Origin")
    return origin is None or _parts(origin).netloc == request.host


def _parts(address: str) -> SplitResult:
    """Take an address apart; one that is none has no parts."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")
