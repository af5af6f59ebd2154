"""Installing the app: the page that asks a person, oauth.v2.access, and auth.revoke."""

from __future__ import annotations

import base64
import binascii
from html import escape

from aiohttp import web

from bot.playground.api.call import Call, Method
from bot.playground.installs import Installs, address
from bot.playground.values import Json, Refused

PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Install {app}</title>
<body><h1>{app} asks for leave to enter a workspace</h1><p>It may: {scopes}.</p>
<form method="post">{hidden}<p><label>Workspace <select name="team">{teams}</select></label></p>
<button name="answer" value="allow">Allow</button>
<button name="answer" value="cancel">Cancel</button></form></body></html>"""
ASKED = ("redirect_uri", "state")


class Authorization:
    """The page on which somebody lets the app in."""

    def __init__(self, installs: Installs) -> None:
        self._installs = installs

    async def ask(self, request: web.Request) -> web.Response:
        """Answer with the page."""
        app = self._installs.first.app
        if request.query.get("client_id") != app.client_id:
            return web.Response(text="invalid_client_id", status=400)
        if not request.query.get("redirect_uri"):
            return web.Response(text="bad_redirect_uri", status=400)
        hidden = "".join(
            f'<input type="hidden" name="{name}" value="{escape(request.query.get(name, ""))}">'
            for name in ASKED
        )
        teams = "".join(
            f'<option value="{one.team.id}">{escape(one.team.name)}</option>'
            for one in self._installs
        )
        scopes = escape(request.query.get("scope", "").replace(",", ", "))
        page = PAGE.format(app=escape(app.name), scopes=scopes, hidden=hidden, teams=teams)
        return web.Response(text=page, content_type="text/html")

    async def answer(self, request: web.Request) -> web.Response:
        """Send the browser back to the app, with a code or with a no."""
        form = await request.post()
        told = {name: str(form.get(name, "")) for name in (*ASKED, "team", "answer")}
        where = address(told["redirect_uri"], {"error": "access_denied", "state": told["state"]})
        if told["answer"] == "allow":
            try:
                where = self._installs.allow(told["team"], told["redirect_uri"], told["state"])
            except Refused as refused:
                return web.Response(text=refused.error, status=400)
        return web.Response(status=302, headers={"Location": where})


def _access(call: Call) -> Json:
    names = ("client_id", "client_secret", "code", "redirect_uri")
    given = {name: call.arguments.text(name) for name in names if call.arguments.has(name)}
    given |= _basic(call.arguments.text("authorization"))
    return call.installs.exchange(call.workspace.app, given)


def _basic(header: str) -> dict[str, str]:
    """Return the client's id and secret from HTTP's own way to send them."""
    if not header.startswith("Basic "):
        return {}
    try:
        told = base64.b64decode(header.removeprefix("Basic "), validate=True).decode()
    except (binascii.Error, ValueError):
        return {}
    ident, _, secret = told.partition(":")
    return {"client_id": ident, "client_secret": secret}


def _revoke(call: Call) -> Json:
    if not call.arguments.flag("test"):
        call.workspace.uninstall()
    return {"revoked": not call.arguments.flag("test")}


METHODS = {
    "oauth.v2.access": Method(_access, 4, caller="anyone"),
    "auth.revoke": Method(_revoke, 3),
}
