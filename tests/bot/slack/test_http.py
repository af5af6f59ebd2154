"""Slack's requests over HTTP: garbage is refused, the rest goes the way of Socket Mode."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import http as http_module
from bot.slack.app import Taken
from bot.slack.http import BODY_BYTES, PATH, Door, Listener, read
from bot.slack.signature import SIGNATURE, TIMESTAMP, sign
from retrieval.errors import FootnoteError

SECRET = "0123456789abcdef0123456789abcdef"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
EVENT = {"type": "event_callback", "event_id": "Ev1", "event": {"type": "message"}}


@dataclass(slots=True)
class _Slack:
    """Sends as Slack does, and keeps what came through."""

    port: int = 0
    taken: list[tuple[Mapping[str, Any], str]] = field(default_factory=list)
    answer: Taken | Exception = field(default_factory=lambda: Taken(200))

    async def take(self, payload: Mapping[str, Any], attempt: str) -> Taken:
        """Keep a payload, and answer as told."""
        self.taken.append((payload, attempt))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def send(
        self, body: bytes, content_type: str = JSON, path: str = PATH, **headers: str
    ) -> tuple[int, str, Mapping[str, str]]:
        """Send a body, signed unless the headers say otherwise; return what came back."""
        at = str(int(time.time()))
        said = {TIMESTAMP: at, SIGNATURE: sign(SECRET, at, body), "Content-Type": content_type}
        said |= {name.replace("_", "-"): value for name, value in headers.items()}
        url = f"http://127.0.0.1:{self.port}{path}"
        async with (
            aiohttp.ClientSession() as session,
            session.post(url, data=io.BytesIO(body), headers=said) as reply,
        ):
            return reply.status, await reply.text(), reply.headers


@asynccontextmanager
async def _slack() -> AsyncIterator[tuple[_Slack, Door, Listener]]:
    """Serve a door on a free port."""
    slack = _Slack()
    door = Door(SECRET, slack.take)
    listener = Listener(door, "127.0.0.1", 0)
    await listener.connect()
    slack.port = listener.port
    try:
        yield slack, door, listener
    finally:
        await listener.close()


async def test_an_event_is_taken_and_answered_without_a_word() -> None:
    """The first delivery is number 0, as over the socket; a later one is named by its header."""
    async with _slack() as (slack, _, _listener):
        first = await slack.send(json.dumps(EVENT).encode())
        again = await slack.send(
            json.dumps(EVENT).encode(),
            X_Slack_Retry_Num="2",
            X_Slack_Retry_Reason="http_timeout",
        )
        odd = await slack.send(json.dumps(EVENT).encode(), X_Slack_Retry_Num="x")

    assert [(200, ""), (200, ""), (200, "")] == [(one[0], one[1]) for one in (first, again, odd)]
    assert [(EVENT, "0"), (EVENT, "2"), (EVENT, "0")] == slack.taken


async def test_what_a_listener_says_goes_back_in_the_body() -> None:
    """A form with a payload is an interaction; what opens or corrects a view is JSON."""
    said = {"response_action": "errors", "errors": {"q": "Write a question."}}
    payload = {"type": "view_submission", "view": {"id": "V1"}}
    async with _slack() as (slack, _, _listener):
        slack.answer = Taken(200, said)
        body = urlencode({"payload": json.dumps(payload)}).encode()
        status, text, headers = await slack.send(body, FORM)

    assert (200, said) == (status, json.loads(text))
    assert headers["Content-Type"].startswith(JSON)
    assert [(payload, "0")] == slack.taken


async def test_a_command_is_its_form() -> None:
    """Its fields are those of the socket's payload."""
    form = {"command": "/footnote", "text": "", "user_id": "UANN", "team_id": "T1"}
    async with _slack() as (slack, _, _listener):
        await slack.send(urlencode(form).encode(), FORM)

    assert [(form, "0")] == slack.taken


async def test_slack_looks_whether_the_address_is_ours() -> None:
    """The challenge goes back; a check of the certificate is answered; neither is heard."""
    challenge = json.dumps({"type": "url_verification", "challenge": "abc"}).encode()
    async with _slack() as (slack, _, _listener):
        status, text, _headers = await slack.send(challenge)
        checked = await slack.send(urlencode({"ssl_check": "1", "token": "x"}).encode(), FORM)
        unsigned = await slack.send(challenge, **{SIGNATURE: "v0=0"})

    assert (200, {"challenge": "abc"}) == (status, json.loads(text))
    assert 200 == checked[0]
    assert 401 == unsigned[0]
    assert [] == slack.taken


@pytest.mark.parametrize(
    "headers",
    [
        {SIGNATURE: "v0=0"},
        {SIGNATURE: ""},
        {SIGNATURE: "v0=\u00e4"},
        {TIMESTAMP: "tomorrow"},
        {TIMESTAMP: "1531420618"},
        {TIMESTAMP: ""},
    ],
)
async def test_garbage_gets_401(headers: dict[str, str]) -> None:
    """Whatever is wrong with the signature, nothing is taken and nothing breaks."""
    async with _slack() as (slack, _, _listener):
        got = await slack.send(b"{}", **headers)

    assert 401 == got[0]
    assert [] == slack.taken


@pytest.mark.parametrize("path", [PATH, "/", "/slack/other"])
async def test_an_unsigned_request_without_a_body_is_refused(path: str) -> None:
    """401 at the address, 404 and 405 elsewhere, and never an error of ours."""
    async with _slack() as (slack, _, _listener), aiohttp.ClientSession() as session:
        url = f"http://127.0.0.1:{slack.port}{path}"
        async with session.post(url) as posted, session.get(url) as got:
            codes = (posted.status, got.status)

    assert codes == ((401, 405) if path == PATH else (404, 404))


async def test_a_huge_body_gets_413() -> None:
    """It is not read to its end."""
    async with _slack() as (slack, _, _listener):
        got = await slack.send(b" " * (BODY_BYTES + 1))

    assert 413 == got[0]
    assert [] == slack.taken


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", JSON),
        (b"[]", JSON),
        (b"{", JSON),
        (b"\xff", FORM),
        (b"payload=%7B", FORM),
        (b"[" * 100_000, JSON),
        (b"{}", "text/plain"),
    ],
)
async def test_what_slack_signed_and_nobody_can_read_is_not_to_come_again(
    body: bytes, content_type: str
) -> None:
    """400 with the header by which Slack stops: another delivery would be no better."""
    async with _slack() as (slack, _, _listener):
        status, _text, headers = await slack.send(body, content_type)

    assert (400, "1") == (status, headers["X-Slack-No-Retry"])


@pytest.mark.parametrize("answer", [Taken(503), ValueError("a bug")])
async def test_what_could_not_be_kept_is_to_come_again(answer: Taken | Exception) -> None:
    """Neither 200 nor the header that stops Slack, and of a bug not a word."""
    async with _slack() as (slack, _, _listener):
        slack.answer = answer
        status, text, headers = await slack.send(json.dumps(EVENT).encode())

    assert 503 == status
    assert "X-Slack-No-Retry" not in headers
    assert "bug" not in text


async def test_a_bot_that_stops_takes_no_more() -> None:
    """A request on a connection that is still open is sent to come again; then the port is free."""
    async with _slack() as (slack, door, listener):
        door.draining = True
        status, _text, _headers = await slack.send(json.dumps(EVENT).encode())
        before = await listener.alive()
        await listener.disconnect()

        assert (503, True, False) == (status, before, await listener.alive())
        with pytest.raises(aiohttp.ClientConnectorError):
            await slack.send(b"{}")
    assert [] == slack.taken


async def test_a_body_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slack would have hung up by then."""
    monkeypatch.setattr(http_module, "READ_SECONDS", 0.05)
    async with _slack() as (slack, _, _listener):
        reading, writing = await asyncio.open_connection("127.0.0.1", slack.port)
        writing.write(b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        line = await reading.readline()
        writing.close()

    assert line.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("said", [b"", b"POST /slack/events HTTP/1.1\r\nHost: x\r\n"])
async def test_headers_that_do_not_end_are_given_up(
    monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """Whoever holds a connection so gets it closed; one that has brought a request is kept."""
    monkeypatch.setattr(http_module, "HEADER_SECONDS", 0.05)
    monkeypatch.setattr(http_module, "LOOK_SECONDS", 0.01)
    async with _slack() as (slack, _, _listener):
        kept, asking = await asyncio.open_connection("127.0.0.1", slack.port)
        asking.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        first = await kept.readline()
        reading, writing = await asyncio.open_connection("127.0.0.1", slack.port)
        writing.write(said)
        async with asyncio.timeout(10):
            closed = await reading.read()
        asking.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        async with asyncio.timeout(10):
            rest = await kept.read()
        asking.close()
        writing.close()

    assert (b"", b"HTTP/1.1 404 Not Found\r\n") == (closed, first)
    assert b"HTTP/1.1 404" in rest


async def test_a_port_in_use_is_a_sentence() -> None:
    """It names the setting."""
    async with _slack() as (slack, door, _listener):
        second = Listener(door, "127.0.0.1", slack.port)
        with pytest.raises(FootnoteError, match="FOOTNOTE_HTTP_PORT"):
            await second.connect()
        await second.close()


@given(st.sampled_from([JSON, FORM, ""]), st.binary(max_size=80))
def test_any_body_is_read_or_not(content_type: str, body: bytes) -> None:
    """An object or None, and nothing raised."""
    found = read(content_type, body)

    assert found is None or isinstance(found, dict)
