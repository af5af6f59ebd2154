"""A part of a word, or a misspelt one -> the whole words of index files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retrieval.stores.matching import phrase
from retrieval.stores.wanted import MOST_WHOLE_WORDS, SHORTEST_PART
from retrieval.text.spelling import may_be_misspelt, nearby, one_slip

if TYPE_CHECKING:
    from retrieval.stores.files import Snapshot

_PAGES = 200
"""Pages that are looked into for a part, which is in many words or means nothing."""
_PAGES_NEAR = 500
"""The same for a misspelt word: some pages have both halves of it, but in two words."""


def words_with(file: Snapshot, part: str) -> list[str]:
    """Return the whole words that hold `part`, those of the most pages first."""
    return _ordered(_counted(file, f'"{part}"', _PAGES, lambda word: part in word))


def similar(files: Sequence[Snapshot], word: str) -> list[str]:
    """Return the words that may be meant by one, those of the most pages first."""
    if not may_be_misspelt(word):
        return []
    seen: dict[str, int] = {}
    for file in files:
        near = _counted(file, _near(word), _PAGES_NEAR, lambda other: one_slip(word, other))
        for other, pages in near.items():
            seen[other] = seen.get(other, 0) + pages
    is_part = bool(seen) and any(words_with(file, word) for file in files)
    return nearby(word, _ordered(seen), is_part=is_part)[:MOST_WHOLE_WORDS]


def _near(word: str) -> str:
    """Return the expression of pages with a word that is one slip away from `word`.

    Before and behind a slip the letters are those of the word. Where both are few, what is left
    is the word with two letters swapped, or with a letter more.
    """
    ways = []
    for place in range(1, len(word)):
        sides = _long(word[:place], word[place + 2 :])
        swapped = word[:place] + word[place + 1 :][:1] + word[place] + word[place + 2 :]
        ways.append(sides or [swapped])
        if not sides:
            ways.append(_long(word[:place], word[place:]))
    return " OR ".join(f"({' AND '.join(map(phrase, way))})" for way in ways if way)


def _long(*sides: str) -> list[str]:
    return [side for side in sides if len(side) >= SHORTEST_PART]


def _counted(
    file: Snapshot, expression: str, most: int, wanted: Callable[[str], bool]
) -> dict[str, int]:
    """Count the pages of each word that is wanted."""
    seen: dict[str, int] = {}
    for words in file.long_words(expression, most):
        for word in words:
            if wanted(word):
                seen[word] = seen.get(word, 0) + 1
    return seen


def _ordered(seen: dict[str, int]) -> list[str]:
    return sorted(seen, key=lambda word: (-seen[word], word))
