"""What hands questions over is put together whole; tests/scenarios/test_escalation.py uses it."""

from __future__ import annotations

from bot.slack.hear import hear
from bot.slack.interactions import VIEWS
from bot.slack.payload import Facts
from bot.slack.presses import PRESSES, PROMPTS
from bot.slack.reply.handed import ASSIGN_VIEW, RESOLVE_VIEW


def test_every_button_and_window_has_somebody_who_answers() -> None:
    """The names are those of the rows and listeners that are put together."""
    named = {PROMPTS["footnote_assign"], PROMPTS["footnote_resolve"]}
    named |= {VIEWS[ASSIGN_VIEW], VIEWS[RESOLVE_VIEW]}
    rows = {
        action: hear(
            {
                "type": "block_actions",
                "user": {"id": "U1"},
                "container": {"message_ts": "1.0", "channel_id": "C1"},
                "actions": [{"action_id": action, "value": "e1"}],
            },
            Facts("UBOT", team="T1"),
        )
        for action in ("footnote_claim", "footnote_hand_back", "footnote_solved")
    }

    assert {"handed", "handed_over"} == named
    assert set(rows) <= set(PRESSES)
    assert ["claim", "hand_back", "solved"] == [
        getattr(row, "subject", "") for row in rows.values()
    ]
    assert {"T1:escalation:e1"} == {getattr(row, "lane", "") for row in rows.values()}
