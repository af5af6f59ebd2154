"""Sanitised Markdown -> pieces that fit a message, cut between blocks wherever that can be.

Reads only what `sanitise` and `plain` write: fences of backticks, blocks with an empty line
between them, an item or a row a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.slack.escaping import line_start

LIMIT = 11_500
"""Characters of a message: Slack refuses some 13,200 of block text and 12,000 of Markdown."""
MOST_BLOCKS = 45
"""Blocks that Slack may make of one message's Markdown; it refuses more than 50."""

_FENCE = re.compile(r"^(?P<margin>[ >]*(?:(?:-|\d+\.) +)*)(?P<ticks>`{3,})(?P<word>[^`]*)$")
_ATOM = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|\[(?:[^\[\]\\`]|\\.)*\]\([^()\s]*\)|\\.|&\w+;|\s+|[^\s`\[\\&]+|.",
    re.DOTALL,
)
_TABLE_RULE = re.compile(r"\| ---[ |-]*\|")
_BREAK = "  \n"
_ITEM = re.compile(r"(?:-|\d{1,9}\.)(?: |$)")


def split(text: str, limit: int = LIMIT, most: int = MOST_BLOCKS) -> list[str]:
    """Cut Markdown into pieces of at most `limit` characters and `most` blocks.

    The first piece is the beginning of `text`, letter for letter, unless its first block alone
    is longer than a piece; a fence that is cut is closed and opened again, a table goes on under
    its header.
    """
    pieces: list[str] = []
    here, weight = "", 0
    for block in _fitting(text, limit, most):
        costs = expanded(block)
        joined = f"{here}\n\n{block}" if here else block
        if here and (size(joined) > limit or weight + costs > most):
            pieces.append(here)
            joined, weight = block, 0
        here, weight = joined, weight + costs
    return [*pieces, here] if here else pieces


def size(text: str) -> int:
    """Return the length of a text as Slack's clients count it: what is beyond 16 bits is two."""
    return len(text.encode("utf-16-le")) // 2


def expanded(text: str) -> int:
    """Estimate, on the high side, how many blocks Slack makes of Markdown."""
    count = 0
    for block in parts(text):
        count += 1
        ticks = ""
        for line in block.split("\n")[1:] if not _FENCE.match(block.split("\n", 1)[0]) else ():
            match = _FENCE.match(line)
            if match and not ticks:
                ticks = match["ticks"]
                count += 2
            elif match and match["ticks"] == ticks and not match["word"]:
                ticks = ""
            elif not ticks and not line.strip(" >"):
                count += 1
    return count


def _fitting(text: str, limit: int, most: int) -> Iterator[str]:
    """Yield blocks, each within the limits."""
    for block in parts(text):
        if size(block) <= limit and expanded(block) <= most:
            yield block
        else:
            yield from _cut(block, limit, most)


def is_code(block: str) -> bool:
    """Whether a block is one of code, in no item and no quote."""
    fence = _FENCE.match(block.split("\n", 1)[0])
    return bool(fence and not fence["margin"])


def is_table(block: str) -> bool:
    """Whether a block is a table."""
    lines = block.split("\n", 2)
    return len(lines) > 1 and bool(_TABLE_RULE.fullmatch(lines[1]))


def parts(text: str) -> list[str]:
    """Part Markdown at the empty lines that stand in no fence and in no item."""
    blocks: list[list[str]] = [[]]
    ticks = ""
    for line in text.split("\n"):
        match, within = _FENCE.match(line), bool(ticks)
        if match and not ticks:
            ticks = match["ticks"]
        elif match and match["ticks"] == ticks and not match["word"]:
            ticks = ""
        if line or ticks:
            ended = blocks[-1] and not blocks[-1][-1]
            if ended and not within and not line.startswith(" "):
                blocks[-1].pop()
                blocks.append([])
            blocks[-1].append(line)
        elif blocks[-1] and blocks[-1][-1]:
            blocks[-1].append(line)
    return ["\n".join(lines).rstrip("\n") for lines in blocks if any(lines)]


def _cut(block: str, limit: int, most: int) -> Iterator[str]:
    """Cut a block that is too long, in the way that suits it."""
    lines = block.split("\n")
    fence = _FENCE.match(lines[0])
    if fence and not fence["margin"]:
        opening, closing = lines[0], fence["ticks"]
        yield from _packed(lines[1:-1], limit, opening, closing)
    elif len(lines) > 2 and _TABLE_RULE.fullmatch(lines[1]):
        yield from _packed(lines[2:], limit, "\n".join(lines[:2]), "")
    elif _ITEM.match(lines[0]) and len(items := _items(lines)) > 1:
        for piece in _together(items, limit, most):
            fits = size(piece) <= limit and expanded(piece) <= most
            yield from [piece] if fits else _cut(piece, limit, most)
    elif item := _ITEM.match(lines[0]):
        mark = item[0].rstrip() + " "
        yield from _within(lines, mark, " " * len(mark), limit, most)
    elif all(line.startswith(">") for line in lines):
        yield from _within(lines, "> ", "> ", limit, most)
    else:
        yield from _worded(block, limit)


def _within(lines: list[str], first: str, rest: str, limit: int, most: int) -> list[str]:
    """Cut what stands in a quote or an item, each piece with the marks of its container."""
    # A line that lacks the marks loses none of its words: not every item is indented throughout.
    bare = [line[len(rest) :] if line[: len(rest)].strip(" >") == "" else line for line in lines]
    inner = "\n".join([lines[0][len(first) :], *bare[1:]])
    room = limit
    while True:
        room //= 2
        pieces: list[str] = []
        for piece in split(inner, max(room, 1), max(most - 1, 1)):
            held = piece.split("\n")
            mark = rest if pieces and first != rest else first
            said = [mark + held[0], *(rest + line for line in held[1:])]
            pieces.append("\n".join(line.rstrip() for line in said))
        if room <= 1 or all(size(piece) <= limit for piece in pieces):
            return pieces


def _packed(lines: list[str], limit: int, opening: str, closing: str) -> Iterator[str]:
    """Pack lines between an opening and a closing one; a line too long is cut anywhere."""
    room = max(limit - len(opening) - len(closing) - 2, 1)
    here: list[str] = []
    used = 0
    for line in lines:
        for part in _hard(line, room):
            if here and used + size(part) + 1 > room:
                yield "\n".join([opening, *here, *([closing] if closing else [])])
                here, used = [], 0
            here.append(part)
            used += size(part) + 1
    if here:
        yield "\n".join([opening, *here, *([closing] if closing else [])])


def _hard(line: str, room: int) -> list[str]:
    """Cut a line of code or of a table, but not within an entity."""
    if size(line) <= room:
        return [line]
    parts, here = [], ""
    for atom in re.findall(r"&\w+;|.", line):
        if size(here) + size(atom) > room:
            parts.append(here)
            here = ""
        here += atom
    return [*parts, here]


def _items(lines: list[str]) -> list[str]:
    """Return the items of a list at its outermost level."""
    items: list[list[str]] = []
    for line in lines:
        if _ITEM.match(line) or not items:
            items.append([])
        items[-1].append(line)
    return ["\n".join(item).rstrip("\n") for item in items]


def _together(items: list[str], limit: int, most: int) -> Iterator[str]:
    """Pack items into lists within the limits."""
    here, weight = "", 1
    for item in items:
        costs = expanded(item) - 1
        joined = f"{here}\n{item}" if here else item
        if here and (size(joined) > limit or weight + costs > most):
            yield here
            joined, weight = item, 1
        here, weight = joined, weight + costs
    if here:
        yield here


def _worded(block: str, limit: int) -> Iterator[str]:
    """Cut prose between lines, else between words; code spans and links stay whole if they can."""
    parts = [""]
    for line in block.split(_BREAK):
        joined = f"{parts[-1]}{_BREAK}{line}" if parts[-1] else line
        if size(joined) < limit:
            parts[-1] = joined
        else:
            parts += _lines(line, limit - 1)
    first, *others = filter(None, parts)
    yield first
    # A word that a cut brings to the beginning of a line is no list and no heading by that.
    yield from map(line_start, others)


def _lines(block: str, limit: int) -> Iterator[str]:
    """Yield lines of whole words, of at most `limit` characters."""
    here = ""
    for atom in _atoms(block, limit):
        if here.strip() and size(here) + size(atom) > limit:
            yield here.strip()
            here = ""
        here += atom
    if here.strip():
        yield here.strip()


def _atoms(text: str, limit: int) -> Iterator[str]:
    """Yield what prose is made of; a code span or word longer than a piece is cut up."""
    for match in _ATOM.finditer(text):
        atom = match[0]
        if size(atom) <= limit:
            yield atom
        elif ticks := match["ticks"]:
            inner = atom[len(ticks) : -len(ticks)]
            for part in _hard(inner, limit - 2 * len(ticks) - 2):
                yield f"{ticks} {part} {ticks}"
        else:
            yield from _hard(atom, limit)
