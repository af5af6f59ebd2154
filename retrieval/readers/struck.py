"""Markdown -> the same without what is struck through (`~~so~~`): nobody says it any more."""

from __future__ import annotations

import re

from retrieval.readers.page import Removals
from retrieval.readers.sight import STRUCK

_BREAK = re.compile(r"\n(?=[ \t>]*(?:\n|[-*+|#] ?|\d{1,9}[.)][ \t]))")
_STRUCK = re.compile(
    r"(?<![\\~])~~(?![\s~])(?>(?:[^~\\]++|\\.|\\(?=\n)|~(?!~))+)(?<!\s)~~(?!~)", re.DOTALL
)
_ROW = re.compile(r"[ \t>]*\|")


def without_struck(text: str, removals: Removals) -> str:
    """Return Markdown, its code hidden, without what its marks strike through."""
    if "~~" not in text:
        return text
    parts: list[str] = []
    start = 0
    for match in _BREAK.finditer(text):
        parts.append(_without(text[start : match.start()], removals))
        start = match.start()
    return "".join([*parts, _without(text[start:], removals)])


def _without(paragraph: str, removals: Removals) -> str:
    """Return one paragraph, row or item; in a row nothing is struck from one cell to the next."""
    if "~~" not in paragraph:
        return paragraph
    row = _ROW.match(paragraph.lstrip("\n")) is not None
    parts: list[str] = []
    start = 0
    for match in _STRUCK.finditer(paragraph):
        if row and "|" in match.group():
            continue
        removals.add(STRUCK)
        before, start = paragraph[start : match.start()], match.end()
        after = paragraph[start : start + 1]
        parts.append(before.removesuffix(" ") if after in {" ", "\n", ""} else before)
        if after == " " and (not before or before[-1] == "\n"):
            start += 1
    return "".join([*parts, paragraph[start:]])
