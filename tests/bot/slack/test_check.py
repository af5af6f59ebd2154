"""A check says what it found, and how to mend it."""

from __future__ import annotations

from bot.slack.check import APP_PAGE, Check


def test_what_is_well_needs_no_mend() -> None:
    """Only a fault says what to do; apps are set up at Slack's own page."""
    assert "" == Check("slack token", ok=True, said="good").mend
    assert APP_PAGE.startswith("https://api.slack.com/")
