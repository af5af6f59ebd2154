"""Each workspace is served while the app is installed there, and no other is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from cryptography.fernet import Fernet
from structlog.testing import capture_logs

from bot.metrics import Metrics
from bot.oauth.installer import NOT_HERE, Installer, Refused, opened, teams_in
from bot.oauth.vault import Vault
from bot.parts import Parts
from bot.playground import server
from bot.settings import BotSettings
from bot.slack.app import Identity
from bot.slack.web import open_web
from bot.workspaces import Making, Workspaces
from retrieval import policy, wiring
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))
TOLD = {"access_token": "xoxb-T1", "team": {"id": "T1", "name": "One"}, "app_id": "A1"}


@dataclass(slots=True)
class _Slack:
    """A Slack that knows every token "xoxb-TEAM", and which were given back."""

    url: str
    revoked: list[str]


@asynccontextmanager
async def _slack() -> AsyncIterator[_Slack]:
    slack = _Slack("", [])

    async def answer(request: web.Request) -> web.Response:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if request.match_info["method"] == "auth.revoke":
            slack.revoked.append(token)
        team = token.removeprefix("xoxb-").partition("/")[0]
        said = {"ok": True, "team_id": team, "user_id": f"U{team}", "bot_id": f"B{team}"}
        return web.json_response(said)

    app = web.Application()
    app.router.add_route("*", "/api/{method}", answer)
    listening, url = server.bind()
    async with server.serve(app, listening):
        slack.url = f"{url}api/"
        yield slack


def _making() -> Making:
    async def handle(_: object) -> str:
        return "answered"

    return Making(lambda _: handle, lambda _: {})


@asynccontextmanager
async def _installer(
    slack: _Slack, ledger: Ledger, keys: tuple[str, ...] = (OLD,)
) -> AsyncIterator[Installer]:
    bot = BotSettings.model_validate({"SLACK_BOT_TOKEN": "xoxb-1"})
    async with open_web("", base_url=slack.url) as shared:
        parts = Parts(
            settings=None,  # type: ignore[arg-type]
            bot=bot,
            metrics=Metrics(),
            footnote=None,  # type: ignore[arg-type]
            ledger=ledger,
            web=shared,
            identity=Identity("", "", ""),
            policy=policy.default(("docs",)),
        )
        workspaces = Workspaces(parts, _making())
        installer = Installer(
            ledger.installations, Vault(keys), workspaces, parts, frozenset({"T1", "T2"})
        )
        try:
            async with opened(installer):
                yield installer
        finally:
            await workspaces.close()


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


def _question(team: str, **more: Any) -> Mapping[str, Any]:
    event = {"type": "message", "user": "UANN", "text": "how?", "ts": "5.0", "channel": "D1"}
    return {
        "type": "event_callback",
        "team_id": team,
        "event_id": f"Ev{team}",
        "event": event | {"channel_type": "im"},
    } | more


async def test_an_installed_workspace_is_heard(ledger: Ledger) -> None:
    """Its questions are rows of its own lanes; the token stands nowhere in the clear."""
    with capture_logs() as lines:
        async with _slack() as slack, _installer(slack, ledger) as installer:
            name = await installer.install(TOLD)
            taken = await installer.take(_question("T1"))
            workspace = installer.workspaces.of("T1")
            (kept,) = await ledger.installations.all()

    assert ("One", 200) == (name, taken.status)
    assert ("UT1", "BT1") == (workspace.parts.identity.user, workspace.parts.identity.bot_id)
    assert "xoxb-T1" == workspace.parts.web.client.token
    assert "xoxb" not in kept.token
    assert "xoxb" not in str(lines)
    assert 1 == (await ledger.inbox.backlog(within=("T1:",))).waiting


@pytest.mark.parametrize(("allowed", "warned"), [({"T1"}, False), ({"T1", "*"}, True)])
async def test_what_is_no_workspace_is_warned_of(
    ledger: Ledger, allowed: set[str], *, warned: bool
) -> None:
    """Nothing stands for every workspace: with it nobody can install the app."""
    with capture_logs() as lines:
        async with _slack() as slack, _installer(slack, ledger) as installer:
            other = replace(installer, allowed=frozenset(allowed))
            async with opened(other):
                pass

    assert warned is any(line["event"] == "no_workspace_ids" for line in lines)


async def test_a_workspace_without_the_app_is_not_heard(ledger: Ledger) -> None:
    """Slack is told not to come again with it."""
    async with _slack() as slack, _installer(slack, ledger) as installer:
        taken = await installer.take(_question("T2"))

    assert NOT_HERE == taken.status
    assert 0 == (await ledger.inbox.backlog()).waiting


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"team": {"id": "T9"}}, "not one of those"),
        ({"is_enterprise_install": True, "team": None}, "whole organisation"),
        ({"refresh_token": "xoxe-1", "expires_in": 43_200}, "token rotation"),
        ({"access_token": ""}, "no token"),
    ],
)
async def test_what_is_not_served_is_refused(
    ledger: Ledger, changed: dict[str, Any], said: str
) -> None:
    """Nothing is kept, and the token that Slack gave is given back."""
    async with _slack() as slack, _installer(slack, ledger) as installer:
        with pytest.raises(Refused, match=said):
            await installer.install(TOLD | changed)
        kept = await ledger.installations.all()

    assert [] == list(kept)
    assert slack.revoked == ([] if changed.get("access_token") == "" else ["xoxb-T1"])


@pytest.mark.parametrize(
    ("event", "stays"),
    [
        ({"type": "app_uninstalled"}, False),
        ({"type": "tokens_revoked", "tokens": {"bot": ["UT1"]}}, False),
        ({"type": "tokens_revoked", "tokens": {"oauth": ["UANN"]}}, True),
    ],
)
async def test_whoever_takes_the_app_away_is_not_heard_any_more(
    ledger: Ledger, event: dict[str, Any], stays: bool
) -> None:
    """Here, and by other processes as soon as they look."""
    async with (
        _slack() as slack,
        _installer(slack, ledger) as installer,
        _installer(slack, ledger) as other,
    ):
        await installer.install(TOLD)
        await other.sync()
        removed = await installer.take(_question("T1", event=event))
        await other.sync()
        teams = (installer.workspaces.teams, other.workspaces.teams)

    assert 200 == removed.status
    assert teams == ((("T1",), ("T1",)) if stays else ((), ()))


async def test_another_process_hears_of_an_installation(ledger: Ledger) -> None:
    """With the first event, or when it looks; a token that is new takes the old one's place."""
    async with (
        _slack() as slack,
        _installer(slack, ledger) as installer,
        _installer(slack, ledger) as other,
    ):
        await installer.install(TOLD)
        taken = await other.take(_question("T1"))
        await installer.install(TOLD | {"access_token": "xoxb-T1/2"})
        await other.sync()

        assert 200 == taken.status
        assert "xoxb-T1/2" == other.workspaces.of("T1").parts.web.client.token


async def test_a_new_key_seals_anew(ledger: Ledger) -> None:
    """Once it ran with both keys, the old one can go."""
    async with _slack() as slack:
        async with _installer(slack, ledger, (OLD,)) as installer:
            await installer.install(TOLD)
        async with _installer(slack, ledger, (NEW, OLD)):
            pass
        async with _installer(slack, ledger, (NEW,)) as installer:
            assert ("T1",) == installer.workspaces.teams


async def test_of_a_shared_channel_the_authorisation_counts() -> None:
    """Whose installation is meant stands there, also where the message is another's."""
    payload = _question("T2", authorizations=[{"team_id": "T1"}])

    assert ["T1", "T2"] == list(teams_in(payload))
    assert ["T3"] == list(teams_in({"type": "block_actions", "team": {"id": "T3"}}))
    assert [] == list(teams_in({"authorizations": ["x"], "team": None}))
