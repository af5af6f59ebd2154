"""What a PDF says about itself -> its title, and facts in the words of front matter."""

from __future__ import annotations

import re
from typing import Any

_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
_FILE_NAME = re.compile(
    r"(?:word )?document\d*$|untitled|.*\.(?:docx?|pdf|tex|dvi|indd|pptx?|html?)$|microsoft word"
    r"|\((?:anonymous|unspecified)\)$",
    re.IGNORECASE,
)


def title_of(about: dict[str, Any]) -> str:
    """Return the title, or nothing where it is the name of a file or of a program."""
    title = about.get("Title")
    words = " ".join(title.split()) if isinstance(title, str) else ""
    return "" if _FILE_NAME.match(words) or not words.isprintable() else words


def first_heading(text: str) -> str:
    """Return the words of the first heading of the first level in `text`, if any."""
    for line in text.split("\n"):
        if line.startswith("# "):
            return line[2:].strip()
    return ""


def facts_of(about: dict[str, Any]) -> dict[str, str]:
    """Return the dates (ISO 8601) and keywords."""
    facts = {}
    for key, name in (("CreationDate", "created"), ("ModDate", "updated")):
        value = about.get(key)
        if isinstance(value, str) and (match := _DATE.match(value)):
            facts[name] = f"{match[1]}-{match[2] or '01'}-{match[3] or '01'}"
    if isinstance(about.get("Keywords"), str):
        facts["keywords"] = about["Keywords"]
    return facts
