"""Questions and the page nearest to them -> the words of the questions that it does not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.text.alike import stands_for
from retrieval.text.subject import subject
from retrieval.text.words import stem, words

MOST_WORDS = 8
"""Words that are named, those that the most questions have."""


@dataclass(frozen=True, slots=True)
class Page:
    """The page that came nearest; `text` is all of it, headings and title included."""

    collection: str
    path: str
    title: str
    url: str = ""
    owner: str = ""
    text: str = ""


def lacking(questions: Sequence[str], page: str) -> tuple[str, ...]:
    """Return the words that say something and that a page has in no form.

    Those of the most questions come first, then in the order in which they were asked.
    """
    known = frozenset(stem(word) for word in words(page))
    counts: dict[str, list[str]] = {}
    for question in questions:
        for root, word in subject(question).items():
            if len(word) > 1 and not stands_for(word, known):
                counts.setdefault(root, []).append(word)
    ranked = sorted(counts.values(), key=lambda found: -len(found))
    return tuple(found[0] for found in ranked[:MOST_WORDS])
