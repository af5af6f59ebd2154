"""Text -> Query: what to look for in it, safe whatever the text is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.text.identifiers import forms, identifiers
from retrieval.text.subject import GERMAN_STOP_WORDS, is_german
from retrieval.text.synonyms import NO_SYNONYMS, Synonyms
from retrieval.text.words import STOP_WORDS, UNSPACED, pieces, stem, words
from retrieval.values import Query, Term

MOST_TERMS = 64
"""Terms of one query. What is asked stands at the start or the end of a long paste."""
_KEPT_AT_THE_END = 24
_MOST_IDENTIFIERS = 16
_MOST_CHARACTERS = 40_000
"""As long as a message can be; the rest of a longer text is not looked at."""

_PLACEHOLDER = re.compile(r"\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,80}\}|<[A-Za-z_][\w .-]{0,40}>")


def parse(text: str, origin: str, synonyms: Synonyms = NO_SYNONYMS, weight: float = 1.0) -> Query:
    """Return the terms and identifiers of `text`.

    Placeholders (`<instance>`, `{{ $labels.pod }}`) stand for something that no page names, and
    are left out. A text of stop words only keeps them; one without words has no terms.
    """
    looked_at = _PLACEHOLDER.sub(" ", text[:_MOST_CHARACTERS])
    names = identifiers(looked_at)
    asked = words(looked_at)
    terms = _distinct([*_terms(asked, synonyms), *_parts(names)])
    return Query(text, origin, tuple(terms), tuple(names[:_MOST_IDENTIFIERS]), weight)


def _terms(asked: Sequence[str], synonyms: Synonyms) -> list[Term]:
    """Return a term for each word that says something, with its synonyms, and each phrase."""
    passed = STOP_WORDS | GERMAN_STOP_WORDS if is_german(" ".join(asked)) else STOP_WORDS
    kept = [word for word in asked if word not in passed] or list(asked)
    others: dict[str, tuple[str, ...]] = {}
    phrases: list[Term] = []
    for start, end, also in synonyms.find(asked):
        if end - start == 1:
            others[asked[start]] = also
        else:
            phrases.append(Term((" ".join(asked[start:end]), *also)))
    found: list[Term] = []
    for word in kept:
        found += [Term((piece,)) for piece in pieces(word)] or [Term((word, *others.get(word, ())))]
    return [*found, *phrases]


def _parts(names: Sequence[str]) -> list[Term]:
    """Return the words inside joined names, which `words` cannot see, and their joined forms."""
    found: list[Term] = []
    for name in names:
        for form in forms(name):
            found += [Term((word,)) for word in words(form) if len(word) > 1]
    return [term for term in found if not UNSPACED.search(term.alternatives[0])]


def _distinct(terms: Sequence[Term]) -> list[Term]:
    """Return the terms whose first alternative differs in stem, the most that a query may have."""
    first: dict[str, Term] = {}
    for term in terms:
        key = " ".join(map(stem, term.alternatives[0].split(" ")))
        known = first.get(key)
        if known is None or len(known.alternatives) < len(term.alternatives):
            first[key] = term
    found = list(first.values())
    if len(found) <= MOST_TERMS:
        return found
    return [*found[: MOST_TERMS - _KEPT_AT_THE_END], *found[-_KEPT_AT_THE_END:]]
