"""Two pages that contradict each other, and a model service that finds it: for a picture of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.fakes.openai_server import Asked, Respond, says

QUESTION = "How many days in advance do I have to ask for leave?"
OLD = "Ask for leave at least ten working days in advance."
NEW = "Requests for leave are to be made five working days before the first day off."
PAGES = {
    "handbook/leave.md": f"""---
title: Leave
owner: People team
last_verified: 2026-09-14
---
# Leave

## Asking for leave

{NEW} Your lead answers within two days.

## Sick days

Tell your lead before nine o'clock; nothing has to be asked for.
""",
    "wiki/time-off.md": f"""---
title: Time off, the short version
owner: Berlin office
last_verified: 2025-03-02
---
# Time off, the short version

## Planning

{OLD} Put it into the calendar of your team as well.

## Public holidays

They are those of the place where you work.
""",
}
_SOURCE = re.compile(r"<<source \S+ (S\d+)>>(.*?)<<end \S+ \1>>", re.DOTALL)


def write_pages(folder: Path) -> Path:
    """Write the pages into a folder; return it."""
    for name, text in PAGES.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return folder


def reply(asked: Asked) -> Respond:
    """Reply as a model that is asked for an answer: each page is one side."""
    told = "\n".join(str(one["content"]) for one in asked.json["messages"])
    claims = [
        {"text": quote, "side": side, "quotes": [{"label": _label(told, quote), "text": quote}]}
        for side, quote in (("a", NEW), ("b", OLD))
    ]
    return says(json.dumps({"status": "conflict", "claims": claims}))


def _label(told: str, quote: str) -> str:
    """Return the label of the source that holds a quote."""
    return next((label for label, text in _SOURCE.findall(told) if quote in text), "S1")
