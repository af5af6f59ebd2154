"""One normalisation for quotes and sources, with the way back to the source's own characters.

Two texts that differ only in what a person would not call a difference (case, kinds of quote
and dash, white space, Markdown marks, invisible characters) have the same normal text.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from retrieval.text.raised import begins_power, notes

TAGS = (
    "a|abbr|b|blockquote|br|center|cite|code|del|details|div|dl|dd|dt|em|figure|font|h[1-6]|hr|i|img"
    "|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td"
    "|tfoot|th|thead|tr|tt|u|ul|var"
)
# Each pattern is a mark to drop; what its group `keep` holds stays. The bounds keep every
# pattern linear on hostile input.
_MARKS = (
    re.compile(r"^[ \t]{0,12}(?:`{3,}|~{3,})[^\n`]{0,200}$", re.MULTILINE),
    re.compile(r"<!--.{0,2000}?-->", re.DOTALL),
    re.compile(
        r"!?\[(?P<keep>[^\[\]]{0,1000})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}"
        r"(?:\s{1,4}\"[^\"\n]{0,300}\")?\)"
    ),
    re.compile(r"\[(?P<keep>[^\[\]\n]{1,300})\]\[[^\[\]\n]{0,300}\]"),
    re.compile(r"\[\^[^\[\]\s]{1,100}\](?!:)"),
    re.compile(r"<(?P<keep>(?:https?://|mailto:)[^<>\s]{1,2000})>"),
    re.compile(rf"</?(?:{TAGS})(?:\s[^<>]{{0,1000}})?/?>", re.IGNORECASE),
    re.compile(r"^[ \t]{0,12}(?:>[ \t]?){1,9}", re.MULTILINE),
    re.compile(r"^[ \t]{0,12}#{1,6}[ \t]+", re.MULTILINE),
    re.compile(r"^[ \t>]{0,24}(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?", re.MULTILINE),
    re.compile(r"^[ \t|:=-]{3,}$", re.MULTILINE),
    re.compile(r"\*+|~~|`+|(?<![^\W_])_+|_+(?![^\W_])"),
    re.compile(r"\\(?=[!-/:-@\[-`{-~])"),
    re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"),
)
_TOKEN = re.compile(
    r"(?P<space>[\s|]+)|(?P<plain>[!-{}~]+(?![^\x00-\x7f]))|[!-~]?[^\x00-\x7f\s]+|.", re.DOTALL
)
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc\uff07", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
    }
)


@dataclass(frozen=True, slots=True)
class Normal:
    """A normal text; its character i stands for `source[starts[i]:ends[i]]`."""

    text: str
    starts: array[int]
    ends: array[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the source that `text[start:end]` (not empty) stands for."""
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=512)
def normalise(text: str, *, fold: bool = True) -> Normal:
    """Return the normal text of Markdown; with `fold` off, letters keep their case."""
    letters: list[str] = []
    starts, ends = array("q"), array("q")
    for letter, start, end in _letters(text, fold=fold):
        if letter == " " and (not letters or letters[-1] == " "):
            continue
        letters.append(letter)
        starts.append(start)
        ends.append(end)
    if letters and letters[-1] == " ":
        del letters[-1], starts[-1], ends[-1]
    return Normal("".join(letters), starts, ends)


def normal_text(text: str, *, fold: bool = True) -> str:
    """Return the normal text alone."""
    return normalise(text, fold=fold).text


def find(haystack: str, needle: str, after: int = 0) -> tuple[int, int] | None:
    """Return the first span of `haystack`, from `after` on, that is `needle` in whole words.

    A number is never found in a longer one ("3" in "3.5", "30 days" in "130 days").
    """
    while needle and (at := haystack.find(needle, after)) >= 0:
        end = at + len(needle)
        if not _cuts(haystack, at) and not _cuts(haystack, end):
            return at, end
        after = at + 1
    return None


def _cuts(text: str, at: int) -> bool:
    """Whether a span that starts or ends at `at` cuts a word or a number in two."""
    if at <= 0 or at >= len(text):
        return False
    before, here = text[at - 1], text[at]
    if _joined(before) and _joined(here):
        return True
    if here in ".," and before.isdigit():
        return text[at + 1 : at + 2].isdigit()
    return before in ".," and here.isdigit() and text[at - 2 : at - 1].isdigit()


def _joined(letter: str) -> bool:
    # Scripts without spaces between words have no words that a span could cut.
    return (letter.isalnum() or letter == "_") and letter < "\u2e80"


def _letters(text: str, *, fold: bool) -> Iterator[tuple[str, int, int]]:
    for start, end in _kept(text):
        for match in _TOKEN.finditer(text, start, end):
            at = match.start()
            if match.lastgroup == "space":
                yield " ", at, match.end()
            elif match.lastgroup == "plain":
                word = match.group().lower() if fold else match.group()
                yield from ((letter, at + i, at + i + 1) for i, letter in enumerate(word))
            else:
                yield from _unusual(text, at, match.end(), fold=fold)


def _kept(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans that are not marks."""
    dropped = bytearray(len(text))
    for pattern in _MARKS:
        for match in pattern.finditer(text):
            keep = match.span("keep") if "keep" in pattern.groupindex else (match.end(),) * 2
            dropped[match.start() : keep[0]] = b"\1" * (keep[0] - match.start())
            dropped[keep[1] : match.end()] = b"\1" * (match.end() - keep[1])
    for start, end in notes(text):
        dropped[start:end] = b"\1" * (end - start)
    at = 0
    while (start := dropped.find(0, at)) >= 0:
        at = dropped.find(1, start)
        at = len(text) if at < 0 else at
        yield start, at


def _unusual(text: str, start: int, end: int, *, fold: bool) -> Iterator[tuple[str, int, int]]:
    """Normalise a run with letters beyond ASCII, each with the marks combined with it."""
    at = start
    while at < end:
        stop = at + 1
        while stop < end and (unicodedata.combining(text[stop]) or _jamo(text[stop])):
            stop += 1
        if begins_power(text, at):
            yield "^", at, stop
        letters = unicodedata.normalize("NFKC", text[at:stop].translate(_ALIKE)).translate(_ALIKE)
        for letter in unicodedata.normalize("NFKC", letters.casefold()) if fold else letters:
            printable = letter.isprintable() or letter.isspace()
            if printable:
                yield (" " if letter.isspace() else letter), at, stop
        at = stop


def _jamo(letter: str) -> bool:
    return "\u1161" <= letter <= "\u11ff"
