"""What one line of Markdown can be: the marks that open blocks, and how far it is indented."""

from __future__ import annotations

import re

CODE_INDENT = 4
MARKER = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t\r\n]|$)")
ATX = re.compile(r"(#{1,6})(?=[ \t\r\n]|$)")
FENCE = re.compile(r"`{3,}(?=[^`\n]*+(?:\n|$))|~{3,}")
SETEXT = re.compile(r"(?:=+|-+)[ \t\r]*+(?:\n|$)")
NOTE = re.compile(r"(?:!!!|\?\?\?\+?|===)[ \t]+\S")
COLONS = re.compile(r":{3,}")
_VERBATIM = re.compile(r"<(script|pre|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|"
    "dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|"
    "header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|"
    "param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_BLOCK_TAG = re.compile(rf"</?(?:{_TAGS})(?=[\s>]|/>|$)", re.IGNORECASE)
_LONE_TAG = re.compile(
    r"<(?:/[a-z][a-z0-9-]*+[ \t]*+|[a-z][a-z0-9-]*+(?>(?:[ \t]++[a-z_:][\w.:-]*+"
    r"""(?>(?:[ \t]*+=[ \t]*+(?:"[^"\n]*+"|'[^'\n]*+'|[^\s"'=<>`]++))?))*)[ \t]*+/?)"""
    r">[ \t\r]*+(?:\n|$)",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_ENDINGS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"))

Until = str | re.Pattern[str]
"""What ends an HTML block: these words, or a blank line where they are empty."""


def html_until(text: str, at: int, end: int, *, alone: bool) -> Until | None:
    """Return what ends the HTML block that begins at `at`; None where none begins.

    `alone` says that no paragraph is open, so that a line of any one tag begins a block.
    """
    for opening, ending in _ENDINGS:
        if text.startswith(opening, at):
            return ending
    if text.startswith("<!", at) and text[at + 2 : at + 3].isalpha():
        return ">"
    if _VERBATIM.match(text, at, end):
        return _CLOSING
    if _BLOCK_TAG.match(text, at, end) or (alone and _LONE_TAG.match(text, at, end)):
        return ""
    return None


def ends(until: Until, text: str, at: int, end: int) -> bool:
    """Return whether a line holds what ends the HTML block it stands in."""
    if isinstance(until, str):
        return text.find(until, at, end) >= 0
    return until.search(text, at, end) is not None


def is_delimiter_row(text: str, at: int, end: int, header: str) -> bool:
    """Return whether the line's own text, from `at` on, is the delimiter row below `header`.

    A dash with white space after it is a list's mark instead.
    """
    row = text[at:end].strip()
    if not row or row[0] not in "|-:" or row.strip("|-: \t") or MARKER.match(row):
        return False
    marks = cells(row)
    return len(marks) == len(cells(header)) and all(_is_delimiter(cell) for cell in marks)


def indent_of(text: str, at: int, end: int, column: int) -> tuple[int, int]:
    """Return the columns of white space from `at` on and where it ends; tabs stop at fours."""
    begin = column
    while at < end:
        char = text[at]
        if char == " ":
            column += 1
        elif char == "\t":
            column += 4 - column % 4
        elif char in "\r\n":
            return column - begin, end
        else:
            break
        at += 1
    return column - begin, at


def base_of(text: str) -> int:
    """Return the columns that the first line of a fragment owes to containers cut off."""
    begin = len(text) - len(text.lstrip())
    start = text.rfind("\n", 0, begin) + 1
    indent, at = indent_of(text, start, len(text), 0)
    marked = MARKER.match(text, at) or FENCE.match(text, at) or text.startswith("|", at)
    return indent if indent < CODE_INDENT or marked else 0


def is_rule(text: str, at: int, end: int) -> bool:
    """Return whether the line is a thematic break, three marks of a kind or more."""
    mark = text[at]
    if mark not in "-*_":
        return False
    line = text[at:end]
    return line.count(mark) >= 3 and not line.strip(f"{mark} \t\r\n")


def cells(row: str) -> list[str]:
    """Return the cells of a table row, without its outer pipes; an escaped pipe is one of a cell.

    As GitHub Flavored Markdown 0.29 says of tables: a backslash that is escaped escapes nothing.
    """
    row = row.strip()
    if "\\" not in row:
        return row.removeprefix("|").removesuffix("|").split("|")
    row = row.replace("\\\\", "\x1e").replace("\\|", "\x1f")
    found = row.removeprefix("|").removesuffix("|").split("|")
    return [cell.replace("\x1f", "|").replace("\x1e", "\\\\") for cell in found]


def _is_delimiter(cell: str) -> bool:
    cell = cell.strip()
    dashes = cell.removeprefix(":").removesuffix(":")
    return bool(dashes) and not dashes.strip("-")
