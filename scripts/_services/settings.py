"""What the services read from the environment: where to keep things, where Java is."""

from __future__ import annotations

import os
from pathlib import Path

SYSTEM_CACHE = Path("/var/cache/footnote")
"""Where root keeps things: its home is often closed to the account that servers run as."""


def cache() -> Path:
    """Return the folder for what is fetched and built once, made where it is missing."""
    if os.geteuid() == 0:
        folder = SYSTEM_CACHE
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "footnote"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def java_home() -> Path | None:
    """Return the folder that JAVA_HOME names, None where it names none."""
    named = os.environ.get("JAVA_HOME")
    return Path(named) if named else None


def environment(**more: str) -> dict[str, str]:
    """Return what a server gets for its environment: where programs are, and `more`."""
    path = os.environ.get("PATH", os.defpath)
    return {"PATH": path, "LANG": "C.UTF-8", "TZ": "UTC", **more}
