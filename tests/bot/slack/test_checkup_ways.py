"""Who else is connected, whether the signing secret is right, and whether the app installs."""

from __future__ import annotations

import aiohttp
import pytest
from cryptography.fernet import Fernet

from tests.bot.slack.test_checkup import checks_of
from tests.playground import playground


async def test_another_process_that_is_connected_is_told_of() -> None:
    """One is the bot itself; a second gets a share of the events, and nobody knows which."""
    async with playground() as pg, aiohttp.ClientSession() as session:
        sockets = []
        said = []
        for _ in range(2):
            address = f"{pg.url.replace('http', 'ws', 1)}link/?ticket={pg.playground.link.ticket()}"
            sockets.append(await session.ws_connect(address))
            said.append((await checks_of(pg.env()))["slack socket"])
        for socket in sockets:
            await socket.close()

    assert [True, False] == [check.ok for check in said]
    assert "1 other connection of" in said[0].said
    assert "2 other connections of" in said[1].said
    assert "FOOTNOTE_REPLICAS" in said[1].mend


async def test_without_a_bot_that_listens_nothing_is_claimed_of_the_secret() -> None:
    """Only Slack itself knows it."""
    async with playground() as pg:
        environment = pg.env() | {"SLACK_SIGNING_SECRET": "s" * 32, "FOOTNOTE_HTTP_PORT": "9"}
        del environment["SLACK_APP_TOKEN"]
        check = (await checks_of(environment))["slack signing secret"]

    assert check.ok
    assert "no bot listens" in check.said


@pytest.mark.parametrize(
    ("secret", "keys", "said"),
    [
        ("right", Fernet.generate_key().decode(), ""),
        ("wrong", Fernet.generate_key().decode(), "Slack refuses the client"),
        ("right", "no-key", "FOOTNOTE_OAUTH_KEYS"),
    ],
    ids=["sound", "wrong secret", "no key"],  # The same in each process that collects the tests.
)
async def test_installing_needs_keys_and_the_clients_secret(
    secret: str, keys: str, said: str
) -> None:
    """The secret is tried with a code that is none."""
    async with playground() as pg:
        app = pg.workspace.app
        environment = {
            "FOOTNOTE_SLACK_API_URL": pg.api,
            "SLACK_SIGNING_SECRET": "s" * 32,
            "SLACK_CLIENT_ID": app.client_id,
            "SLACK_CLIENT_SECRET": app.client_secret if secret == "right" else "wrong",
            "FOOTNOTE_OAUTH_URL": "https://footnote.example.com",
            "FOOTNOTE_OAUTH_TEAMS": "T1",
            "FOOTNOTE_OAUTH_KEYS": keys,
            "FOOTNOTE_HTTP_PORT": "9",
        }
        check = (await checks_of(environment))["slack installing"]

    assert check.ok is not bool(said)
    assert said in check.said
