"""What stands left of the words of a line: white space, counted in columns, and quote marks."""

from __future__ import annotations

import re

_QUOTE = re.compile(r"[ \t]{0,3}>[ \t]?")


def column(line: str) -> int:
    """Return the column of the first character that is no white space; a tab stops at fours."""
    at = 0
    for char in line:
        if char == " ":
            at += 1
        elif char == "\t":
            at += 4 - at % 4
        else:
            return at
    return at


def dedent(line: str, width: int) -> str:
    """Return `line` with up to `width` columns of white space taken off."""
    taken = 0
    for at, char in enumerate(line):
        if taken >= width or char not in " \t":
            return line[at:]
        step = 1 if char == " " else 4 - taken % 4
        if taken + step > width:
            return " " * (taken + step - width) + line[at + 1 :]
        taken += step
    return ""


def unquoted(line: str, quotes: int) -> tuple[str, int]:
    """Take up to `quotes` block quote markers off `line`; return how many there were."""
    found = 0
    while found < quotes and (match := _QUOTE.match(line)):
        line = line[match.end() :]
        found += 1
    return line, found
