"""/slack/install and /slack/oauth_redirect: a person's way to install the app in a workspace."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import urlencode, urljoin

import structlog
from aiohttp import web

from bot.oauth.installer import Installer, Refused
from bot.slack.needs import SCOPES
from bot.slack.refused import NO_CONNECTION, SlackRefused
from retrieval.errors import FootnoteError

INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"
STATE_SECONDS = 600.0
"""How long a person may take to say yes in Slack."""
COOKIE = "footnote_oauth"
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Footnote</title></head>
<body><h1>{title}</h1><p>{text}</p></body></html>
"""


@dataclass(frozen=True, slots=True)
class Client:
    """The app as Slack's authorisation knows it; `url` is where its people come in."""

    id: str
    secret: str = field(repr=False)
    url: str = ""
    api_url: str = "https://slack.com/api/"

    @property
    def redirect(self) -> str:
        """The address that Slack sends a browser back to."""
        return f"{self.url.rstrip('/')}{REDIRECT}"


@dataclass(frozen=True, slots=True)
class Pages:
    """Answers the two addresses."""

    installer: Installer
    client: Client

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        """Return the two addresses."""
        return (web.get(INSTALL, self.install), web.get(REDIRECT, self.come_back))

    async def install(self, _: web.Request) -> web.Response:
        """Send a browser to Slack, with a word by which it is known when it comes back."""
        state = secrets.token_urlsafe(32)
        try:
            await self.installer.books.ask(state, seconds=STATE_SECONDS)
        except FootnoteError as error:
            return _failed(error)
        asked = {
            "client_id": self.client.id,
            "scope": ",".join(sorted(SCOPES)),
            "state": state,
            "redirect_uri": self.client.redirect,
        }
        where = f"{urljoin(self.client.api_url, '/oauth/v2/authorize')}?{urlencode(asked)}"
        reply = web.Response(status=302, headers={**HEADERS, "Location": where})
        reply.set_cookie(
            COOKIE,
            state,
            max_age=int(STATE_SECONDS),
            path="/slack",
            httponly=True,
            secure=self.client.url.startswith("https://"),
            samesite="Lax",
        )
        return reply

    async def come_back(self, request: web.Request) -> web.Response:
        """Install the app for a browser that Slack sent back, if it is the one that was sent."""
        state, code = request.query.get("state", ""), request.query.get("code", "")
        known = request.cookies.get(COOKIE, "")
        same = hmac.compare_digest(state.encode("utf-8", "replace"), known.encode())
        try:
            if not state or not same or not await self.installer.books.spend(state):
                return _page(400, "Not installed", f"Please begin again at {INSTALL}.")
            if not code:
                return _page(200, "Not installed", "You did not agree to it in Slack.")
            name = await self.installer.install(await self._access(code))
        except Refused as refused:
            return _page(403, "Not installed", str(refused))
        except FootnoteError as error:
            return _failed(error)
        reply = _page(200, "Installed", f"Footnote is in {name} now. Mention it in a channel.")
        reply.del_cookie(COOKIE, path="/slack")
        return reply

    async def _access(self, code: str) -> Mapping[str, Any]:
        """Exchange a code for a token. Raises Refused, FootnoteError."""
        try:
            return await self.installer.parts.web.call(
                "oauth.v2.access",
                client_id=self.client.id,
                client_secret=self.client.secret,
                code=code,
                redirect_uri=self.client.redirect,
            )
        except SlackRefused as refused:
            if refused.unsure or refused.error == NO_CONNECTION:
                raise
            said = f"Slack refused it ({refused.error}). Please begin again."
            raise Refused(said) from refused


def _failed(error: FootnoteError) -> web.Response:
    structlog.get_logger().warning("not_installed", reason=str(error))
    return _page(503, "Not installed", "Something is not working here. Please try again later.")


def _page(status: int, title: str, text: str) -> web.Response:
    body = _PAGE.format(title=escape(title), text=escape(text))
    return web.Response(status=status, text=body, content_type="text/html", headers=HEADERS)
