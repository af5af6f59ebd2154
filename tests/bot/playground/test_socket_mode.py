"""Socket Mode, with slack_bolt and slack_sdk as they are."""

from __future__ import annotations

from contextlib import asynccontextmanager

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground import playground


@asynccontextmanager
async def _bolt(pg):
    client = AsyncWebClient(token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api)
    app = AsyncApp(client=client)
    handler = AsyncSocketModeHandler(app, pg.env()["SLACK_APP_TOKEN"])
    try:
        yield app, handler
    finally:
        await handler.close_async()


async def test_bolt_hears_a_mention_streams_an_answer_and_posts():
    """An unmodified AsyncApp connects, hears a mention, streams into its thread, and posts."""
    heard = []
    async with playground() as pg, _bolt(pg) as (app, handler):

        @app.event("message")
        async def _message(event):
            heard.append(event["type"])

        @app.event("app_mention")
        async def _mention(event, say_stream, set_status, client, say):
            heard.append(event["type"])
            await set_status("is reading")
            stream = await say_stream()
            await stream.append(markdown_text="Restart it. " * 30)
            await stream.stop(markdown_text="Done.")
            await say("Posted", thread_ts=event["ts"])

        await handler.connect_async()
        await pg.connected()
        ts = pg.ask("how?")
        answers = await pg.wait_for(lambda: len(pg.answers(thread_ts=ts)) == 2 and pg.answers())
        await pg.settled()

    assert ["Restart it. " * 30 + "Done.", "Posted"] == [one["text"] for one in answers]
    assert heard.count("app_mention") == 1
    assert [] == pg.statuses()
