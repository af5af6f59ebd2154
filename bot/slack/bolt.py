"""Bolt's app: one middleware that hands over whatever Slack sends."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Protocol

from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.app import Identity, Taken
from bot.slack.payload import Payload
from bot.slack.web import SlackWeb


class Taking(Protocol):
    """Takes what Slack sends."""

    async def take(self, payload: Payload, attempt: str = "") -> Taken:
        """Return 200 once nothing can be lost any more, else what keeps Slack delivering."""


class _Take(AsyncMiddleware):
    """Answers for everything; a class, as Bolt looks for what a function wants at each call."""

    def __init__(self, receiver: Taking) -> None:
        self._receiver = receiver

    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,  # noqa: ARG002
        next: Callable[[], Awaitable[BoltResponse]],  # noqa: A002, ARG002
    ) -> BoltResponse:
        """Let it be taken."""
        attempt = (req.headers.get("x-slack-retry-num") or [""])[0]
        taken = await self._receiver.take(req.body, attempt)
        return BoltResponse(
            status=taken.status, body=json.dumps(taken.body) if taken.body is not None else ""
        )


def build(receiver: Taking, identity: Identity, web: SlackWeb) -> AsyncApp:
    """Build the app: one middleware that answers for everything, and no listener.

    Args:
        receiver: Takes the payloads.
        identity: Who the bot is, told to Bolt, which else would ask for it.
        web: Its session and address serve Bolt too, without the token: nothing that Bolt does
            by itself needs it.
    """

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=None,
            team_id=identity.team,
            bot_user_id=identity.user,
            bot_id=identity.bot_id,
        )

    return AsyncApp(
        name="footnote",
        client=AsyncWebClient(base_url=web.client.base_url, session=web.client.session),
        before_authorize=_Take(
            receiver
        ),  # Nobody is asked, or waited for, before a row is committed.
        authorize=authorize,
        ignoring_self_events_enabled=False,
        ssl_check_enabled=False,
        url_verification_enabled=False,
        attaching_function_token_enabled=False,
        request_verification_enabled=False,
    )
