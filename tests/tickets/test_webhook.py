"""Tests of retrieval/tickets/webhook.py, by the requests that a server records."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from retrieval.errors import TicketError
from retrieval.tickets.calls import Calls
from retrieval.tickets.webhook import WebhookTickets
from tests.fakes.web_server import web_server


async def test_events_are_posted_and_signed() -> None:
    """Opened and closed, each with its key; the signature is that of the very bytes."""
    with web_server((200, {"id": 7, "url": "https://x.example/7"}), (204, None)) as server:
        tickets = WebhookTickets(Calls(f"{server.url}/hook/abc"), "shared")
        opened = await tickets.open("drop-1", "Füll", "Body")
        await tickets.close("drop-1", opened.ref, "Back.")
    first, second = server.asked
    signature = hmac.new(b"shared", first.raw, hashlib.sha256).hexdigest()

    assert ("7", "https://x.example/7") == (opened.ref, opened.url)
    assert {"event": "opened", "key": "drop-1", "title": "Füll", "body": "Body"} == first.body
    assert {"event": "closed", "key": "drop-1", "id": "7", "comment": "Back."} == second.body
    assert ("drop-1", f"sha256={signature}") == (
        first.headers["Idempotency-Key"],
        first.headers["X-Footnote-Signature"],
    )
    assert "drop-1-closed" == second.headers["Idempotency-Key"]


async def test_a_receiver_need_not_say_anything() -> None:
    """The key is the name then, and nothing is signed without a token."""
    with web_server((202, None)) as server:
        tickets = WebhookTickets(Calls(server.url))
        opened = await tickets.open("drop-1", "t", "b")
        found = await tickets.find("drop-1")

    assert ("drop-1", "", None) == (opened.ref, opened.url, found)
    assert "X-Footnote-Signature" not in server.asked[0].headers


async def test_it_is_reached_without_being_sent_anything() -> None:
    """The doctor opens no ticket."""
    with web_server() as server:
        said = await WebhookTickets(Calls(f"{server.url}/secret")).reach()
    with pytest.raises(TicketError, match="cannot be reached"):
        await WebhookTickets(Calls(f"{server.url}/secret")).reach()

    assert ("events to 127.0.0.1", []) == (said, server.asked)
