"""What is wrong with the app in Slack: its tokens, scopes and connection, for `scripts.doctor`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.settings import BotSettings, secret
from bot.slack.needs import CONNECTION_SCOPE, EVENTS, SCOPES
from bot.slack.socket import socket_address
from bot.slack.web import SlackWeb, open_web
from retrieval.errors import FootnoteError

HELLO_SECONDS = 15.0
APP_PAGE = "https://api.slack.com/apps"


@dataclass(frozen=True, slots=True)
class Check:
    """What one check found; `mend` says what to do where it is not `ok`."""

    name: str
    ok: bool
    said: str
    mend: str = ""


async def checkup(bot: BotSettings) -> AsyncIterator[Check]:
    """Check the app as far as its tokens let one see it."""
    if not bot.bot_token:
        said = "several workspaces, each with a token of its own in the ledger"
        yield Check("slack token", ok=True, said=said)
        return
    async with open_web(secret(bot.bot_token), base_url=bot.api_url) as web:
        try:
            await web.call("auth.test")
        except FootnoteError as error:
            yield Check("slack token", ok=False, said=str(error), mend="See docs/slack.md.")
        else:
            for check in await _installed(web):
                yield check
        if bot.app_token:
            yield await _connection(web, secret(bot.app_token))


async def _installed(web: SlackWeb) -> list[Check]:
    """Check where the app is installed and what it may do; Slack says so with every reply."""
    try:
        reply = await web.client.api_call("auth.test")
    except SlackApiError as error:
        return [Check("slack token", ok=False, said=str(error.response.get("error")))]
    who = f"{reply.get('user')} in {reply.get('team')} ({reply.get('url')})"
    headers = {name.lower(): value for name, value in (reply.headers or {}).items()}
    return [Check("slack token", ok=True, said=who), scopes(headers.get("x-oauth-scopes", ""))]


def scopes(granted: str) -> Check:
    """Compare the scopes that Slack names with those that the bot needs."""
    has = {scope.strip() for scope in granted.split(",") if scope.strip()}
    if not has:
        return Check("slack scopes", ok=True, said="Slack does not say which; see docs/slack.md")
    missing = sorted(SCOPES - has)
    if missing:
        mend = f"Add them under OAuth & Permissions ({APP_PAGE}) and install the app again."
        return Check("slack scopes", ok=False, said=f"missing: {', '.join(missing)}", mend=mend)
    return Check("slack scopes", ok=True, said=f"all {len(SCOPES)} that the bot uses")


async def _connection(web: SlackWeb, app_token: str) -> Check:
    """Connect, wait for Slack's hello, and say which events the app must be subscribed to."""
    try:
        address = await socket_address(web, app_token)
    except FootnoteError as error:
        mend = f"Make an app-level token with {CONNECTION_SCOPE} and switch Socket Mode on."
        return Check("slack socket", ok=False, said=str(error), mend=mend)
    try:
        app = await _hello(address)
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        said = f"no hello within {HELLO_SECONDS:.0f} seconds ({type(error).__name__})"
        mend = "Let websockets to Slack through the firewall or the proxy."
        return Check("slack socket", ok=False, said=said, mend=mend)
    page = f"{APP_PAGE}/{app}/event-subscriptions" if app else APP_PAGE
    said = f"connected; the tokens cannot show the events: {page} must list {', '.join(EVENTS)}"
    return Check("slack socket", ok=True, said=said)


async def _hello(address: str) -> str:
    """Connect and return the app's id from Slack's first message."""
    async with (
        asyncio.timeout(HELLO_SECONDS),
        aiohttp.ClientSession() as session,
        session.ws_connect(address) as socket,
    ):
        while True:
            message = await socket.receive_json()
            if message.get("type") == "hello":
                return str((message.get("connection_info") or {}).get("app_id") or "")
