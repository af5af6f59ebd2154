"""A question to one person is said beside the answer, or by the address of a private press."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.inbound import Inbound
from bot.slack.refused import SlackRefused
from bot.slack.reply.why import ask_alone, say_instead
from bot.slack.web import RESPONSE
from tests.fakes.slack import FakeWeb

GIVEN = Inbound("feedback", "k", "T1:C1:6.0", "T1", "C1", "channel", "UANN", "6.0", value=-1)
PRIVATE = replace(GIVEN, private=True, response_url="https://hooks.example/1")
BLOCKS = [{"type": "actions", "elements": []}]


async def test_beside_the_answer() -> None:
    """To its giver alone, in the answer's thread."""
    web = FakeWeb({"chat.postEphemeral": {}})

    assert await ask_alone(web, GIVEN, "Why <!here>?", BLOCKS, thread_ts="5.0")
    (said,) = web.called("chat.postEphemeral")
    assert ("C1", "UANN", "5.0") == (said["channel"], said["user"], said["thread_ts"])
    assert BLOCKS[0] in said["blocks"]
    assert "<!here>" not in str(said)


async def test_by_the_address_of_a_private_press() -> None:
    """A private answer stays, and the question turns into what came of it."""
    web = FakeWeb({RESPONSE: {}})
    await ask_alone(web, PRIVATE, "Why?", BLOCKS)
    await say_instead(web, PRIVATE, "Thanks.")

    assert [False, True] == [said["replace_original"] for said in web.called(RESPONSE)]
    assert not await say_instead(web, GIVEN, "Thanks.")


@pytest.mark.parametrize("given", [GIVEN, PRIVATE])
async def test_what_slack_refuses_costs_nothing(given: Inbound) -> None:
    """The opinion is kept all the same."""
    refused = SlackRefused("chat.postEphemeral", "user_not_in_channel")
    web = FakeWeb({"chat.postEphemeral": refused, RESPONSE: refused})

    assert not await ask_alone(web, given, "Why?", BLOCKS)
