"""files.*, and where the content of a file is fetched."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from bot.playground.api.call import Call, Method
from bot.playground.faults import Faults
from bot.playground.installs import Installs
from bot.playground.state import Workspace
from bot.playground.values import Json, Refused

READ = ("files:read",)
FETCH = "files.download"
"""By what name a fault spoils the fetching of content, which is no method of Slack's."""
SIGN_IN = "<!DOCTYPE html><html><title>Sign in | Slack</title><body>Sign in to Slack</body></html>"


def _info(call: Call) -> Json:
    upload = call.workspace.uploads.get(call.arguments.need("file"))
    channels = [call.workspace.channels[one] for one in upload.channels]
    if not any(call.me in channel.members for channel in channels):
        raise Refused("file_not_found")
    shape = call.workspace.uploads.shape(upload)
    return {"file": shape | {"channels": upload.channels}, "comments": []}


class Downloads:
    """Serves the content of files; who may not fetch it is shown a page to sign in, as a 200."""

    def __init__(self, installs: Installs, faults: Faults) -> None:
        self._installs = installs
        self._faults = faults

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one request."""
        fault = self._faults.take(FETCH)
        if fault and fault.drop and request.transport is not None:
            request.transport.abort()
        if fault and fault.error:
            return web.Response(status=fault.status)
        team, _, ident = request.match_info["file"].rpartition("-")
        try:
            workspace = self._installs.of_team(team)
            if not _allowed(workspace, request.headers):
                return web.Response(text=SIGN_IN, content_type="text/html")
            upload = workspace.uploads.get(ident)
        except Refused:
            return web.Response(status=404)
        kind = str(workspace.uploads.shape(upload)["mimetype"])
        return web.Response(body=upload.content, content_type=kind)


def _allowed(workspace: Workspace, headers: Mapping[str, str]) -> bool:
    app = workspace.app
    right = headers.get("Authorization", "") == f"Bearer {app.bot_token}"
    return right and workspace.installed and "files:read" in app.scopes


METHODS = {"files.info": Method(_info, 4, READ)}
