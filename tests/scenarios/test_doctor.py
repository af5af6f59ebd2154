"""The doctor beside a bot that runs, and a bot whose policy names what Slack does not know."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot.slack.test_checkup import checks_of
from tests.playground import ADA, GENERAL, HELP, HTTP, playground
from tests.scenarios.conftest import Desk, bot_in, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

POLICY = f"""
[maintainers]
people = ["{ADA}"]
channel = "{HELP}"
[collections.docs]
open = true
[channels.C0NOWHERE1]
listen = "questions"
"""


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A bot over HTTP, whose policy names a channel that is nowhere."""
    folder = tmp_path_factory.mktemp("doctor")
    shutil.copytree(indexed, folder / "data")
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    options = {"policy": folder / "policy.toml"}
    async with playground() as pg, bot_in(pg, folder / "data", HTTP, **options) as desk:
        yield desk


async def test_an_unknown_channel_in_the_policy_is_told_and_mutes_nothing(desk: Desk) -> None:
    """What onyx PR #10978 and meow #248 ask for: maintainers are told, all others answered."""

    def told() -> list[str]:
        return [text_of(one) for one in desk.pg.messages(HELP) if "C0NOWHERE1" in text_of(one)]

    assert "cannot answer" in (await desk.pg.wait_for(told))[0]
    assert "26 weeks" in text_of(
        await desk.answer(GENERAL, desk.pg.ask("How many weeks of paid leave do parents get?"))
    )
    assert 1 == len(told())


@pytest.mark.parametrize("right", [True, False])
async def test_the_signing_secret_is_tried_on_the_bot_that_runs(desk: Desk, right: bool) -> None:
    """A request that is signed as Slack signs is taken by a bot with the same secret alone."""
    secret = desk.pg.workspace.app.signing_secret if right else "another-secret-of-24-here"
    environment = desk.pg.env() | {
        "SLACK_SIGNING_SECRET": secret,
        "FOOTNOTE_HTTP_PORT": str(_port(desk)),
    }
    del environment["SLACK_APP_TOKEN"]
    check = (await checks_of(environment))["slack signing secret"]

    assert right is check.ok
    assert right or "Basic Information" in check.mend


def _port(desk: Desk) -> int:
    """Return the port at which the bot listens."""
    push = desk.pg.playground.push
    assert push
    return int(push.url.rpartition(":")[2].partition("/")[0])
