"""The parts of a bot: each workspace has its own token and identity, and asks Slack for itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from bot.metrics import Metrics
from bot.parts import Parts
from bot.settings import BotSettings
from bot.slack.app import Identity
from retrieval import policy
from tests.fakes.slack import FakeWeb

TOKENS = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}
ANN = {"user": {"id": "UANN", "team_id": "T1", "locale": "de-DE"}}


def _parts(web: FakeWeb) -> Parts:
    return Parts(
        settings=cast("Any", None),
        bot=BotSettings.model_validate(TOKENS),
        metrics=Metrics(),
        footnote=cast("Any", None),
        ledger=cast("Any", None),
        web=cast("Any", web),
        identity=Identity("T1", "UBOT", "BBOT", "AAPP"),
        policy=policy.default(("docs",)),
    )


async def test_slack_is_asked_once_for_each_person() -> None:
    """Whoever uses the parts uses their one lookup."""
    web = FakeWeb({"users.info": ANN})
    parts = _parts(web)

    for _ in range(2):
        assert "de-DE" == await parts.lookup.locale("UANN")
    assert ["users.info"] == [method for method, _ in web.calls]


async def test_another_workspace_asks_with_its_own_token() -> None:
    """A copy with another identity and another Slack shares neither lookup nor what it knows."""
    web, other = FakeWeb({"users.info": ANN}), FakeWeb({"users.info": ANN})
    parts = _parts(web)
    await parts.lookup.locale("UANN")

    copied = replace(parts, web=cast("Any", other), identity=Identity("T2", "U2", "B2", "AAPP"))
    await copied.lookup.locale("UANN")

    assert 1 == len(web.calls)
    assert 1 == len(other.calls)
    assert parts.pace is copied.pace
