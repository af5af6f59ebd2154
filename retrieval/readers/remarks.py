"""Comments of Markdown that are written as link definitions: `[//]: # (words)`, taken out."""

from __future__ import annotations

import re

from retrieval.readers.page import Removals

_DEFINITION = re.compile(
    r"^[ \t>]*+(?>(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*)"
    r"\[(?P<label>[^\^\[\]\n][^\[\]\n]*+)\]:[ \t]*+(?:\n[ \t>]*+)?"
    r"(?P<target><[^<>\n]*+>|[^\s<]\S*+)(?:[ \t]++|[ \t]*+\n[ \t>]*+)"
    r"(?:\([^\n]*\)|\"[^\n]*\"|'[^\n]*'"
    r"|\((?>(?:[^()\n]|\n(?![ \t>]*+\n))+)\)"
    r"|\"(?>(?:[^\"\n]|\n(?![ \t>]*+\n))+)\""
    r"|'(?>(?:[^'\n]|\n(?![ \t>]*+\n))+)')[ \t]*+(?:\n|\Z)",
    re.MULTILINE,
)
_LABEL = re.compile(r"\[([^\[\]]++)\](?!:)")
_NOWHERE = frozenset({"#", "<>", "<#>"})


def without_comments(text: str, removals: Removals) -> str:
    """Take out and count definitions with words that no reader of the page is shown.

    These are such as lead nowhere (`#`, `<>`), and such as no link of the page names. Code in
    `text` is hidden already.
    """
    if "]:" not in text:
        return text
    used = {_folded(label) for label in _LABEL.findall(text)}

    def shown(match: re.Match[str]) -> str:
        if match["target"] not in _NOWHERE and _folded(match["label"]) in used:
            return match.group()
        removals.add("hidden link definition")
        return ""

    return _DEFINITION.sub(shown, text)


def _folded(label: str) -> str:
    """Return a label as it is compared: without case, white space being one space."""
    return " ".join(label.split()).casefold()
