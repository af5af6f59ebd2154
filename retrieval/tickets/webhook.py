"""Tickets as events that are posted to an address, for whatever stands behind it.

The same event may come twice after a crash: its key, also in the header Idempotency-Key, is the
same then. With a token each body is signed: X-Footnote-Signature is "sha256=" and the HMAC of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from retrieval.errors import TicketError
from retrieval.ports import Opened
from retrieval.tickets.calls import Calls


class WebhookTickets:
    """Events to one address; implements the port `Ticketer`."""

    name = "webhook"

    def __init__(self, calls: Calls, token: str = "") -> None:
        """Take the address, and what bodies are signed with, if anything."""
        self._calls = calls
        self._token = token

    async def find(self, key: str) -> Opened | None:  # noqa: ARG002 (nobody to ask)
        """Nothing can be asked for; the receiver knows an event by its key."""
        return None

    async def open(self, key: str, title: str, body: str) -> Opened:
        """Post the event "opened"; the reply may name the ticket in `id` and `url`."""
        event = {"event": "opened", "key": key, "title": title, "body": body}
        data = await self._post(event, key)
        return Opened(str(data.get("id") or key), str(data.get("url") or ""))

    async def close(self, key: str, ref: str, comment: str) -> None:
        """Post the event "closed"."""
        event = {"event": "closed", "key": key, "id": ref, "comment": comment}
        await self._post(event, f"{key}-closed")

    async def reach(self) -> str:
        """Connect to the host, and send nothing."""
        parts = urlsplit(self._calls.base)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            async with asyncio.timeout(self._calls.seconds):
                _, writer = await asyncio.open_connection(self._calls.host, port)
        except OSError as error:
            reason = error.strerror or str(error) or "no answer"
            raise TicketError(f"{self._calls.host} cannot be reached ({reason}).") from None
        writer.close()
        return f"events to {self._calls.host}"

    async def _post(self, event: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """Post an event; return the reply where it is an object."""
        headers = {"Idempotency-Key": key}
        if self._token:
            raw = json.dumps(event, ensure_ascii=False).encode()
            signature = hmac.new(self._token.encode(), raw, hashlib.sha256).hexdigest()
            headers["X-Footnote-Signature"] = f"sha256={signature}"
        data = (await self._calls.ask("POST", body=event, headers=headers)).data
        return data if isinstance(data, dict) else {}
