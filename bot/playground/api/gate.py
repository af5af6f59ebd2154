"""A request to /api/METHOD -> the method's answer: token, scope, rate, faults, and the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.playground.api import (
    agents,
    chat,
    conversations,
    door,
    files,
    people,
    reactions,
    streaming,
    views,
)
from bot.playground.api.arguments import Arguments, read
from bot.playground.api.call import Call, Method
from bot.playground.faults import Call as Made
from bot.playground.faults import Fault, Faults
from bot.playground.limits import Rates
from bot.playground.socket_mode import Link
from bot.playground.state import Workspace
from bot.playground.values import Json, Refused

METHODS: Mapping[str, Method] = {
    **agents.METHODS,
    **chat.METHODS,
    **conversations.METHODS,
    **door.METHODS,
    **files.METHODS,
    **people.METHODS,
    **reactions.METHODS,
    **streaming.METHODS,
    **views.METHODS,
}
POSTS = {"chat.postMessage"}
"""Methods that one channel takes once a second."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Answer:
    """What goes back: a body, a status, and the headers that Slack sends."""

    body: Json
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Gate:
    """Lets calls through to the methods, and says no as Slack does."""

    def __init__(self, workspace: Workspace, link: Link, faults: Faults) -> None:
        self._workspace = workspace
        self._link = link
        self._faults = faults
        self._rates = Rates(workspace.clock)

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one call."""
        name = request.match_info["method"]
        arguments: Json = {}
        fault = self._faults.take(name)
        if fault and fault.delay:
            await asyncio.sleep(fault.delay)
        try:
            arguments = await read(request)
            answer = self._faulty(name, fault) or self._answer(name, arguments, request)
        except Refused as refused:
            answer = _refusal(refused)
        if fault and fault.after and not fault.drop:
            answer = _spoilt(fault)
        self._note(name, arguments, answer)
        if fault and fault.drop and request.transport is not None:
            request.transport.abort()
        return web.json_response(answer.body, status=answer.status, headers=answer.headers)

    def _faulty(self, name: str, fault: Fault | None) -> Answer | None:
        if fault is None or fault.after:
            return None
        if fault.drop:
            return Answer({"ok": False, "error": "dropped", "method": name})
        return _spoilt(fault) if fault.error else None

    def _answer(self, name: str, arguments: Json, request: web.Request) -> Answer:
        method = METHODS.get(name)
        if method is None:
            raise Refused("unknown_method", req_method=name)
        headers = self._check_token(method, arguments, request.headers)
        wait = self._rates.take(name, method.tier)
        if not wait and name in POSTS:
            wait = self._rates.post(str(arguments.get("channel", "")))
        if wait:
            limited = {"ok": False, "error": "ratelimited"}
            return Answer(limited, 429, headers | {"Retry-After": str(wait)})
        try:
            self._check_scope(method)
            call = Call(self._workspace, self._link, Arguments(arguments))
            return Answer({"ok": True, **method.run(call)}, headers=headers)
        except Refused as refused:
            answer = _refusal(refused)
            answer.headers |= headers
            return answer

    def _check_token(
        self, method: Method, arguments: Json, headers: Mapping[str, str]
    ) -> dict[str, str]:
        """Refuse a wrong token; return the headers that tell a right one's scopes."""
        app = self._workspace.app
        if method.caller == "anyone":
            return {}
        token = headers.get("Authorization", "").removeprefix("Bearer ").strip()
        token = token or str(arguments.get("token") or "")
        if not token:
            raise Refused("not_authed")
        right, other = app.bot_token, app.app_token
        if method.caller == "app":
            right, other = other, right
        if token == other:
            raise Refused("not_allowed_token_type")
        if token != right:
            raise Refused("invalid_auth")
        scopes = app.scopes if right == app.bot_token else {"connections:write"}
        return {
            "X-OAuth-Scopes": ",".join(sorted(scopes)),
            "X-Accepted-OAuth-Scopes": ",".join(method.scopes),
        }

    def _check_scope(self, method: Method) -> None:
        scopes = self._workspace.app.scopes
        if method.scopes and not scopes & set(method.scopes):
            provided = ",".join(sorted(scopes))
            raise Refused("missing_scope", needed=method.scopes[0], provided=provided)

    def _note(self, name: str, arguments: Mapping[str, Any], answer: Answer) -> None:
        made = Made(name, arguments, self._workspace.now(), answer.body, answer.status)
        self._faults.calls.append(made)


def _refusal(refused: Refused) -> Answer:
    return Answer({"ok": False, "error": refused.error, **refused.details})


def _spoilt(fault: Fault) -> Answer:
    headers = {} if fault.retry_after is None else {"Retry-After": str(fault.retry_after)}
    return Answer({"ok": False, "error": fault.error, **fault.details}, fault.status, headers)
