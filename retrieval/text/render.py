"""Blocks -> the words that a person reads in them, block by block or a part of one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from retrieval.text.blocks import Block
from retrieval.text.inline import inline
from retrieval.text.lines import cells

_QUOTES = re.compile(r"^[ \t]*+(?>(?:>[ \t]?+)+)", re.MULTILINE)
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)#+\s*$")
_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}\n]*\}\s*$")
_BOX = re.compile(r"\[[ xX]\][ \t]+")
_ALERT = re.compile(r"\[!(\w+)\][ \t]*")
_DEFINITION = re.compile(
    r"[ \t>]*\[(?!\^)(?:[^\[\]\\]|\\.)+\]:[ \t]*\n?[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)"
    r"(?:[ \t]*\n?[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t\r]*(?:\n|$)"
)
_COLONS = re.compile(r":{3,}[ \t]*\{?([\w-]*)\}?[^\S\n]*(?:\[([^\[\]\n]*)\])?(.*)")
_NOTE = re.compile(r"(?:!!!|\?\?\?\+?|===)[ \t]+([\w-]*)[^\n\"]*(?:\"([^\"\n]*)\")?")


def render(text: str, parts: Iterable[Block], start: int = 0, end: int | None = None) -> str:
    """Return what a person reads of `text[start:end]`, one line or more a block."""
    stop = len(text) if end is None else end
    said = (
        words(text, block, start, stop)
        for block in parts
        if block.end > start and block.start < stop
    )
    return "\n".join(piece for piece in said if piece)


def words(text: str, block: Block, start: int = 0, end: int | None = None) -> str:
    """Return what a person reads of the part of `block` that lies in `text[start:end]`."""
    begin = max(block.start, start)
    stop = block.end if end is None else min(block.end, end)
    return _WORDS[block.kind](text, block, begin, stop)


def _nothing(_text: str, _block: Block, _start: int, _end: int) -> str:
    return ""


def _prose(text: str, block: Block, start: int, end: int) -> str:
    first = start <= block.content
    said = text[max(start, block.content) : end]
    if block.quoted and ">" in said:
        said = _QUOTES.sub("", said)
    if first and said.startswith("["):
        said = _BOX.sub("", said, count=1) if block.opens else said
        if block.quoted and (alert := _ALERT.match(said)):
            said = f"{alert[1].capitalize()}: {said[alert.end() :]}"
        while definition := _DEFINITION.match(said):
            said = said[definition.end() :]
    return inline(said)


def _heading(text: str, block: Block, start: int, end: int) -> str:
    hashes = text.startswith("#", block.content)
    stop = end if hashes else min(end, _last_line(text, block))
    said = text[max(start, block.content) : stop].rstrip()
    if said.endswith("}"):
        said = _ATTRIBUTES.sub("", said)
    if hashes:
        said = said.lstrip("#") if start <= block.content else said
        said = _CLOSING_HASHES.sub("", said) if said.endswith("#") else said
    if block.quoted:
        said = _QUOTES.sub("", said)
    return inline(said)


def _fence(text: str, block: Block, start: int, end: int) -> str:
    fenced = block.body > block.start
    said = text[max(start, block.body) : min(end, _closing(text, block) if fenced else end)]
    if block.quoted:
        said = _QUOTES.sub("", said)
    columns = block.indent + (0 if fenced else 4)
    if columns:
        said = re.sub(rf"^[ \t]{{1,{columns}}}", "", said, flags=re.MULTILINE)
    return said.strip("\r\n").rstrip()


def _closing(text: str, block: Block) -> int:
    """Return where the line begins that closes a fence, or where the block ends."""
    at = max(_last_line(text, block), block.body)
    mark = text[block.content]
    last = text[at : block.end].rstrip().lstrip(" \t>")
    return at if last.startswith(mark * 3) and not last.strip(mark) else block.end


def _last_line(text: str, block: Block) -> int:
    """Return where the last line of a block begins that is not empty."""
    said = text[block.start : block.end].rstrip()
    return block.start + said.rfind("\n") + 1


def _table(text: str, block: Block, start: int, end: int) -> str:
    rows, at = [], start
    head = text.find("\n", block.start) + 1
    while at < end:
        stop = min(text.find("\n", at, end) + 1 or end, end)
        if not head <= at < block.body:
            row = text[max(at, block.content) : stop]
            rows.append(_row(_QUOTES.sub("", row) if block.quoted else row))
        at = stop
    return "\n".join(row for row in rows if row)


def _row(row: str) -> str:
    said = (inline(cell).replace("\n", " ") for cell in cells(row))
    return " | ".join(cell for cell in said if cell)


def _html(text: str, _block: Block, start: int, end: int) -> str:
    return inline(text[start:end])


def _admonition(text: str, block: Block, start: int, end: int) -> str:
    line = text[max(start, block.content) : end].strip()
    if colons := _COLONS.match(line):
        kind, title, rest = colons.groups()
        said = title or rest.strip(" :{}") or kind
    elif note := _NOTE.match(line):
        said = note[2] or note[1]
    else:
        said = line
    return inline(said[:1].upper() + said[1:])


_WORDS = {
    "paragraph": _prose,
    "item": _prose,
    "quote": _prose,
    "heading": _heading,
    "fence": _fence,
    "table": _table,
    "html": _html,
    "admonition": _admonition,
    "rule": _nothing,
    "blank": _nothing,
}
