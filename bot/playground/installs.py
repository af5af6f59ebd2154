"""The workspaces that a playground serves, whose token is whose, and how an app is installed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from bot.playground.state import Workspace
from bot.playground.values import App, Json, Refused

CODE_LIFE = 600.0
"""Seconds in which a code is exchanged for a token, once."""


@dataclass(slots=True)
class Code:
    """Permission to fetch the token of a workspace."""

    workspace: Workspace
    redirect_uri: str
    ends: float
    used: bool = False


class Installs:
    """Knows the workspaces, by token and by team; the first is the one that the page shows."""

    def __init__(self, first: Workspace) -> None:
        self._all = [first]
        self._codes: dict[str, Code] = {}

    def __iter__(self) -> Iterator[Workspace]:
        """Go through the workspaces."""
        return iter(self._all)

    @property
    def first(self) -> Workspace:
        """The workspace that was there at first."""
        return self._all[0]

    def add(self, workspace: Workspace) -> None:
        """Serve another workspace."""
        self._all.append(workspace)

    def of_token(self, token: str) -> Workspace:
        """Return the workspace of a bot token.

        Raises:
            Refused: "invalid_auth" or "token_revoked".
        """
        for workspace in self._all:
            if token in workspace.revoked:
                raise Refused("token_revoked")
            if token == workspace.app.bot_token and workspace.installed:
                return workspace
        raise Refused("invalid_auth")

    def of_team(self, team: str) -> Workspace:
        """Return a workspace by its id; refuses with "team_not_found"."""
        for workspace in self._all:
            if workspace.team.id == team:
                return workspace
        raise Refused("team_not_found")

    def allow(self, team: str, redirect_uri: str, state: str) -> str:
        """Let somebody install the app in a workspace; return where their browser is sent."""
        workspace = self.of_team(team)
        code = secrets.token_hex(12)
        self._codes[code] = Code(workspace, redirect_uri, workspace.now() + CODE_LIFE)
        return address(redirect_uri, {"code": code, "state": state})

    def exchange(self, app: App, given: Mapping[str, str]) -> Json:
        """Return what oauth.v2.access answers to a code, a client's id, secret and address.

        Raises:
            Refused: "invalid_client_id", "bad_client_secret", "invalid_code",
                "code_already_used" or "bad_redirect_uri".
        """
        if given.get("client_id") != app.client_id:
            raise Refused("invalid_client_id")
        if given.get("client_secret") != app.client_secret:
            raise Refused("bad_client_secret")
        code = self._codes.get(given.get("code", ""))
        if code is None or code.ends < code.workspace.now():
            raise Refused("invalid_code")
        if code.used:
            raise Refused("code_already_used")
        if given.get("redirect_uri", code.redirect_uri) != code.redirect_uri:
            raise Refused("bad_redirect_uri")
        code.used = True
        code.workspace.install()
        return granted(code.workspace)


def granted(workspace: Workspace) -> Json:
    """Return what an installation gives an app."""
    app, team = workspace.app, workspace.team
    person = next(one for one in workspace.people.values() if not one.bot)
    return {
        "app_id": app.id,
        "authed_user": {"id": person.id},
        "scope": ",".join(sorted(app.scopes)),
        "token_type": "bot",
        "access_token": app.bot_token,
        "bot_user_id": app.user_id,
        "team": {"id": team.id, "name": team.name},
        "enterprise": None,
        "is_enterprise_install": False,
    }


def address(base: str, query: Mapping[str, str]) -> str:
    """Return an address with a query; what is empty is left out."""
    told = {name: value for name, value in query.items() if value}
    return f"{base}{'&' if '?' in base else '?'}{urlencode(told)}"
