"""Whether a message leans on its thread, and what it borrows there where no model rewords it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.text.identifiers import identifiers
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import Turn

TURN_CHARACTERS = 600
"""Characters of each earlier message that are looked at."""
EMPTY_WORDS = frozenset(
    {
        "article",
        "doc",
        "docs",
        "document",
        "info",
        "information",
        "page",
        "something",
        "stuff",
        "thing",
    }
)
"""Words for whatever a person cannot name; they make a question no clearer."""

CLEAR_TERMS = 2
"""A first question with fewer content words, and no identifier, may be vague."""

_LEANS = re.compile(
    r"\b(?:it|its|they|them|their|these|those|he|she|him|her|his|same|ones?|else|instead)\b"
    r"|^\W*(?:and|or|but|so|then|also|what about|how about|why not)\b"
    r"|^\W*(?:is|are|was|does|do|did|can|could|will|would|should|what|how|why|when)?\s*"
    r"(?:that|this)\b"
    r"|\b(?:that|this|there|then)\W*$",
    re.IGNORECASE,
)
"""What points back at something said before."""

_CONNECTIVE = re.compile(r"^\W*(?:and|or|but|so|then|also)\b[\s,]*", re.IGNORECASE)
"""How a message joins on to what was said, also where it begins another subject."""

OWN_WORDS = 3
"""Content words that the thread's questions do not have, from which a message brings a subject."""
BESIDE = 0.5
"""Weight of the borrowed subject where a message brings one: it is searched for beside it.

Measured on conversations: of 1, .7, .5 and .3, and of two, three and four words, three at .5 packed
the right page most often.
"""


def vague(asked: str) -> bool:
    """Whether a question says too little to be searched for as it is."""
    content = [word for word in words(asked) if word not in STOP_WORDS | EMPTY_WORDS]
    return len(content) < CLEAR_TERMS and not identifiers(asked)


def leans(asked: str, history: Sequence[Turn] = ()) -> bool:
    """Whether a message is understood only with what was said before it.

    One that stands alone is answered by its own words, however long the thread; it is searched
    for with the thread's subject as well. "And" before a message that brings a subject joins two
    questions, and points back at nothing.
    """
    if vague(asked):
        return True
    rest = _CONNECTIVE.sub("", asked, count=1) if _new(asked, history) else asked
    return _LEANS.search(rest) is not None


def brings_subject(asked: str, history: Sequence[Turn]) -> bool:
    """Whether a message within a thread names what it is about, and points back at nothing."""
    return _new(asked, history) and not leans(asked, history)


def _new(asked: str, history: Sequence[Turn]) -> bool:
    """Whether a message has enough words that the thread's questions do not have."""
    earlier = stems(" ".join(turn.text for turn in history if turn.role != "assistant"))
    return bool(history) and len(stems(asked) - earlier) >= OWN_WORDS


def lend(asked: str, history: Sequence[Turn]) -> str:
    """Return the question with the subject of the earlier ones put before it; "" if there is none.

    The subject is the content words of the thread's first and latest questions that this one
    does not repeat, in their order.
    """
    earlier = [tidy(turn.text) for turn in history if turn.role != "assistant"]
    if not earlier:
        return ""
    have = stems(asked)
    lent: list[str] = []
    for text in dict.fromkeys([earlier[0], *earlier[-1:]]):
        for word in words(text[:TURN_CHARACTERS]):
            if word not in STOP_WORDS and stem(word) not in have:
                have.add(stem(word))
                lent.append(word)
    return " ".join([*lent, asked]) if lent else ""


def stems(text: str) -> set[str]:
    """Return the stems of the content words."""
    return {stem(word) for word in words(text) if word not in STOP_WORDS}


def tidy(text: str) -> str:
    """Return the question on one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
