"""What the playground reads of the environment, and the one that it starts the bot in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bot.playground.values import App

if TYPE_CHECKING:
    from retrieval.settings import Settings

_LONGEST = 64
"""Characters of a prefix of indices."""


def apart(settings: Settings) -> Settings:
    """Return settings with an index of the playground's own, in the data folder or the server.

    The synonyms stay those that were set up.
    """
    ending = "-playground"
    synonyms = settings.synonyms_folder
    changed = {
        "data": settings.data / "playground",
        "synonyms": synonyms if synonyms.is_dir() else None,
        "index_prefix": settings.index_prefix[: _LONGEST - len(ending)] + ending,
    }
    return settings.model_copy(update=changed)


def bot_environment(app: App, url: str, policy: Path, settings: Settings) -> dict[str, str]:
    """Return the environment of a bot that talks to the playground at `url` instead of to Slack.

    The policy file, the ledger, the place of the index and the links of pages are the
    playground's; what else was set stays.
    """
    ours: Mapping[str, str] = {
        "SLACK_BOT_TOKEN": app.bot_token,
        "SLACK_APP_TOKEN": app.app_token,
        "FOOTNOTE_SLACK_API_URL": f"{url}api/",
        "FOOTNOTE_HEALTH_PORT": "0",
        "FOOTNOTE_DRAIN_SECONDS": "2",
        "FOOTNOTE_POLICY": str(policy),
        "DATABASE_URL": settings.ledger_url,
        "FOOTNOTE_DATA": str(settings.data),
        "FOOTNOTE_SYNONYMS": str(settings.synonyms or ""),
        "FOOTNOTE_INDEX_PREFIX": settings.index_prefix,
        "FOOTNOTE_URL_TEMPLATE": settings.url_template,
    }
    quiet = {"FOOTNOTE_LOG_LEVEL": "warning"}
    return {**quiet, **os.environ, **ours}


def has_screen() -> bool:
    """Whether a browser could show itself: a terminal's own browser would take the terminal."""
    return sys.platform in {"darwin", "win32"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
