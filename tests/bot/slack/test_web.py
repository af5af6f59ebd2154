"""The Web API over a real socket: patience with bounds, refusals in sentences."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web as http
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.refused import SlackRefused
from bot.slack.web import ATTEMPTS, RESPONSE, SlackWeb, open_web, retry_after

Handler = Callable[[http.Request], Any]


class Server:
    """Answers each call with the next reply; what was asked for is kept."""

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.asked: list[tuple[str, str, dict[str, Any]]] = []
        self.waits: list[float] = []
        self.errors: list[tuple[str, str]] = []

    async def handle(self, request: http.Request) -> http.StreamResponse:
        """Reply."""
        sent = dict(request.query)
        if request.content_type == "application/json":
            sent |= await request.json()
        self.asked.append((request.method, request.path, sent))
        reply = self.replies.pop(0) if self.replies else {"ok": True}
        if reply == "drop":
            request.transport.close()
            return http.Response()
        return reply if isinstance(reply, http.Response) else http.json_response(reply)

    async def sleep(self, seconds: float) -> None:
        """Wait no time at all, and remember how long it would have been."""
        self.waits.append(seconds)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[SlackWeb]:
        """Listen on a free port; yield a client of it."""
        app = http.Application()
        app.router.add_route("*", "/api/{method}", self.handle)
        app.router.add_route("*", "/commands/{key}", self.handle)
        runner = http.AppRunner(app)
        await runner.setup()
        site = http.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        try:
            async with open_web("xoxb-1", base_url=f"http://127.0.0.1:{port}/api/") as web:
                note = lambda method, error: self.errors.append((method, error))  # noqa: E731
                yield SlackWeb(web.client, on_error=note, sleep=self.sleep)
        finally:
            await runner.cleanup()


def _limited(value: str | None) -> http.Response:
    headers = {} if value is None else {"Retry-After": value}
    return http.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)


async def test_a_call_is_json_and_leaves_out_what_is_not_given() -> None:
    """Arguments travel as JSON, nested ones too; None does not travel."""
    server = Server({"ok": True, "ts": "1.2"})
    async with server.running() as web:
        reply = await web.call("chat.postMessage", channel="C1", blocks=[{"a": 1}], thread_ts=None)

    assert "1.2" == reply["ts"]
    sent = {"channel": "C1", "blocks": [{"a": 1}]}
    assert [("POST", "/api/chat.postMessage", sent)] == server.asked


async def test_reads_travel_in_the_address() -> None:
    """A reading method is a GET, as Slack wants it."""
    server = Server()
    async with server.running() as web:
        await web.call("conversations.replies", channel="C1", limit=2, include_all_metadata=True)

    method, _, sent = server.asked[0]
    assert ("GET", "2", "1") == (method, sent["limit"], sent["include_all_metadata"])


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("2", 2.0), ("0.5", 0.5), ("soon", 1.0), (None, 1.0), ("-3", 1.0), ("inf", 1.0), ("nan", 1.0)],
)
async def test_too_many_calls_wait_as_slack_asks(value: str | None, seconds: float) -> None:
    """A 429 is waited out by its Retry-After, whole, broken or nonsense, and called again."""
    server = Server(_limited(value), {"ok": True})
    async with server.running() as web:
        await web.call("chat.postMessage", channel="C1", text="x")

    assert [seconds] == server.waits
    assert 2 == len(server.asked)
    assert [("chat.postMessage", "ratelimited")] == server.errors


async def test_waiting_has_an_end() -> None:
    """After a few attempts, or when Slack asks for minutes, the call is refused."""
    many, long = Server(*[_limited("1") for _ in range(9)]), Server(_limited("600"))
    async with many.running() as web:
        with pytest.raises(SlackRefused) as refused:
            await web.call("chat.update", channel="C1", ts="1", text="x")
    async with long.running() as web:
        with pytest.raises(SlackRefused) as second:
            await web.call("chat.update", channel="C1", ts="1", text="x")

    assert "ratelimited" == refused.value.error
    assert ATTEMPTS == len(many.asked)
    assert 600.0 == second.value.retry_after
    assert 1 == len(long.asked)


async def test_a_refusal_says_what_to_do() -> None:
    """Slack's error becomes a sentence with the method, the reason, the remedy and the scope."""
    server = Server({"ok": False, "error": "missing_scope", "needed": "chat:write"})
    async with server.running() as web:
        with pytest.raises(SlackRefused) as refused:
            await web.call("chat.postMessage", channel="C1", text="x")

    error = refused.value
    assert ("chat.postMessage", "missing_scope", "chat:write") == (
        error.method,
        error.error,
        error.needed,
    )
    assert "chat:write" in str(error)
    assert "Add the scope" in str(error)
    assert not error.unsure


@pytest.mark.parametrize(("method", "calls"), [("chat.update", ATTEMPTS), ("chat.postMessage", 1)])
async def test_a_lost_connection_repeats_only_what_may_be_repeated(method: str, calls: int) -> None:
    """A post whose reply got lost is not posted again; an update is called again."""
    server = Server(*["drop"] * 9)
    async with server.running() as web:
        with pytest.raises(SlackRefused) as refused:
            await web.call(method, channel="C1")

    assert refused.value.unsure
    assert calls == len(server.asked)


async def test_nobody_listening_is_told_apart() -> None:
    """Where nothing could be sent at all, even a post is tried again, and nothing is unsure."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async with open_web("xoxb-1", base_url="http://127.0.0.1:9/api/") as web:
        patient = SlackWeb(web.client, sleep=sleep)
        with pytest.raises(SlackRefused) as refused:
            await patient.call("chat.postMessage", channel="C1", text="x")

    assert not refused.value.unsure
    assert "no_connection" == refused.value.error
    assert ATTEMPTS - 1 == len(waits)


@pytest.mark.parametrize(
    "reply",
    [
        http.Response(text="<html>", content_type="text/html"),
        http.Response(text="gateway", content_type="text/plain"),
        http.Response(text="{", content_type="application/json"),
        http.Response(text="[1]", content_type="application/json"),
        http.Response(text="", status=502),
        http.Response(text="no", content_type="text/plain", status=503),
        http.json_response({"ok": False, "error": "internal_error"}),
    ],
    ids=["html", "text", "broken", "list", "empty", "503", "internal"],
)
async def test_a_reply_that_is_not_slacks_is_a_refusal(reply: http.Response) -> None:
    """What a proxy or a broken server sends becomes a refusal that leaves open what was done."""
    server = Server(reply)
    async with server.running() as web:
        with pytest.raises(SlackRefused) as refused:
            await web.call("chat.postMessage", channel="C1", text="x")

    assert refused.value.unsure


def test_the_clients_own_retries_are_off() -> None:
    """The SDK repeats any call after a lost connection, posts too; ours must not."""
    client = AsyncWebClient("xoxb-1")
    SlackWeb(client)

    assert [] == client.retry_handlers


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 1.0),
        ("0", 0.0),
        ("0.5", 0.5),
        (" 30 ", 30.0),
        ("", 1.0),
        ("soon", 1.0),
        ("-1", 1.0),
        ("nan", 1.0),
        ("inf", 1.0),
    ],
)
def test_retry_after_never_fails(header: str | None, seconds: float) -> None:
    """Any header gives seconds: parts of one too, at which the SDK's own reading raises."""
    assert seconds == retry_after(header)


@pytest.mark.parametrize(
    ("reply", "error", "unsure"),
    [
        (http.json_response({"ok": False, "error": "used_url"}, status=404), "used_url", False),
        (http.Response(text="expired_url", status=404), "expired_url", False),
        (http.Response(text="no_service", status=404), "http_404", False),
        (http.Response(status=302, headers={"Location": "http://127.0.0.1:9/"}), "http_302", False),
        (http.Response(status=500), "http_500", True),
        ("drop", "no_answer", True),
    ],
)
async def test_a_response_address_says_why_it_refuses(reply: Any, error: str, unsure: bool) -> None:
    """It is asked once: what may have been seen is not said again, and nothing is followed."""
    server = Server(reply)
    async with server.running() as web:
        url = web.client.base_url.replace("/api/", "/commands/x")
        with pytest.raises(SlackRefused) as refused:
            await web.call(RESPONSE, url=url, text="hi")

    assert (error, unsure) == (refused.value.error, refused.value.unsure)
    assert [("POST", "/commands/x", {"text": "hi"})] == server.asked


async def test_a_response_address_takes_json_and_waits_as_slack_asks() -> None:
    """Too many at once is waited out, as with a method."""
    server = Server(_limited("2"), http.Response(text="ok"))
    async with server.running() as web:
        await web.call(RESPONSE, url=web.client.base_url.replace("/api/", "/commands/x"), text="hi")

    assert [2.0] == server.waits
    assert 2 == len(server.asked)


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/commands/x",
        "http://hooks.slack.com/commands/x",
        "https://hooks.slack.com.evil.example/x",
        "https://hooks.slack.com@evil.example/x",
        "https://hooks.slack.com:444/x",
        "file:///etc/passwd",
        "",
    ],
)
async def test_an_address_that_is_not_slacks_is_not_called(url: str) -> None:
    """Only Slack's own hosts, or that of the API which the bot was given."""
    server = Server()
    async with server.running() as web:
        with pytest.raises(SlackRefused) as refused:
            await web.call(RESPONSE, url=url, text="secret")

    assert "invalid_url" == refused.value.error
    assert [] == server.asked
