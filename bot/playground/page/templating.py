"""The templates of the page, and the filters that make safe HTML of what they are given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from bot.playground.page import markdown, mrkdwn
from bot.playground.page.emoji import emoji
from bot.playground.page.urls import is_web

HERE = Path(__file__).parent
_DIGEST = re.compile(r"[0-9a-f]{16,}")

STAGES = {
    "question": "What was asked",
    "rewrite": "What was searched for",
    "search": "What was found",
    "rank": "How it was ordered",
    "pack": "What was read",
    "write": "What was written",
    "verify": "What was checked",
    "answer": "What was shown",
}
OUTCOMES = {
    "answered": "Answered",
    "partial": "Answered in part",
    "conflict": "The documentation disagrees with itself",
    "not_in_context": "Not in the documentation",
    "failed": "Failed",
    "not finished": "Not finished",
}


def templates() -> jinja2.Environment:
    """Load the templates: everything is escaped, and a name that is not there is an error."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=Lenient,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "markdown": markdown.slack,
        "mrkdwn": mrkdwn.mrkdwn,
        "plain": mrkdwn.plain,
        "emoji": emoji,
        "shorter": shorter,
        "milliseconds": milliseconds,
        "cell": cell,
        "stage": lambda name: STAGES.get(name, name),
        "outcome": lambda name: OUTCOMES.get(name, name or ""),
    }
    environment.tests["web"] = lambda url: isinstance(url, str) and is_web(url)
    environment.filters["web"] = environment.tests["web"]
    return environment


class Lenient(jinja2.ChainableUndefined):
    """What a block does not have is empty, however deep one asks: blocks come from outside."""


def shorter(text: Any, most: int) -> str:
    """Return at most `most` characters of a text."""
    whole = str(text)
    return whole if len(whole) <= most else whole[: most - 1] + "…"


def cell(value: Any, most: int = 220) -> str:
    """Write a value of a table for reading: numbers rounded, digests cut, what is nested spelt out.

    A mapping in a mapping stands in brackets: {"words": {"rank": 1}} -> "words (rank 1)".
    """
    if value is None or isinstance(value, jinja2.Undefined):
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping):
        told = (
            f"{name} ({cell(one)})" if isinstance(one, Mapping) else f"{name} {cell(one)}".strip()
            for name, one in value.items()
        )
        return shorter(", ".join(told), most)
    if isinstance(value, list | tuple):
        return shorter(", ".join(cell(one) for one in value), most)
    text = str(value)
    return text[:12] if _DIGEST.fullmatch(text) else shorter(text, most)


def milliseconds(seconds: float) -> Markup:
    """Write a time."""
    if seconds >= 1:
        return Markup("{} s").format(f"{seconds:.2f}")
    return Markup("{} ms").format(f"{seconds * 1000:.0f}")
