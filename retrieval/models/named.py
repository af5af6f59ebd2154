"""The names that a question is about: whether a place has them, and which no passage has."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.models.evidence import ABOUT, Asked, Name
from retrieval.models.pieces import Bag, Passage, Piece
from retrieval.text.naming import stands
from retrieval.text.words import fold


def about(question: Asked, named: frozenset[int]) -> float:
    """Return how rare the names are that a question is about, where a place has them whole.

    `named` are the places of the terms of the names that it has. A question is about them where
    they have two thirds of its weight, the more the surer; with less of it this is 0, and 1 for a
    name that no other chunk has, and nothing else asked.
    """
    rarest = max((question.weights[place] for place in named), default=0.0)
    return rarest * max(0.0, (question.share(named) - ABOUT) / (1.0 - ABOUT))


def unknown(question: Asked, passages: Sequence[Passage]) -> float:
    """Return how much of the question's weight names have that no passage has, 0 to 1.

    Beside much else only codes are looked for. A name that is only words is known where those are,
    joined or side by side; what a known name shares with one that is not is known.
    """
    sought = question.names or question.codes
    said = [everything(passage) for passage in passages] if sought else []
    known, missing = set[int](), set[int]()
    for name in sought:
        there = any(stands(name.text, text) for text in said) or (
            not name.coded and (_within(name.parts, passages) or _apart(name, said))
        )
        (known if there else missing).update(name.places)
    return question.share(missing - known)


def told_of(passage: Passage, piece: Piece, text: str) -> str:
    """Return a text with what it stands under on its page, folded."""
    source = passage.source
    return fold("\n".join((source.document.title, *source.heading_path, piece.heading, text)))


def everything(passage: Passage) -> str:
    """Return all that a passage says, folded, with its title and headings."""
    source = passage.source
    over = {heading for chunk in source.chunks for heading in chunk.heading_path}
    return fold("\n".join((source.document.title, *over, source.lead, source.text)))


def _within(parts: Bag, passages: Sequence[Passage]) -> bool:
    """Whether a passage has all words of a name."""
    return any(parts <= passage.words for passage in passages)


def _apart(name: Name, said: Sequence[str]) -> bool:
    """Whether a name's words stand side by side in a text, each for itself."""
    return any(stands(name.text, text, apart=True) for text in said)
