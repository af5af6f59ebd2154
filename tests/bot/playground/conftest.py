"""A served workspace with a clock that stands, and Slack's own client to it."""

from __future__ import annotations

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import cast, manifest
from bot.playground.values import Command, Shortcut
from tests.playground import ManualClock, playground


@pytest.fixture(name="pg")
async def _pg():
    app = cast.app(
        scopes=manifest.SCOPES,
        events=manifest.EVENTS,
        commands=(Command("/footnote", escaped=True), Command("/raw")),
        shortcuts=(Shortcut("about", "Ask about this"), Shortcut("ask", "Ask", "global")),
    )
    async with playground(clock=ManualClock(), app=app) as pg:
        yield pg


@pytest.fixture(name="web")
async def _web(pg):
    async with aiohttp.ClientSession() as session:
        yield AsyncWebClient(
            token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api, session=session, retry_handlers=[]
        )
