"""Whether a page still says what an answer quoted of it, and what it says now instead."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.answer.quotes import sentence
from retrieval.text.near import nearest
from retrieval.text.normal import find, normal_text, normalise
from retrieval.text.shorten import shorten
from retrieval.text.words import words

LIKE = 0.6
"""Similarity from which a sentence is the one that a quote became."""
TELLING = 5
"""Words of a quote by which it is known again in another page."""
LONGEST_SENTENCE = 600
"""Characters of a sentence that is shown."""
_OUTER = " \"'.,;:"


def stands(quote: str, text: str) -> bool:
    """Whether a page's text has a quote, after the normalisation by which quotes are verified."""
    needle = normal_text(quote).strip(_OUTER)
    return not needle or find(normalise(text).text, needle) is not None


def telling(quote: str) -> bool:
    """Whether a quote is long enough to be recognised in another page."""
    return len(words(quote)) >= TELLING


def says_now(quote: str, text: str) -> str:
    """Return the sentence of a page's text that is nearest to a quote, else nothing."""
    if not text:
        return ""
    haystack = normalise(text)
    span = nearest(normal_text(quote).strip(_OUTER), haystack.text, LIKE)
    if span is None:
        return ""
    start, end = sentence(text, *haystack.span(*span))
    found = text[start:end].strip()
    return shorten(found, LONGEST_SENTENCE)


def lost(quotes: Sequence[str], text: str) -> list[str]:
    """Return the quotes that a page's text no longer has, each once."""
    return [quote for quote in dict.fromkeys(quotes) if not stands(quote, text)]
