"""Delivery over HTTP: signed requests to the app's address, as the Events API sends them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Mapping
from urllib.parse import urlencode

import aiohttp

from bot.playground.deliveries import Deliveries, Delivery
from bot.playground.values import Json

JSON_TYPE = "application/json"
FORM_TYPE = "application/x-www-form-urlencoded"


def sign(secret: str, stamp: str, body: bytes) -> str:
    """Return the signature of a request (https://docs.slack.dev: Verifying requests from Slack)."""
    told = b":".join((b"v0", stamp.encode(), body))
    return "v0=" + hmac.new(secret.encode(), told, hashlib.sha256).hexdigest()


class Push:
    """Brings deliveries to one address; what the app answers is an acknowledgement or not.

    `skew` is by how many seconds the clock that stamps the requests is wrong.
    """

    timed_out = "http_timeout"

    def __init__(self, deliveries: Deliveries, url: str, secret: str) -> None:
        self.skew = 0.0
        self._deliveries = deliveries
        self.url = url
        self._secret = secret
        self._session: aiohttp.ClientSession | None = None
        self._sending: dict[Delivery, asyncio.Task[None]] = {}

    async def verify(self) -> bool:
        """Ask the address to prove that it is the app's; return whether it did."""
        challenge = uuid.uuid4().hex
        body = {"token": "verification-token", "challenge": challenge, "type": "url_verification"}
        status, answer, _ = await self._post(json.dumps(body).encode(), JSON_TYPE, {})
        return status == 200 and challenge in answer

    def carry(self, delivery: Delivery) -> None:
        """Send a delivery; a try that is still on its way is broken off."""
        self.drop(delivery)
        task = asyncio.ensure_future(self._send(delivery))
        self._sending[delivery] = task
        task.add_done_callback(lambda done: self._done(delivery, done))

    def drop(self, delivery: Delivery) -> None:
        """Break a try off."""
        task = self._sending.pop(delivery, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def close(self) -> None:
        """Break off all that is on its way."""
        tasks = list(self._sending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _done(self, delivery: Delivery, task: asyncio.Task[None]) -> None:
        if self._sending.get(delivery) is task:
            del self._sending[delivery]

    async def _send(self, delivery: Delivery) -> None:
        body, kind = written(delivery)
        again: dict[str, str] = {}
        if delivery.attempt:
            again["X-Slack-Retry-Num"] = str(delivery.attempt)
            again["X-Slack-Retry-Reason"] = delivery.reason
        try:
            status, answer, no_retry = await self._post(body, kind, again)
        except (aiohttp.ClientError, OSError):
            self._deliveries.failed(delivery, "connection_failed")
            return
        if 200 <= status < 300:
            self._deliveries.acknowledged(delivery, _read(answer))
        else:
            self._deliveries.failed(delivery, "http_error", again=not no_retry)

    async def _post(
        self, body: bytes, kind: str, headers: Mapping[str, str]
    ) -> tuple[int, str, bool]:
        """Send a signed request; return its status, its text, and whether it wants no retry."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        stamp = str(int(time.time() + self.skew))
        signed = {
            "Content-Type": kind,
            "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": sign(self._secret, stamp, body),
            **headers,
        }
        post = self._session.post(self.url, data=body, headers=signed, allow_redirects=False)
        async with post as answer:
            text = await answer.text(errors="replace")
            return answer.status, text, answer.headers.get("X-Slack-No-Retry") == "1"


def written(delivery: Delivery) -> tuple[bytes, str]:
    """Return a delivery as the body of a request, and the body's type."""
    if delivery.kind == "events_api":
        return json.dumps(delivery.payload).encode(), JSON_TYPE
    if delivery.kind == "interactive":
        return urlencode({"payload": json.dumps(delivery.payload)}).encode(), FORM_TYPE
    return urlencode(delivery.payload).encode(), FORM_TYPE


def _read(answer: str) -> Json:
    """Return what an acknowledgement says; plain text is what a command shows."""
    try:
        told = json.loads(answer)
    except ValueError:
        return {"text": answer} if answer.strip() else {}
    return told if isinstance(told, dict) else {}
