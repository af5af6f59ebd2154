"""Emoji by Slack's names."""

from __future__ import annotations

from bot.playground.page.emoji import EMOJI, PICKER, emoji, replaced


def test_names_become_emoji_where_they_are_known() -> None:
    """A skin tone is passed over; a name that is not known stays as it was written."""
    assert "👍 at 12:30:45 🎉 :what:" == replaced(":+1::skin-tone-3: at 12:30:45 :tada: :what:")
    assert ["👎", ":what:"] == [emoji("-1::skin-tone-2"), emoji("what")]


def test_the_picker_offers_opinions_first() -> None:
    """The two reactions that the bot understands stand at its beginning."""
    assert ["+1", "-1"] == list(PICKER)[:2]
    assert set(PICKER) <= set(EMOJI)
