"""The places in the packed passages where the answer may be, and the evidence for each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from retrieval.models.editions import of_another
from retrieval.models.evidence import Asked
from retrieval.models.excerpt import Excerpt, asks, excerpt, opens, reply
from retrieval.models.named import about, everything, told_of, unknown
from retrieval.models.pieces import Passage, Piece, bag
from retrieval.text.dates import moments
from retrieval.text.numbers import quantities
from retrieval.text.plain import plain
from retrieval.text.words import STOP_WORDS, UNSPACED, fold

MOST_SPOTS = 8
"""Quotations looked at closely for one question, each embedded, which takes milliseconds."""
WINDOW_WORDS = 26
"""Words of a spot's text that the embedder sees."""
FEW_WORDS = 4
LABEL_WORDS = 9
"""A line of fewer words that does not end as a sentence does is a label, not an answer."""
NEW_SHARE = 0.3
"""A quotation that has fewer words of its own than this share only echoes the question."""
MOST_MASS = 8.0
"""Weight of terms found beyond which more says nothing more."""
SECTION_SHARE = 0.93
"""How close a section is to a question, as a share of how close its best place is; measured."""
_FIRST = 2
"""Best passages, each of which is sure to have one of the places."""

_LINK = re.compile(r"!?\[[^\[\]]*\]\([^()\s]*\)")
_ENDS = tuple(".!:;)。！：；）…")

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


_TITLED = 2
"""Terms that a question needs for a heading that has them all to be its subject."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A quotation that may answer, and the places of the question's terms that it has.

    `piece` is what it was chosen for; `own` are the places of the terms in that alone, `near`
    those in the quotation, what stands beside it, its headings and its page's title. `named` are
    those of the names that stand whole in the quotation or over it. `rank` is the place of its
    source, from 1.
    """

    quotation: Excerpt
    piece: Piece
    rank: int
    own: frozenset[int]
    near: frozenset[int]
    named: frozenset[int] = frozenset()

    @property
    def page(self) -> str:
        """The id of the document that it stands in."""
        return self.quotation.passage.source.document.id

    @property
    def window(self) -> str:
        """The text that is embedded: the quotation as people read it, without marks and links.

        Of a long one the beginning, or where the piece stands further down, that piece. A heading
        of several words says what it is about and comes first; a single word ("Overview",
        "Impact") stands over too much to tell one quotation from another.
        """
        said = plain("\n".join(self.quotation.texts)).split()
        own = plain(self.piece.text).split()
        head = said[:WINDOW_WORDS]
        reached = not own or " ".join(own[:LABEL_WORDS]) in " ".join(head)
        text = " ".join(head if reached else own[:WINDOW_WORDS])
        heading = self.piece.heading.split()
        return f"{' '.join(heading[:WINDOW_WORDS])}\n{text}" if len(heading) > 1 else text


def titled(question: Asked, spot: Spot) -> bool:
    """Whether a heading is to be compared by itself: it has all of the question's terms.

    Steps seldom say again what they are for: the heading says it. Over anything else a few
    words have to be the heading, and no more.
    """
    block = spot.quotation.passage.blocks[spot.piece.block]
    heading = bag(spot.piece.heading)
    return (
        (bool(block.depth) or (question.brief and heading - STOP_WORDS <= question.words))
        and len(question.sought) >= _TITLED
        and question.sought <= question.found(heading)
        and _expected(question.text, "\n".join(spot.quotation.texts)) > 0
    )


def spots(question: Asked, passages: Sequence[Passage]) -> list[Spot]:
    """Return the best quotations by their words alone, the best of each passage among them."""
    by_passage = [_best(question, passage, rank) for rank, passage in enumerate(passages, start=1)]
    first = [found[0] for found in by_passage[:_FIRST] if found]
    rest = [spot for found in by_passage for spot in found[1:]]
    rest += [found[0] for found in by_passage[_FIRST:] if found]
    rest.sort(key=lambda spot: -_promise(question, spot))
    return (first + rest)[:MOST_SPOTS]


def _best(question: Asked, passage: Passage, rank: int) -> list[Spot]:
    """Return the best quotations of a passage that do not overlap."""
    over = {one: question.found(one) for one in {piece.over for piece in passage.pieces}}
    rated = []
    for piece in passage.pieces:
        if of_another(question.versions, passage, piece):
            continue
        bare = Excerpt(passage, ((piece.start, piece.end),))
        near = question.found(piece.around) | over[piece.over]
        own = question.found(piece.words) | question.named(fold(piece.text))
        named = question.named(told_of(passage, piece, piece.text))
        rated.append(Spot(bare, piece, rank, own, near | named, named))
    rated.sort(key=lambda spot: -_promise(question, spot))
    found: list[Spot] = []
    for spot in rated:
        if len(found) == MOST_SPOTS:
            break
        if any(a <= spot.piece.start < b for other in found for a, b in other.quotation.spans):
            continue
        quotation = excerpt(passage, spot.piece)
        if not any(quotation.touches(other.quotation) for other in found):
            named = question.named(told_of(passage, spot.piece, "\n".join(quotation.texts)))
            near = spot.near | question.found(quotation.bag) | named
            found.append(replace(spot, quotation=quotation, near=near, named=named))
    return found


def _promise(question: Asked, spot: Spot) -> float:
    """Return the evidence for a place before anything is embedded."""
    covered = 0.4 * question.share(spot.own) + 0.6 * question.share(spot.near)
    named = question.share(spot.named)
    return covered + named + 0.2 / spot.rank - (0.5 if idle(spot) else 0.0)


def sections(found: Sequence[Spot], cosines: Sequence[float]) -> list[float]:
    """Return how close the search found the section of each spot to the question.

    One that it did not find, for instance before its vector is there, is as close as the spot's
    own closeness tells, and no less than the least close that was found.
    """
    known = [score for spot in found for score in spot.quotation.passage.source.scores.values()]
    least = min(known, default=-1.0)
    return [
        spot.quotation.passage.source.scores.get(_chunk(spot), max(least, SECTION_SHARE * cosine))
        for spot, cosine in zip(found, cosines, strict=True)
    ]


def _chunk(spot: Spot) -> str:
    """Return the id of the chunk that a spot's piece begins in."""
    source = spot.quotation.passage.source
    starts = [chunk.start - source.start for chunk in source.chunks]
    return source.chunks[max(0, bisect_right(starts, spot.piece.start) - 1)].id


def spot_features(
    question: Asked, spot: Spot, cosine: float | None, section: float = 0.0
) -> Mapping[str, float]:
    """Return the features of a spot; without a cosine those of meaning are left out."""
    features = {
        "own": question.share(spot.own),
        "near": question.share(spot.near),
        "rank": 1.0 / spot.rank,
        "idle": 1.0 if idle(spot) or _echoes(question, spot) else 0.0,
        "kind": _expected(question.text, spot.piece.text),
        "length": min(len(spot.piece.text.split()), 40) / 40,
    }
    if cosine is None:
        return features
    return {**features, "cosine": cosine, "section": section}


def answer_features(
    question: Asked,
    best: Spot,
    passages: Sequence[Passage],
    cosine: float | None,
    section: float = 0.0,
) -> Mapping[str, float]:
    """Return the features by which the `best` spot is judged to be an answer at all, or not."""
    within = [
        question.found(passage.words) | question.named(everything(passage)) for passage in passages
    ]
    everywhere = frozenset().union(*within)
    features = {
        "near": question.share(best.near),
        "own": question.share(best.own),
        "passage": max(map(question.share, within), default=0.0),
        "missing": 1.0 - question.share(everywhere),
        "unknown": unknown(question, passages),
        "named": about(question, best.named),
        "mass": _mass(question, best.near),
        "passage_mass": max((_mass(question, places) for places in within), default=0.0),
    }
    return features if cosine is None else {**features, "cosine": cosine, "section": section}


def _mass(question: Asked, places: frozenset[int]) -> float:
    """Return how much was found in all, 1 for eight words that no other chunk has."""
    return min(sum(question.weights[place] for place in places), MOST_MASS) / MOST_MASS


def idle(spot: Spot) -> bool:
    """Whether a piece answers nothing by itself: a question, a label, an opening, bare links.

    A question that its page answers right below is not idle: the answer is quoted with it.
    """
    piece = spot.piece
    if piece.kind not in ("sentence", "item"):
        return False
    text = piece.text.strip(" *_>#|-")
    if text.startswith("<") and text.endswith(">"):
        return True
    if asks(piece):
        return reply(spot.quotation.passage, piece) is None
    if opens(spot.quotation.texts[-1]):
        return True
    said = plain(_LINK.sub(" ", text)).rstrip()
    length = _spoken(said)
    label = piece.kind == "sentence" and not said.endswith(_ENDS) and length < LABEL_WORDS
    return length < FEW_WORDS or label


def _spoken(text: str) -> int:
    """Count the words of a text; a character of unspaced script counts as `FEW_WORDS`."""
    unspaced = sum(map(len, UNSPACED.findall(text)))
    spaced = UNSPACED.sub(" ", text).split()
    return FEW_WORDS * unspaced + sum(any(c.isalnum() for c in word) for word in spaced)


def _echoes(question: Asked, spot: Spot) -> bool:
    """Whether a quotation only repeats the question."""
    said = [word for word in spot.quotation.bag if word not in STOP_WORDS and word.isalnum()]
    new = [word for word in said if word not in question.words]
    return len(new) < NEW_SHARE * len(said)


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
