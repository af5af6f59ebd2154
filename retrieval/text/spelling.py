"""Words of a query that may be misspelt, and the words that are one slip of the hand away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rapidfuzz.distance import OSA

from retrieval.text.identifiers import forms
from retrieval.text.subject import is_german
from retrieval.text.words import stem, words
from retrieval.values import Query, Term

SHORTEST = 6
"""Letters that what was typed has, or else what is meant: too many shorter words are alike."""
LONGEST = 20
"""Letters of the longest one; Elasticsearch takes no pattern for much longer words."""

_TYPED = re.compile(
    r"(?<![\w@#/\\.$~&=+`\"\u201c\u201e-])[A-Za-z]{5,20}(?![\w@/\\&=+`\"\u201c\u201d-])"
)
"""A word by itself: neither in quotation marks nor joined with what is no word."""
_BEGINS = re.compile(r"(?:\A|[.!?:]\s|\n)[\s'(*>\u2022-]*\Z")
_BEFORE = 40
"""Characters before a word that are looked at to see whether a sentence begins with it."""


def suspects(query: Query) -> tuple[str, ...]:
    """Return the words of a query, folded, that are misspelt if there is no such word.

    Names and identifiers are not among them, nor words that are written otherwise elsewhere in
    the query or have synonyms. A German query has none: no dictionary tells its words.
    """
    typed = Counter(match.group().lower() for match in _typed(query.text))
    if not typed or is_german(query.text):
        return ()
    said = Counter(words(query.text))
    named = {word for name in query.identifiers for form in forms(name) for word in words(form)}
    plain = {term.alternatives[0] for term in query.terms if len(term.alternatives) == 1}
    return tuple(
        word
        for word, times in typed.items()
        if word in plain and word not in named and said[word] == times
    )


def may_be_misspelt(word: str) -> bool:
    """Whether a word is one that words of an index are compared with: plain letters, not few."""
    return SHORTEST - 1 <= len(word) <= LONGEST and word.isascii() and word.isalpha()


def one_slip(typed: str, word: str) -> bool:
    """Whether a word becomes what was typed by one slip after its first letter.

    A slip leaves a letter out, puts one in, takes another one or swaps two. Words of one stem are
    forms of one word.
    """
    return (
        abs(len(typed) - len(word)) <= 1
        and max(len(typed), len(word)) >= SHORTEST
        and typed[:1] == word[:1]
        and word.isascii()
        and word.isalpha()
        and OSA.distance(typed, word, score_cutoff=1) == 1
        and stem(typed) != stem(word)
    )


def nearby(typed: str, found: Iterable[str], *, is_part: bool) -> list[str]:
    """Return those of the words found that may be meant by what was typed, in their order.

    Where it is a part of words, it stands for these, and only one of them may be meant.
    """
    return [word for word in found if one_slip(typed, word) and (not is_part or typed in word)]


def respelt(query: Query, meant: Mapping[str, str]) -> Query:
    """Return a query with other words, by the folded ones that are misspelt.

    A word that is misspelt has no synonyms, and the one in its place gets none.
    """
    if not set(meant).intersection(suspects(query)):
        return query
    parts: list[str] = []
    end = 0
    for match in _typed(query.text):
        other = meant.get(match.group().lower())
        if other:
            written = other.capitalize() if match.group()[0].isupper() else other
            parts += [query.text[end : match.start()], written]
            end = match.end()
    return replace(query, text="".join([*parts, query.text[end:]]), terms=_terms(query, meant))


def _terms(query: Query, meant: Mapping[str, str]) -> tuple[Term, ...]:
    """Put what is meant in the place of what was typed; no two terms have one stem."""
    kept = {_root(term) for term in query.terms}
    found: list[Term] = []
    for term in query.terms:
        other = meant.get(term.alternatives[0]) if len(term.alternatives) == 1 else None
        if other is None:
            found.append(term)
        elif stem(other) not in kept:
            kept.add(stem(other))
            found.append(Term((other,)))
    return tuple(found)


def _root(term: Term) -> str:
    return " ".join(map(stem, term.alternatives[0].split(" ")))


def _typed(text: str) -> Iterator[re.Match[str]]:
    """Find the words that are written as no name is: small, or at the start of a sentence."""
    for match in _TYPED.finditer(text):
        word = match.group()
        if word.islower() or (word.istitle() and _begins(text, match.start())):
            yield match


def _begins(text: str, place: int) -> bool:
    before = text[max(0, place - _BEFORE) : place]
    return _BEGINS.search(before) is not None
