"""A request to /api/METHOD -> the method's answer: token, scope, rate, faults, and the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from aiohttp import web

from bot.playground.api import (
    agents,
    chat,
    conversations,
    door,
    files,
    oauth,
    people,
    reactions,
    streaming,
    views,
)
from bot.playground.api.arguments import Arguments, read
from bot.playground.api.call import Call, Method
from bot.playground.clock import Waits
from bot.playground.faults import Call as Made
from bot.playground.faults import Fault, Faults
from bot.playground.installs import Installs
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
    **oauth.METHODS,
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

    def __init__(self, installs: Installs, link: Link, faults: Faults) -> None:
        self._installs = installs
        self._link = link
        self._faults = faults
        self._rates: dict[str, Rates] = {}
        self.waits = Waits(installs.first.clock)

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one call; until then it counts as under way."""
        self._faults.under_way += 1
        try:
            return await self._handled(request)
        finally:
            self._faults.under_way -= 1

    async def _handled(self, request: web.Request) -> web.Response:
        name = request.match_info["method"]
        try:
            arguments, broken = await read(request), None
        except Refused as refused:
            arguments, broken = {}, _refusal(refused)
        fault = self._faults.take(name, arguments)
        if fault and fault.delay and not fault.after:
            await self.waits.sleep(fault.delay)
        answer = self._faulty(name, fault) or broken or self._told(name, arguments, request)
        if fault and fault.after:
            await self._after(fault)
            answer = _spoilt(fault) if fault.error else answer
        self._note(name, arguments, answer)
        if fault and fault.drop and request.transport is not None:
            request.transport.abort()
        if self._faults.skew:
            answer.headers["Date"] = formatdate(time.time() + self._faults.skew, usegmt=True)
        return web.json_response(answer.body, status=answer.status, headers=answer.headers)

    async def _after(self, fault: Fault) -> None:
        """Keep back the answer of what has taken effect."""
        if fault.delay:
            await self.waits.sleep(fault.delay)

    def _told(self, name: str, arguments: Json, request: web.Request) -> Answer:
        try:
            return self._answer(name, arguments, request)
        except Refused as refused:
            return _refusal(refused)

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
        workspace, headers = self._admit(method, arguments, request.headers)
        rates = self._rates.setdefault(workspace.team.id, Rates(workspace.clock))
        wait = rates.take(name, method.tier)
        if not wait and name in POSTS:
            wait = rates.post(str(arguments.get("channel", "")))
        if wait:
            limited = {"ok": False, "error": "ratelimited"}
            return Answer(limited, 429, headers | {"Retry-After": str(wait)})
        try:
            _check_scope(method, workspace)
            call = Call(workspace, self._link, Arguments(arguments), self._installs)
            return Answer({"ok": True, **method.run(call)}, headers=headers)
        except Refused as refused:
            answer = _refusal(refused)
            answer.headers |= headers
            return answer

    def _admit(
        self, method: Method, arguments: Json, headers: Mapping[str, str]
    ) -> tuple[Workspace, dict[str, str]]:
        """Return whose the token is, and the headers that tell its scopes; refuse a wrong one."""
        first = self._installs.first
        given = headers.get("Authorization", "")
        if method.caller == "anyone":
            if given.startswith("Basic "):
                arguments["authorization"] = given
            return first, {}
        token = given.removeprefix("Bearer ").strip() or str(arguments.get("token") or "")
        if not token:
            raise Refused("not_authed")
        if method.caller == "config":
            if token != first.app.config_token:
                raise Refused("invalid_auth")
            return first, {}
        ours = token == first.app.app_token
        known = ours or any(token == one.app.bot_token for one in self._installs)
        if known and ours != (method.caller == "app"):
            raise Refused("not_allowed_token_type")
        workspace = first if ours else self._installs.of_token(token)
        scopes = {"connections:write"} if ours else workspace.app.scopes
        return workspace, {
            "X-OAuth-Scopes": ",".join(sorted(scopes)),
            "X-Accepted-OAuth-Scopes": ",".join(method.scopes),
        }

    def _note(self, name: str, arguments: Mapping[str, Any], answer: Answer) -> None:
        made = Made(name, arguments, self._installs.first.now(), answer.body, answer.status)
        self._faults.calls.append(made)


def _check_scope(method: Method, workspace: Workspace) -> None:
    scopes = workspace.app.scopes
    if method.scopes and not scopes & set(method.scopes):
        provided = ",".join(sorted(scopes))
        raise Refused("missing_scope", needed=method.scopes[0], provided=provided)


def _refusal(refused: Refused) -> Answer:
    return Answer({"ok": False, "error": refused.error, **refused.details})


def _spoilt(fault: Fault) -> Answer:
    headers = {} if fault.retry_after is None else {"Retry-After": str(fault.retry_after)}
    return Answer({"ok": False, "error": fault.error, **fault.details}, fault.status, headers)
