"""The workspaces that the app is installed in: each is served with its own token."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from bot.oauth.vault import Vault
from bot.parts import Parts
from bot.slack.app import Taken, identify
from bot.slack.payload import Payload, mapping, string
from bot.slack.reply import Pace
from bot.workspaces import Workspaces
from retrieval.errors import FootnoteError
from retrieval.ports import Installation, Installations

SYNC_SECONDS = 30.0
"""How soon a process hears of what another one installed or removed, without an event there."""
NOT_HERE = 403
"""What Slack is answered for a workspace in which the app is not installed."""
_ID = re.compile(r"T[A-Z0-9]+")
_REMOVALS = frozenset({"app_uninstalled", "tokens_revoked"})


class Refused(FootnoteError):
    """The app is not installed, for a reason that whoever tried is told."""


@dataclass(slots=True)
class Installer:
    """Keeps the installations, and sees to it that each of their workspaces is served."""

    books: Installations
    vault: Vault
    workspaces: Workspaces
    parts: Parts
    """What all workspaces share; its `web` has no token."""
    allowed: frozenset[str]
    """The workspaces that may install the app."""
    _tokens: dict[str, str] = field(default_factory=dict, repr=False)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def take(self, payload: Payload, attempt: str = "") -> Taken:
        """Have a payload dealt with in its workspace; others must not come again."""
        named = list(teams_in(payload))
        event = mapping(payload, "event")
        if string(event, "type") in _REMOVALS:
            await self._gone(named, event)
            return Taken(200)
        for team in named:
            if team in self.workspaces.teams or await self._look_up(team):
                return await self.workspaces.of(team).receiver.take(payload, attempt)
        structlog.get_logger().warning("not_installed", teams=named)
        return Taken(NOT_HERE)

    async def install(self, told: Mapping[str, Any]) -> str:
        """Keep what oauth.v2.access gave, and serve the workspace; return its name.

        Raises:
            Refused: the workspace is not among those that may, or the installation is of a kind
                that is not served; the token was given back.
            FootnoteError: Slack or the ledger did not do their part.
        """
        token, team = string(told, "access_token"), string(mapping(told, "team"), "id")
        if reason := self._unwanted(told, team):
            await self._give_back(token)
            structlog.get_logger().warning("not_installed_here", team=team, reason=reason)
            raise Refused(reason)
        identity = await identify(self.parts.web.having(token))
        await self.books.keep(
            Installation(
                team=team,
                app=string(told, "app_id"),
                bot_user=identity.user,
                bot_id=identity.bot_id,
                token=self.vault.seal(token),
                scopes=string(told, "scope"),
                by=string(mapping(told, "authed_user"), "id"),
            )
        )
        await self.sync()
        structlog.get_logger().info("installed", team=team)
        return string(mapping(told, "team"), "name") or team

    async def sync(self) -> None:
        """Serve the workspaces where the app is installed, and no others.

        Raises LedgerError, SettingsError.
        """
        async with self._turn:
            there = {one.team: one for one in await self.books.all()}
            for team in [one for one in self.workspaces.teams if one not in there]:
                await self._leave(team)
            for one in there.values():
                await self._open(one)

    async def run(self) -> None:
        """Look from time to time what other processes did."""
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            try:
                await self.sync()
            except FootnoteError as error:
                structlog.get_logger().warning("not_synchronised", reason=str(error))

    def _unwanted(self, told: Mapping[str, Any], team: str) -> str:
        """Say why an installation is refused; empty where it is allowed."""
        if told.get("is_enterprise_install"):
            return "Footnote is installed in single workspaces, not in a whole organisation."
        if told.get("refresh_token") or told.get("expires_in"):
            return (
                "The app has token rotation switched on, which Footnote does not serve. Make an "
                "app without it: it cannot be switched off again."
            )
        if team not in self.allowed:
            return "This workspace is not one of those that may install Footnote here."
        return "" if string(told, "access_token") else "Slack gave no token of a bot."

    async def _look_up(self, team: str) -> bool:
        """Whether another process has installed the app in a workspace meanwhile."""
        if await self.books.find(team) is None:
            return False
        await self.sync()
        return team in self.workspaces.teams

    async def _open(self, one: Installation) -> None:
        """Serve a workspace, afresh if its token is new; seal a token again if its key is old."""
        token = self.vault.open(one.token)
        if self.vault.is_old(one.token):
            await self.books.keep(replace(one, token=self.vault.seal(token)))
        if self._tokens.get(one.team) == token or one.team not in self.allowed:
            return
        if one.team in self.workspaces.teams:
            await self._leave(one.team)
        web = self.parts.web.having(token)
        identity = replace(self.parts.identity, team=one.team, user=one.bot_user)
        identity = replace(identity, bot_id=one.bot_id, app_id=one.app)
        self.workspaces.open(replace(self.parts, web=web, identity=identity, pace=Pace()))
        self._tokens[one.team] = token

    async def _leave(self, team: str) -> None:
        self._tokens.pop(team, None)
        await self.workspaces.leave(team)

    async def _gone(self, named: list[str], event: Payload) -> None:
        """Forget a workspace whose people took the app, or the bot's token, away."""
        tokens = mapping(event, "tokens").get("bot")
        if string(event, "type") == "tokens_revoked" and not tokens:
            return  # Those of people; there are none of ours.
        for team in named[:1]:
            removed = await self.books.remove(team)
            structlog.get_logger().info("uninstalled", team=team, was_there=removed)
        await self.sync()

    async def _give_back(self, token: str) -> None:
        """Revoke a token that is not wanted."""
        if token:
            with suppress(FootnoteError):
                await self.parts.web.having(token).call("auth.revoke")


def teams_in(payload: Payload) -> Iterator[str]:
    """Name the workspaces that a payload may be for, the likeliest first.

    Of a channel that several share, only `authorizations` says whose installation is meant.
    """
    listed = payload.get("authorizations")
    first = listed[0] if isinstance(listed, list) and listed else {}
    named = (
        string(first, "team_id") if isinstance(first, Mapping) else "",
        string(payload, "team_id"),
        string(mapping(payload, "team"), "id"),
        string(mapping(payload, "view"), "app_installed_team_id"),
        string(mapping(payload, "user"), "team_id"),
    )
    return iter(dict.fromkeys(team for team in named if team))


@asynccontextmanager
async def opened(installer: Installer) -> AsyncIterator[Installer]:
    """Serve the installed workspaces, and keep up with changes, until the block ends."""
    strange = sorted(team for team in installer.allowed if not _ID.fullmatch(team))
    if strange:
        structlog.get_logger().warning(
            "no_workspace_ids",
            teams=strange,
            said="FOOTNOTE_OAUTH_TEAMS takes ids (T...); nothing stands for every workspace, and "
            "what is no id lets nobody install the app.",
        )
    await installer.sync()
    running = asyncio.create_task(installer.run())
    try:
        yield installer
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
