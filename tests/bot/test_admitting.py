"""What decides about rows is made of the bot's parts, with the limits that are set."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.admitting import access_of, admission_of, may, reading_of, silence_of, threads_of
from bot.inbound import Inbound
from bot.parts import Parts
from bot.settings import BotSettings
from bot.slack.app import Identity
from retrieval import policy
from tests.fakes.slack import FakeWeb

TOKENS = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}


def _parts(home: str, organisation: str = "") -> Parts:
    """Return the parts of a bot whose asker is of a workspace of an organisation."""
    person = {"team_id": home, "enterprise_user": {"enterprise_id": "E1", "teams": [home]}}
    web: Any = FakeWeb(
        {"users.info": {"user": person}, "conversations.info": {"channel": {"is_channel": True}}}
    )
    web.client = SimpleNamespace(base_url="https://slack.com/api/", session=None, token="x")
    nothing: Any = SimpleNamespace()
    footnote: Any = SimpleNamespace(store=nothing)
    ledger: Any = SimpleNamespace(
        postings=nothing, talks=nothing, outbox=nothing, escalations=nothing
    )
    return Parts(
        settings=nothing,
        metrics=nothing,
        web=web,
        bot=BotSettings.model_validate(TOKENS | {"FOOTNOTE_THREAD_ANSWERS": "7"}),
        footnote=footnote,
        ledger=ledger,
        identity=Identity("T1", "UBOT", "BBOT", name="helper", organisation=organisation),
        policy=policy.default(),
    )


@pytest.mark.parametrize(
    ("home", "organisation", "expected"),
    [("T1", "", True), ("T2", "", False), ("T2", "E1", True), ("T2", "E2", False)],
)
async def test_who_may_ask_is_known_of_the_installation(
    home: str, organisation: str, expected: bool
) -> None:
    """An app of one workspace serves that one, an app of an organisation all of its people."""
    asked = Inbound("question", "k", "m", "T1", "C1", "channel", "UANN", "5.0", source="mention")

    assert expected is await may(_parts(home, organisation))(asked)


def test_the_limits_are_those_that_are_set() -> None:
    """And the bot is known by its id and name; what tells of silence knows the same policy."""
    parts = _parts("T1")
    access = access_of(parts)
    reading = reading_of(parts, access)
    admission = admission_of(parts, access, threads_of(parts, reading), reading)

    assert (7, 10) == (admission.limits.answers, admission.limits.a_minute)
    assert ("UBOT", "helper") == (admission.bot.user, admission.bot.name)
    assert parts.policy is silence_of(parts).policy
