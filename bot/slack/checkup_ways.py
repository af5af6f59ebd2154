"""The ways on which Slack reaches the bot: its socket, signed requests, and installing the app."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import aiohttp

from bot.oauth.vault import Vault
from bot.settings import BotSettings, secret
from bot.slack.check import APP_PAGE, Check
from bot.slack.needs import CONNECTION_SCOPE
from bot.slack.signature import SIGNATURE, TIMESTAMP, sign
from bot.slack.socket import socket_address
from bot.slack.web import SlackWeb
from retrieval.errors import FootnoteError
from retrieval.text.counted import number_of

HELLO_SECONDS = 15.0
REACH_SECONDS = 5.0
CHALLENGE = "is-this-footnote"


async def socket(web: SlackWeb, app_token: str, expected: int) -> Check:
    """Connect, wait for Slack's hello, and count who else is connected.

    The bot itself may be running, in as many processes as are set; more are somebody else's.
    """
    try:
        address = await socket_address(web, app_token)
    except FootnoteError as error:
        mend = f"Make an app-level token with {CONNECTION_SCOPE} and switch Socket Mode on."
        return Check("slack socket", ok=False, said=str(error), mend=mend)
    try:
        hello = await _hello(address)
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError, TypeError) as error:
        said = f"no hello within {HELLO_SECONDS:.0f} seconds ({type(error).__name__})"
        mend = "Let websockets to Slack through the firewall or the proxy."
        return Check("slack socket", ok=False, said=said, mend=mend)
    number = hello.get("num_connections")
    others = number - 1 if isinstance(number, int) else 0
    counted = number_of(others, "other connection")
    said = f"connected; {counted} of the app, {expected} expected at most"
    if others <= expected:
        return Check("slack socket", ok=True, said=said)
    mend = (
        "Another process hears the same app and gets a share of its events: stop it, give each "
        "environment an app of its own, or raise FOOTNOTE_REPLICAS."
    )
    return Check("slack socket", ok=False, said=said, mend=mend)


async def _hello(address: str) -> Mapping[str, Any]:
    """Connect and return Slack's first message."""
    async with (
        asyncio.timeout(HELLO_SECONDS),
        aiohttp.ClientSession() as session,
        session.ws_connect(address) as connection,
    ):
        while True:
            message = await connection.receive_json()
            if isinstance(message, dict) and message.get("type") == "hello":
                return message


async def signing(bot: BotSettings) -> Check:
    """Sign a request as Slack does, and see whether the bot that runs here knows the secret."""
    url = f"http://{bot.http_host}:{bot.http_port}/slack/events"
    mend = f"Copy the signing secret from Basic Information ({APP_PAGE}), and start the bot again."
    body = json.dumps({"type": "url_verification", "challenge": CHALLENGE}).encode()
    stamp = str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        TIMESTAMP: stamp,
        SIGNATURE: sign(secret(bot.signing_secret), stamp, body),
    }
    try:
        async with (
            asyncio.timeout(REACH_SECONDS),
            aiohttp.ClientSession() as session,
            session.post(url, data=body, headers=headers) as answer,
        ):
            good = answer.status == 200 and CHALLENGE in await answer.text()
    except (TimeoutError, aiohttp.ClientError, OSError):
        said = f"set; no bot listens at {url} now, so only Slack can tell whether it is right"
        return Check("slack signing secret", ok=True, said=said)
    said = f"the bot at {url} {'takes' if good else 'refuses'} what is signed with it"
    return Check("slack signing secret", good, said, "" if good else mend)


async def installing(web: SlackWeb, bot: BotSettings) -> Check:
    """Check the keys that seal tokens, and the client's id and secret by a code that is none."""
    name, mend = "slack installing", f"Copy them from Basic Information ({APP_PAGE})."
    try:
        Vault(bot.keys)
    except FootnoteError as error:
        return Check(name, ok=False, said=str(error), mend="See docs/slack.md.")
    given = {"client_id": bot.client_id, "client_secret": secret(bot.client_secret), "code": "none"}
    try:
        await web.client.api_call("oauth.v2.access", params=given)
    except Exception as error:  # noqa: BLE001 - the client raises all kinds of errors
        response = getattr(error, "response", None)
        found = str(response.get("error")) if response is not None else type(error).__name__
    else:
        found = ""
    if found in {"invalid_client_id", "bad_client_secret"}:
        return Check(name, ok=False, said=f"Slack refuses the client: {found}", mend=mend)
    return Check(name, ok=True, said=f"keys can be read; Slack knows the client ({found or 'ok'})")
