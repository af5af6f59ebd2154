"""Words as the index sees them: tokens without case or accents, stop words, and stems."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import Stemmer  # type: ignore[import-not-found]  # a C extension without types

from retrieval.text.raised import level

WORD = re.compile(r"[^\W_]+")
"""A run of letters and digits: what SQLite's `unicode61` takes for a token."""

_STOP_WORDS = """
a about above after again against all also am an and any are aren as at be because been before
being below between both but by can cannot could couldn d did didn do does doesn doing don down
during each else ever every few for from further get gets getting got had hadn has hasn have haven
having he her here hers herself him himself his how i if in into is isn it its itself just ll m
many may me might more most much must my myself no nor not now of off on once only or other our
ours ourselves out over own please re s same shall she should shouldn so some such t than that the
their theirs them themselves then there these they this those through to too under until up us ve
very was wasn we were weren what when where which while who whom whose why will with won would
wouldn you your yours yourself yourselves
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say nothing about the subject of a question; question words are among them."""

_STEMMED_BYTES = range(3, 65)
_MEASURED = re.compile(r"[aeiouy][^aeiou]")
"""A vowel and a consonant after it: what Porter calls a measure of more than 0."""
_DOUBLED = re.compile(r"(cc|hh|jj|kk|qq|vv|ww|xx)\Z")
_OWN = {"ies": "ie"}
_porter = Stemmer.Stemmer("porter")
_german = Stemmer.Stemmer("german")


class _Folds(dict[int, str]):
    """What each character becomes, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0]
        folded = base if base.isascii() else "" if unicodedata.combining(char) else char
        self[code] = folded
        return folded


_folds = _Folds({0x17F: "s", 0x1E9B: "s"})


def fold(text: str) -> str:
    """Return `text` in lower case, without the accents of Latin letters (É becomes e) and level."""
    return text.lower() if text.isascii() else level(text).translate(_folds).lower()


def words(text: str) -> list[str]:
    """Return the words of `text` in order, folded: lower case, without accents."""
    return WORD.findall(fold(text))


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Return the Porter stem of a folded word, as SQLite's `porter` tokenizer makes it.

    SQLite departs from Porter's paper where his own program does (bli, logi) and undoubles every
    consonant; PyStemmer keeps to the paper. Words of one or two bytes and of more than 64 are left
    as they are, as SQLite leaves them.
    """
    if len(word.encode("utf-8", "surrogatepass")) not in _STEMMED_BYTES:
        return word
    stemmed = str(_porter.stemWord(word))
    if stemmed.endswith("bli") and _MEASURED.search(stemmed[:-3]):
        return str(_porter.stemWord(f"{stemmed[:-1]}e"))
    if stemmed.endswith("logi") and _MEASURED.search(stemmed[:-4]):
        return stemmed[:-1]
    if _DOUBLED.search(stemmed) and word.endswith(("ed", "ing")):
        return stemmed[:-1]
    return _OWN.get(word, stemmed)


def german_stem(word: str) -> str:
    """Return the stem of a folded German word, which no index keeps: to compare questions by."""
    return str(_german.stemWord(word))


UNSPACED = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f]+"
)
"""A run of Chinese, Japanese or Korean, where a space does not part the words."""


def pieces(word: str) -> list[str]:
    """Return what to look for in place of a word with unspaced script in it.

    A run of Chinese, Japanese or Korean becomes its pairs of characters, one alone itself; what
    stands between the runs (Latin letters, digits) stays whole. Other words give nothing.
    """
    if word.isascii():
        return []
    found: list[str] = []
    end = 0
    for run in UNSPACED.finditer(word):
        found += words(word[end : run.start()])
        text = run.group()
        found += [text[i : i + 2] for i in range(max(len(text) - 1, 1))]
        end = run.end()
    return found + words(word[end:]) if end else []
