"""Reactions and buttons are read as opinions on the message that they are on."""

from __future__ import annotations

import pytest

from bot.inbound import FEEDBACK_ACTION, Inbound, opinion_value
from bot.slack.interactions import interaction
from bot.slack.opinion import REACTIONS, reaction
from bot.slack.payload import Facts

BOT = Facts("UBOT")


@pytest.mark.parametrize(("name", "value"), REACTIONS.items())
@pytest.mark.parametrize("tone", ["", "::skin-tone-2", "::skin-tone-6"])
def test_thumbs_of_every_name_and_skin_count(name: str, value: int, tone: str) -> None:
    """Four names, six tones, two values."""
    item = {"type": "message", "channel": "C1", "ts": "6.0"}
    event = {"type": "reaction_added", "user": "UANN", "reaction": name + tone, "item": item}
    heard = reaction({"team_id": "T1", "event_id": "Ev1"}, event, BOT)

    assert isinstance(heard, Inbound)
    assert (value, "6.0", "UANN") == (heard.value, heard.answer_ts, heard.user)


def test_a_press_names_person_answer_and_trace() -> None:
    """Also where Slack leaves out the team, as in a workspace of a larger organisation."""
    payload = {
        "type": "block_actions",
        "team": None,
        "user": {"id": "UANN", "team_id": "T1"},
        "container": {"message_ts": "6.0", "channel_id": "C1"},
        "actions": [
            {"action_id": "other"},
            {"action_id": FEEDBACK_ACTION, "value": opinion_value(-1, "t1"), "action_ts": "7.0"},
        ],
    }
    heard = interaction(payload, BOT)

    assert isinstance(heard, Inbound)
    assert ("T1", "C1", "6.0", -1, "t1") == (
        heard.team,
        heard.channel,
        heard.answer_ts,
        heard.value,
        heard.trace_id,
    )
