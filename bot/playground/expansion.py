"""Markdown -> how many blocks Slack makes of it."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_KINDS = {"|": "table", ">": "quote"}


def expanded(markdown: str) -> int:
    """Return the number of blocks that a markdown block becomes.

    Each heading, rule, fence, table, quote, list and paragraph is one
    (archestra-ai/archestra#4980, metabase/metabase#79908).
    """
    count = 0
    fence = ""
    current = ""
    for line in markdown.splitlines():
        opened = _FENCE.match(line)
        if fence:
            closes = opened and opened[1].startswith(fence) and not line.strip("`~ \t")
            fence = "" if closes else fence
            current = ""
            continue
        kind = _kind(line)
        if opened:
            fence = opened[1]
            kind = "fence"
        if kind and (kind != _continued(current, kind, line) or kind in {"heading", "rule"}):
            count += 1
        current = _next(current, kind)
    return count


def _kind(line: str) -> str:
    stripped = line.strip()
    if not stripped:
        return ""
    if _HEADING.match(line):
        return "heading"
    if _RULE.match(line):
        return "rule"
    if _ITEM.match(line):
        return "list"
    return _KINDS.get(stripped[0], "paragraph")


def _continued(current: str, kind: str, line: str) -> str:
    """Return the kind that this line goes on with: its own, or a list's by its indentation."""
    if current in {"list", "loose list"} and (kind == "list" or line.startswith("  ")):
        return kind
    if current == "list" and kind == "paragraph":
        return kind
    return kind if current == kind else ""


def _next(current: str, kind: str) -> str:
    if not kind:
        return "loose list" if current in {"list", "loose list"} else ""
    if current in {"list", "loose list"} and kind == "paragraph":
        return current
    return kind
