"""What the playground reads of the environment, and the one that it starts the bot in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.playground.values import App


def bot_environment(app: App, url: str, policy: Path, ledger: str) -> dict[str, str]:
    """Return the environment of a bot that talks to the playground at `url` instead of to Slack.

    `policy` and `ledger` replace the policy file and the ledger that were set; what else was set
    stays.
    """
    ours: Mapping[str, str] = {
        "SLACK_BOT_TOKEN": app.bot_token,
        "SLACK_APP_TOKEN": app.app_token,
        "FOOTNOTE_SLACK_API_URL": f"{url}api/",
        "FOOTNOTE_HEALTH_PORT": "0",
        "FOOTNOTE_DRAIN_SECONDS": "2",
        "FOOTNOTE_POLICY": str(policy),
        "DATABASE_URL": ledger,
    }
    quiet = {"FOOTNOTE_LOG_LEVEL": "warning"}
    return {**quiet, **os.environ, **ours}


def has_screen() -> bool:
    """Whether a browser could show itself: a terminal's own browser would take the terminal."""
    return sys.platform in {"darwin", "win32"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
