"""Signed requests to an address, through slack_bolt as it is and through a server by hand."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from urllib.parse import parse_qs

import pytest
from aiohttp import web
from slack_bolt.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import server
from bot.playground.push import sign
from tests.playground import ADA, DIRECT, GENERAL, playground


@asynccontextmanager
async def _served(application):
    listening, url = server.bind()
    async with server.serve(application, listening):
        yield url


@asynccontextmanager
async def _app(pg, answer):
    """Serve an app that notes what it is sent and answers as it is told."""
    got = []

    async def take(request):
        got.append((dict(request.headers), await request.read()))
        return await answer(len(got))

    application = web.Application()
    application.router.add_post("/slack/events", take)
    async with _served(application) as url:
        pg.playground.push_to(f"{url}slack/events")
        yield got


async def _ok(_):
    return web.Response()


async def test_a_request_is_signed_as_slack_signs(pg):
    """Slack's own verifier takes it."""
    async with _app(pg, _ok) as got:
        pg.say(ADA, DIRECT, "a")
        await pg.settled()
    ((headers, body),) = got

    verifier = SignatureVerifier(pg.workspace.app.signing_secret)
    assert verifier.is_valid_request(body, headers)
    assert "X-Slack-Retry-Num" not in headers
    assert "a" == json.loads(body)["event"]["text"]
    assert sign("s", "1", b"x") == SignatureVerifier("s").generate_signature(
        timestamp="1", body="x"
    )


async def test_a_wrong_clock_makes_a_signature_that_is_too_old(pg):
    """By more than five minutes."""
    async with _app(pg, _ok) as got:
        pg.playground.push.skew = -400
        pg.say(ADA, DIRECT, "a")
        await pg.settled()
    ((headers, body),) = got

    verifier = SignatureVerifier(pg.workspace.app.signing_secret)
    assert not verifier.is_valid_request(body, headers)


async def test_a_refused_event_comes_again_with_its_number_and_reason(pg):
    """At once, after a minute, after five; then it is given up."""

    async def refuse(_):
        return web.Response(status=500)

    async with _app(pg, refuse) as got:
        pg.say(ADA, DIRECT, "a")
        (one,) = pg.playground.deliveries._pending
        for count, seconds in ((2, 0), (3, 60), (4, 300)):
            await pg.wait_for(lambda: one.failed)
            pg.advance(seconds)
            await pg.wait_for(lambda count=count: len(got) == count)
        await pg.wait_for(lambda: pg.playground.link.given_up)
    told = [(h.get("X-Slack-Retry-Num"), h.get("X-Slack-Retry-Reason")) for h, _ in got]

    assert [(None, None), *[(str(n), "http_error") for n in (1, 2, 3)]] == told
    assert 1 == len({json.loads(body)["event_id"] for _, body in got})


async def test_who_wants_no_retry_gets_none(pg):
    """X-Slack-No-Retry."""

    async def refuse(_):
        return web.Response(status=500, headers={"X-Slack-No-Retry": "1"})

    async with _app(pg, refuse) as got:
        pg.say(ADA, DIRECT, "a")
        await pg.settled()
        pg.advance(400)

    assert 1 == len(got)


async def test_a_slow_answer_is_a_timeout(pg):
    """What comes after three seconds does not count."""
    late = asyncio.Event()

    async def slow(number):
        if number == 1:
            await late.wait()
        return web.Response()

    async with _app(pg, slow) as got:
        pg.say(ADA, DIRECT, "a")
        await pg.wait_for(lambda: got)
        pg.advance(3)
        await pg.wait_for(lambda: len(got) == 2)
        late.set()
        await pg.settled()

    assert ("1", "http_timeout") == tuple(
        got[1][0][name] for name in ("X-Slack-Retry-Num", "X-Slack-Retry-Reason")
    )


async def test_who_is_not_there_is_a_failed_connection(pg):
    """Tried again as any other."""
    push = pg.playground.push_to("http://127.0.0.1:9/slack/events")
    pg.say(ADA, DIRECT, "a")
    (one,) = pg.playground.deliveries._pending
    await pg.wait_for(lambda: one.attempt)
    await push.close()

    assert 1 == pg.playground.deliveries.pending


async def test_presses_and_commands_are_forms_and_answered_at_once(pg):
    """What comes back is shown: JSON, or plain text."""

    async def answer(number):
        return web.Response(text="So.") if number == 1 else web.json_response({"text": "So!"})

    async with _app(pg, answer) as got:
        for _ in range(2):
            pg.command(ADA, GENERAL, "/footnote how?")
            await pg.settled()
        pg.shortcut(ADA, "ask")
        await pg.settled()

    assert ["So.", "So!"] == [one["text"] for one in pg.whispers(ADA)]
    forms = [parse_qs(body.decode()) for _, body in got]
    assert ["how?"] == forms[0]["text"]
    assert "shortcut" == json.loads(forms[2]["payload"][0])["type"]


async def test_bolt_takes_what_is_pushed_and_proves_its_address():
    """An unmodified AsyncApp, by url_verification and by an event."""
    heard = []
    async with playground() as pg:
        client = AsyncWebClient(token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api)
        app = AsyncApp(client=client, signing_secret=pg.workspace.app.signing_secret)

        @app.event("message")
        async def _message(event):
            heard.append(event["text"])

        async with _served(app.web_app()) as url:
            push = pg.playground.push_to(f"{url}slack/events")
            proved = await push.verify()
            pg.say(ADA, DIRECT, "a")
            await pg.settled()

    assert (True, ["a"]) == (proved, heard)


@pytest.mark.parametrize("answer", ["", "no", "{}"])
async def test_an_address_that_does_not_prove_itself_is_none(pg, answer):
    """The challenge must come back."""

    async def told(_):
        return web.Response(text=answer)

    async with _app(pg, told):
        assert not await pg.playground.push.verify()
