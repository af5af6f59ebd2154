"""Whether a place says outright what is asked: it has the question's words in order, or defines it.

What is asked in one to three words weighs little, however plainly a page says it.
"""

from __future__ import annotations

import re

from retrieval.models.evidence import FEW, Asked
from retrieval.models.pieces import bag
from retrieval.models.spots import Spot
from retrieval.text.plain import plain
from retrieval.text.words import STOP_WORDS, stem, words

_SEVERAL = 2
_DEFINED = re.compile(r"\s*\n\s*:\s|\s*(?::|=|\s[-\u2013\u2014]\s|\|)|\s*\([^()\n]{1,60}\)")
"""What stands behind a term that is defined: the second line of a definition, a colon, a dash."""
_IS = re.compile(r"\s+(?:is|are|means?|stands\s+for|refers\s+to|denotes|ist|sind|bedeutet)\b")
_DOING = re.compile(
    r"\W*(?:how|why|when|can|could|do|does|did|should|may|must|wie|warum|wann|kann|darf|muss)\b",
    re.IGNORECASE,
)
"""How questions begin that no definition answers."""


def outright(question: Asked, best: Spot) -> float:
    """Return 1 where a place says what is asked outright, else 0."""
    if not question.sought <= best.own:
        return 0.0
    if defines(question, best):
        return 1.0
    if len(question.sought) < _SEVERAL:
        return 0.0
    sought = {word for place in question.sought for word in question.terms[place][0]}
    said = [word for word in map(stem, words(best.piece.text)) if word in sought]
    asked = [word for word in map(stem, words(question.text)) if word in sought]
    return 1.0 if any(said[at : at + len(asked)] == asked for at in range(len(said))) else 0.0


def defines(question: Asked, best: Spot) -> bool:
    """Whether a place begins with the question's subject and goes on to say what it is."""
    if len(question.sought) > FEW or not question.sought or _DOING.match(question.text):
        return False
    text = best.piece.text.strip(" |*_-+>#`")
    for pattern in (_DEFINED, _IS):
        match = pattern.search(text)
        if match is None:
            continue
        term = bag(plain(text[: match.start()])) - STOP_WORDS
        if term and term <= question.words and question.found(term) >= question.sought:
            return True
    return False
