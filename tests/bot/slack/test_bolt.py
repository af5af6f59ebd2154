"""Bolt hands over whatever Slack sends, and answers with what is given back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from slack_bolt.async_app import AsyncBoltRequest

from bot.slack.app import Identity, Taken
from bot.slack.bolt import build
from bot.slack.web import open_web


class _Takes:
    """Gives one answer, and keeps what it took."""

    def __init__(self, given: Taken) -> None:
        self._given = given
        self.taken: list[tuple[Mapping[str, Any], str]] = []

    async def take(self, payload: Mapping[str, Any], attempt: str = "") -> Taken:
        """Take it."""
        self.taken.append((payload, attempt))
        return self._given


async def _sent(payload: dict[str, Any], given: Taken) -> tuple[Any, _Takes]:
    receiver = _Takes(given)
    async with open_web("xoxb-1", base_url="http://127.0.0.1:9/api/") as web:
        app = build(receiver, Identity("T1", "UBOT", "BBOT"), web)
        headers = {"x-slack-retry-num": "2"}
        request = AsyncBoltRequest(body=json.dumps(payload), headers=headers, mode="socket_mode")
        return await app.async_dispatch(request), receiver


async def test_a_payload_is_handed_over_with_its_attempt() -> None:
    """Whatever it is, and no token of Slack's is asked for."""
    reply, receiver = await _sent({"type": "event_callback", "event": {"type": "x"}}, Taken(503))

    assert 503 == reply.status
    assert [("event_callback", "2")] == [(one["type"], at) for one, at in receiver.taken]


async def test_a_command_gets_its_body_as_json() -> None:
    """Over the socket it goes into the acknowledgement."""
    reply, _ = await _sent({"command": "/footnote", "text": ""}, Taken(200, {"text": "hi"}))

    assert {"text": "hi"} == json.loads(reply.body)
    assert reply.first_headers()["content-type"].startswith("application/json")
