"""What an app sends to a response address, or answers a command with -> messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aiohttp import web

from bot.playground.api.content import checked
from bot.playground.archive import Archive
from bot.playground.permits import Permits, ResponseAddress
from bot.playground.values import App, Message, Refused

PATHS = ("actions", "commands", "app")
"""How the addresses begin that come with a press, a command and a shortcut."""


class Responses:
    """Posts, replaces and takes away, as a body asks."""

    def __init__(self, archive: Archive, permits: Permits, app: App) -> None:
        self._archive = archive
        self._permits = permits
        self._app = app

    async def handle(self, request: web.Request) -> web.Response:
        """Answer a request to a response address."""
        try:
            body = await request.json()
            address = self._permits.respond(request.match_info["key"])
            self._respond(address, body if isinstance(body, dict) else {})
        except Refused as refused:
            return web.json_response({"ok": False, "error": refused.error}, status=404)
        except (ValueError, RecursionError):
            return web.Response(text="invalid_payload", status=400)
        return web.Response(text="ok")

    def at_once(self, key: str, body: Mapping[str, Any]) -> None:
        """Show what came with a command's acknowledgement, which uses nothing up."""
        if body.get("text") or body.get("blocks"):
            address = self._permits.peek(key)
            if address is not None:
                self._respond(address, body)

    def _respond(self, address: ResponseAddress, body: Mapping[str, Any]) -> None:
        archive = self._archive
        shown = self._shown(address)
        if body.get("delete_original"):
            if shown is not None:
                archive.remove(shown)
            return
        text = str(body.get("text") or "")
        given = body.get("blocks")
        blocks = checked(given if isinstance(given, list) else [])
        if not text and not blocks:
            raise Refused("no_text")
        if body.get("replace_original") and shown is not None:
            archive.rewrite(shown, text=text, blocks=blocks)
            return
        thread = str(body.get("thread_ts") or "")
        private = body.get("response_type") != "in_channel"
        message = Message(address.channel, archive.stamp(), self._app.user_id, text, thread, blocks)
        message.by_app = True
        message.only_for = address.user if private else ""
        message.subtype = "" if private else "bot_message"
        (archive.whisper if private else archive.add)(message)
        if not address.ts:
            address.ts = message.ts

    def _shown(self, address: ResponseAddress) -> Message | None:
        """Return the message that the address can replace, where it is still there."""
        private = self._archive.whispers(address.user, address.channel)
        whispered = next((one for one in private if one.ts == address.ts), None)
        return whispered or self._archive.find(address.channel, address.ts)
