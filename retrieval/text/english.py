"""The words of English: they tell a word that no page has from one that is misspelt."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spellchecker import SpellChecker


def is_english(word: str) -> bool:
    """Whether a folded word, or what it is the plural of, stands in the dictionary.

    The first call reads the dictionary, which takes half a second: call it in a thread.
    """
    known = _dictionary()
    plural = word.endswith("s") and not word.endswith("ss")
    return word in known or (plural and word[:-1] in known)


@cache
def _dictionary() -> SpellChecker:
    """Read the dictionary; it is American, and its frequencies are not used."""
    from spellchecker import SpellChecker  # noqa: PLC0415 - most questions need no dictionary

    return SpellChecker(language="en")
