"""A long text -> its beginning, with a mark that it goes on: the one way that texts are shortened.

What people see as one letter is never cut apart: the boundaries are those of extended grapheme
clusters (https://unicode.org/reports/tr29/) as far as the standard library knows their classes.
"""

from __future__ import annotations

import unicodedata

MARK = "…"
_JOINER = "\u200d"
_FLAGS = range(0x1F1E6, 0x1F200)
_SKINS = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_HALFWIDTH_MARKS = "\uff9e\uff9f"
_JAMO = (range(0x1100, 0x1200), range(0xA960, 0xA980), range(0xD7B0, 0xD800))
_VIRAMA = 9
"""The combining class of what joins two consonants."""
_LONGEST_CLUSTER = 64
"""Characters that one cluster is taken to have at most: text made to have longer ones is cut."""


def shorten(text: str, most: int) -> str:
    """Return a text of at most `most` characters: all of it, or its beginning and `…`.

    It is cut after a word, with a space before the mark; within one only where that would leave
    less than half, as in text without spaces. `most` is 2 or more.
    """
    if len(text) <= most:
        return text
    room = most - len(MARK)
    half = room // 2
    spaces = (place for place in range(room - 1, half, -1) if text[place].isspace())
    place = next(spaces, 0)
    if place and (words := text[:place].rstrip()):
        return f"{words} {MARK}"
    cut = boundary(text, room)
    return f"{text[:cut].rstrip()}{MARK}"


def shorten_line(text: str, most: int) -> str:
    """Return a text on one line, of at most `most` characters."""
    return shorten(" ".join(text.split()), most)


def boundary(text: str, at: int) -> int:
    """Return the last place up to `at` where no cluster is cut apart."""
    for place in range(at, max(-1, at - _LONGEST_CLUSTER), -1):
        if not _joined(text, place):
            return place
    return at


def _joined(text: str, at: int) -> bool:
    """Whether the characters around a place belong to one cluster."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before == "\r" and after == "\n":
        return True
    if _extends(after) or before == _JOINER:
        return True
    if ord(before) in _FLAGS and ord(after) in _FLAGS:
        return _flags_before(text, at) % 2 == 1
    if unicodedata.category(after) == "Lo" and _below(text, at):
        return True
    return _syllable(before) and _jamo(after)


def _extends(letter: str) -> bool:
    """Whether a character belongs to the one before it."""
    code = ord(letter)
    return (
        unicodedata.category(letter) in {"Mn", "Me", "Mc"}
        or letter in {_JOINER, *_HALFWIDTH_MARKS}
        or code in _SKINS
        or code in _TAGS
    )


def _below(text: str, at: int) -> bool:
    """Whether a consonant at a place stands below the one before: marks between have a virama."""
    place = at - 1
    while place >= 0 and _extends(text[place]):
        if unicodedata.combining(text[place]) == _VIRAMA:
            return True
        place -= 1
    return False


def _flags_before(text: str, at: int) -> int:
    """Count the letters of flags right before a place."""
    start = at
    while start and ord(text[start - 1]) in _FLAGS:
        start -= 1
    return at - start


def _jamo(letter: str) -> bool:
    return any(ord(letter) in block for block in _JAMO)


def _syllable(letter: str) -> bool:
    return _jamo(letter) or "\uac00" <= letter <= "\ud7a3"
