"""One thing about the app in Slack that was looked at."""

from __future__ import annotations

from dataclasses import dataclass

APP_PAGE = "https://api.slack.com/apps"
"""Where apps are set up."""


@dataclass(frozen=True, slots=True)
class Check:
    """What one check found; `mend` says what to do where it is not `ok`."""

    name: str
    ok: bool
    said: str
    mend: str = ""
