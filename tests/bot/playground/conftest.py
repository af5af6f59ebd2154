"""A served workspace with a clock that stands, and Slack's own client to it."""

from __future__ import annotations

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground import ManualClock, playground


@pytest.fixture(name="pg")
async def _pg():
    async with playground(clock=ManualClock()) as pg:
        yield pg


@pytest.fixture(name="web")
async def _web(pg):
    async with aiohttp.ClientSession() as session:
        yield AsyncWebClient(
            token=pg.env()["SLACK_BOT_TOKEN"], base_url=pg.api, session=session, retry_handlers=[]
        )
