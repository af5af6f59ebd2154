"""The smallest pieces of a text that can be quoted: sentences, items, rows and lines of code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from retrieval.text.blocks import Block, blocks
from retrieval.text.inline import held_spans
from retrieval.text.render import words

_STOP = re.compile(
    r"(?P<stop>(?<![.!?…؟])[.!?…؟]++)(?P<after>(?>(?:[\"'”’»)\]*_]|\[\^[^\[\]\s]{1,100}\])*))(?=\s)"
    r"|(?P<wide>[。！？｡।]+)[\"'”’」』）》】)]*+"
    r"|(?P<line>(?:(?<! ) {2,}+|\\)\n|\n[ \t]*+\n|<br ?/?>)",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<![\w./@-])[^\W\d_]+(?:\.[^\W\d_]+)*$")
_NUMBERED = re.compile(r"[\W_]*\d{1,3}$")
_OPENING = "*_\"'“‘«([<{¿¡~"
_NEVER_WORDS = (
    "e.g i.e eg ie cf viz vs approx dr mr mrs ms prof st mt messrs mme incl excl resp dept gen gov "
    "rep sen hon rev a.k.a w.r.t n.b ca z.b d.h bzw vgl ggf evtl inkl abb"
)
_NEVER = frozenset(_NEVER_WORDS.split())
"""Abbreviations after which a sentence goes on, whatever follows."""
_BEFORE_CAPITAL_WORDS = (
    "etc inc ltd co corp al jr sr a.m p.m est ext min max misc tel ave blvd rd jan feb mar apr jun "
    "jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun usw u.a ph.d"
)
_BEFORE_CAPITAL = frozenset(_BEFORE_CAPITAL_WORDS.split())
"""Abbreviations that end a sentence when a capital or nothing follows, and not before a digit."""
_BEFORE_DIGIT_WORDS = "no nos nr fig figs sec sect ch p pp vol eq art ver v ed para"
_BEFORE_DIGIT = frozenset(_BEFORE_DIGIT_WORDS.split())
"""Words that are abbreviations only before a number, as in "No. 5"."""


_LINE_BY_LINE = {"fence": "code", "table": "row", "html": "sentence"}


@dataclass(frozen=True, slots=True)
class Unit:
    """`text[start:end]`, without the marks and white space around it.

    `kind` is sentence, item (an item's only sentence), row (of a table's body), code (a line)
    or heading (a heading, or the header row of a table).
    """

    start: int
    end: int
    kind: str


def units(text: str) -> tuple[Unit, ...]:
    """Return the quotable pieces of Markdown, in order; what lies between is marks and space."""
    return tuple(unit for block in blocks(text, fragment=True) for unit in block_units(text, block))


def sentences(text: str) -> tuple[Unit, ...]:
    """Return the sentences of plain prose."""
    return tuple(Unit(start, end, "sentence") for start, end in _sentences(text, 0, len(text)))


def block_units(text: str, block: Block) -> list[Unit]:
    """Return the quotable pieces of one block of `text`."""
    if block.kind in _LINE_BY_LINE:
        return _lines(text, block, _LINE_BY_LINE[block.kind])
    if block.kind in ("heading", "admonition"):
        start, end = _trimmed(text, block.content, block.end)
        return [Unit(start, end, "heading")] if words(text, block) else []
    if block.kind in ("blank", "rule"):
        return []
    found = list(_sentences(text, block.content, block.end))
    if found and text[found[0][0]] in "[!<" and not words(text, block):
        return []
    kind = "item" if block.kind == "item" and len(found) == 1 else "sentence"
    return [Unit(start, end, kind) for start, end in found]


def _lines(text: str, block: Block, kind: str) -> list[Unit]:
    found: list[Unit] = []
    at = block.body if block.kind == "fence" else block.start
    while at < block.end:
        stop = text.find("\n", at, block.end) + 1 or block.end
        start, end = _trimmed(text, max(at, block.content), stop)
        header = kind == "row" and stop < block.body
        if start < end and words(text, block, at, stop):
            found.append(Unit(start, end, "heading" if header else kind))
        at = stop
    return found


def _sentences(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    start = begin
    for at in _boundaries(text, begin, end):
        first, last = _trimmed(text, start, at)
        if first < last:
            yield first, last
        start = at
    first, last = _trimmed(text, start, end)
    if first < last:
        yield first, last


def _boundaries(text: str, begin: int, end: int) -> Iterator[int]:
    """Yield where a sentence ends and another may begin, in order."""
    held: _Held | None = None
    last = begin
    for match in _STOP.finditer(text, begin, end):
        at = match.end()
        if match["stop"] and not _ends_sentence(text, last, match, end):
            continue
        held = held or _Held(text, begin, end)
        if held.covers(match.start()) or at >= end:
            continue
        yield at
        last = at


def _ends_sentence(text: str, last: int, match: re.Match[str], end: int) -> bool:
    """Whether a stop before white space ends the sentence, by the words around it."""
    following = _following(text, match.end(), end)
    if following.islower():
        return False
    if match["stop"] != ".":
        return True
    before = text[max(last, match.start() - 40) : match.start()]
    if following.isdigit() or following.isalpha():
        if _NUMBERED.fullmatch(text, last, match.start()):
            return False
        word = _WORD.search(before)
        if word:
            return _may_end(word[0], following)
    return True


def _may_end(word: str, following: str) -> bool:
    lowered = word.lower()
    if lowered in _NEVER or (len(word) == 1 and word.isupper() and word != "I"):
        return False
    if lowered in _BEFORE_CAPITAL:
        return not following.isdigit()
    if lowered in _BEFORE_DIGIT:
        return not following.isdigit()
    return "." not in word or max(map(len, word.split("."))) > 1


def _following(text: str, at: int, end: int) -> str:
    """Return the first character of what follows that is no space and no opening mark."""
    while at < end and (text[at].isspace() or text[at] in _OPENING):
        at += 1
    return text[at] if at < end else ""


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


class _Held:
    """The parts of a paragraph that are one word to a reader: code spans and links."""

    def __init__(self, text: str, begin: int, end: int) -> None:
        said = text[begin:end]
        spans = [(begin + start, begin + stop) for start, stop in held_spans(said)]
        self.starts = [start for start, _ in spans]
        self.stops = [stop for _, stop in spans]

    def covers(self, at: int) -> bool:
        place = bisect_right(self.starts, at) - 1
        return place >= 0 and at < self.stops[place]
