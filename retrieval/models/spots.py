"""The places of the packed passages where the answer may stand, and what speaks for each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from retrieval.models.evidence import Asked
from retrieval.models.pieces import Bag, Passage, Piece
from retrieval.text.dates import moments
from retrieval.text.numbers import quantities

MOST_SPOTS = 8
"""Short texts embedded for one question; each costs a few milliseconds."""
WINDOW_WORDS = 60
"""Words of a spot's text that the embedder sees: heading, piece and what follows it."""
FEW_WORDS = 4

_NUMBER = re.compile(r"\bhow (?:many|much|long|often|old|soon|far|big|large)\b", re.IGNORECASE)
_TIME = re.compile(r"\b(?:when|what (?:time|date|day)|how (?:soon|long|often))\b", re.IGNORECASE)
_WHO = re.compile(r"\b(?:who|whom|whose)\b", re.IGNORECASE)
_WHERE = re.compile(r"\bwhere\b", re.IGNORECASE)
_NAMED = re.compile(r"@\w|#\w|\b[\w.+-]+@[\w-]+\.\w|\b(?:team|manager|lead|owner|officer|you)\b")
_PLACE = re.compile(r"https?://|\]\(|\b(?:channel|folder|page|tab|menu|under|in|on|at)\b")
_SOON = re.compile(
    r"\b(?:days?|weeks?|months?|years?|hours?|minutes?|daily|weekly|monthly|quarter\w*|annual\w*"
    r"|after|before|within|until|once|during)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece in its passage: the places of the question's terms it has, itself and with others.

    `own` are those of the piece, `under` those with its headings and title as well, `near` those
    with its neighbours too. `rank` is the place of its source, from 1.
    """

    passage: Passage
    piece: Piece
    rank: int
    own: frozenset[int]
    under: frozenset[int]
    near: frozenset[int]

    @property
    def window(self) -> str:
        """The text that is embedded: heading, the piece, and what follows while it is short."""
        said = [self.piece.heading] if self.piece.heading else []
        length = 0
        for piece in self.passage.pieces:
            if piece.order < self.piece.order or (length and piece.heading != self.piece.heading):
                continue
            length += len(piece.text.split())
            if length > WINDOW_WORDS and piece.order > self.piece.order:
                break
            said.append(piece.text)
        return "\n".join(said)


def spots(question: Asked, passages: Sequence[Passage]) -> list[Spot]:
    """Return the best places by their words alone, the best of each passage among them."""
    by_passage = [
        sorted(_all(question, passage, rank), key=lambda spot: -_promise(question, spot))
        for rank, passage in enumerate(passages, start=1)
    ]
    first = [found[0] for found in by_passage[:5] if found]
    rest = [spot for found in by_passage for spot in found if spot not in first]
    rest.sort(key=lambda spot: -_promise(question, spot))
    return (first + rest)[:MOST_SPOTS]


def _all(question: Asked, passage: Passage, rank: int) -> list[Spot]:
    over: dict[Bag, frozenset[int]] = {}
    found = []
    for piece in passage.pieces:
        if piece.over not in over:
            over[piece.over] = question.found(piece.over)
        own = question.found(piece.words)
        near = question.found(piece.around)
        found.append(
            Spot(passage, piece, rank, own, own | over[piece.over], near | over[piece.over])
        )
    return found


def _promise(question: Asked, spot: Spot) -> float:
    """Return how much speaks for a spot before anything is embedded."""
    covered = question.share(spot.own) + question.share(spot.under) + question.share(spot.near)
    return covered / 3 + 0.2 / spot.rank - (0.5 if _idle(spot.piece) else 0.0)


def spot_features(question: Asked, spot: Spot, cosine: float | None) -> Mapping[str, float]:
    """Return what speaks for and against a spot; without a cosine that feature is left out."""
    features = {
        "own": question.share(spot.own),
        "under": question.share(spot.under),
        "near": question.share(spot.near),
        "rank": 1.0 / spot.rank,
        "idle": 1.0 if _idle(spot.piece) else 0.0,
        "kind": _expected(question.text, spot.piece.text),
        "length": min(len(spot.piece.text.split()), 40) / 40,
    }
    return features if cosine is None else {**features, "cosine": cosine}


def answer_features(
    question: Asked, best: Spot, passages: Sequence[Passage], cosine: float | None
) -> Mapping[str, float]:
    """Return what speaks for and against there being an answer at all, at the `best` spot."""
    within = [question.found(passage.words) for passage in passages]
    everywhere = frozenset().union(*within)
    features = {
        "near": question.share(best.near),
        "own": question.share(best.own),
        "passage": max(map(question.share, within), default=0.0),
        "missing": 1.0 - question.share(everywhere),
        "unknown": _unknown(question, passages),
        "terms": min(question.mass, 12.0) / 12,
        "kind": _expected(question.text, best.piece.text),
    }
    if cosine is None:
        return features
    scores = [passage.source.scores.get("meaning", cosine) for passage in passages]
    return {**features, "cosine": cosine, "meaning": max(scores, default=cosine)}


def _unknown(question: Asked, passages: Sequence[Passage]) -> float:
    """Return the share of the question's identifiers that no passage has, 0 where it has none."""
    if not question.identifiers:
        return 0.0
    known = sum(any(name <= passage.words for passage in passages) for name in question.identifiers)
    return 1.0 - known / len(question.identifiers)


def _idle(piece: Piece) -> bool:
    """Whether a piece answers nothing by itself: a question, a label, a bare link."""
    text = piece.text.strip(" *_>#|-")
    few = len(text.split()) < FEW_WORDS and text.isascii() and piece.kind in ("sentence", "item")
    bare = text.startswith(("[", "<", "http")) and text.endswith((")", ">")) and "](" in text
    return text.endswith(("?", "?)")) or few or (bare and text.count("](") == 1)


def _expected(question: str, text: str) -> float:
    """Return 1 where a text has what the question asks for (number, time, person, place).

    A question that asks for none of them gives one half.
    """
    checks = []
    if _NUMBER.search(question):
        checks.append(bool(quantities(text)))
    if _TIME.search(question):
        checks.append(bool(moments(text) or _SOON.search(text)))
    if _WHO.search(question):
        checks.append(bool(_NAMED.search(text)))
    if _WHERE.search(question):
        checks.append(bool(_PLACE.search(text)))
    return sum(checks) / len(checks) if checks else 0.5
