"""A message of ours stands where people see it, or others are to be asked."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.refused import NO_ANSWER, SlackRefused
from bot.slack.standing import stands
from tests.fakes.slack import FakeWeb

THERE = {"messages": [{"ts": "6.0"}]}
TOMBSTONE = {"messages": [{"ts": "6.0", "subtype": "tombstone"}]}
IN = {"channel": {"is_member": True}}


def _no(error: str) -> SlackRefused:
    return SlackRefused("conversations.history", error)


@pytest.mark.parametrize(
    ("info", "history", "expected"),
    [
        (IN, THERE, True),
        ({"channel": {"is_im": True}}, THERE, True),
        ({"channel": {"is_member": True, "is_archived": True}}, THERE, False),
        ({"channel": {"is_member": False}}, THERE, False),
        (_no("channel_not_found"), THERE, False),
        (IN, {"messages": []}, False),
        (IN, {"messages": [{"ts": "5.0"}]}, False),
        (IN, TOMBSTONE, False),
        (IN, _no("not_in_channel"), False),
        (IN, _no("missing_scope"), True),
    ],
)
async def test_a_message_stands_or_not(info: Any, history: Any, *, expected: bool) -> None:
    """Where Slack will not say, it stands."""
    web = FakeWeb({"conversations.info": info, "conversations.history": history})

    assert expected is await stands(web, ("C1", "6.0"))


async def test_where_slack_is_away_nothing_is_known() -> None:
    """Whoever asks tries again."""
    web = FakeWeb({"conversations.info": SlackRefused("conversations.info", NO_ANSWER)})
    with pytest.raises(SlackRefused, match=NO_ANSWER):
        await stands(web, ("C1", "6.0"))
