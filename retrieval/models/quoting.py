"""The quoting writer: answers with the sentences, steps, rows or code that answer, verbatim.

It needs no model service. What it says is always a quotation; whether it says anything is
decided by a small model over a few lexical facts and, where texts can be embedded, closeness of
meaning. The numbers come from `scripts.calibrate`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from retrieval.errors import ModelError
from retrieval.models.evidence import Asked, asked, standalone
from retrieval.models.excerpt import Excerpt
from retrieval.models.logistic import Calibration, Judges, load
from retrieval.models.pieces import Passage, bag, take_apart
from retrieval.models.spots import Spot, answer_features, spot_features, spots
from retrieval.ports import Embedder, Written
from retrieval.values import Claim, Packed, Queries, Quote

ANSWERED, PARTIAL, REFUSED = "answered", "partial", "NOT_IN_CONTEXT"
MOST_WORDS = 120
"""Words after which no further quotation is added; the first may be longer."""
MOST_EXCERPTS = 3
NEARLY_AS_GOOD = 0.75
"""Share of the best place's probability that a further place must have to be quoted."""
PART_COVERED = 0.5
"""Share of the weight of a question's part that the quoted places must have."""

_PARTS = re.compile(
    r"\?\s+|[;,]?\s+\b(?:and|or|but)\s+(?=(?:also\s+)?(?:who|what|when|where|why|how|which|whom|whose"
    r"|can|could|do|does|did|is|are|should|must|may|will)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the writer sees of a question: its places, best first, and whether they answer."""

    asked: Asked
    passages: tuple[Passage, ...]
    places: tuple[tuple[Spot, float, float | None], ...]
    """Each place with its probability and its cosine."""
    probability: float
    judges: Judges


class QuotingWriter:
    """A `Writer` that only quotes."""

    def __init__(
        self, embedder: Embedder | None = None, calibration: Calibration | None = None
    ) -> None:
        """Take who embeds, None for words alone, and the numbers; the shipped ones by default."""
        self._embedder = embedder
        self._calibration = calibration or load()

    @property
    def name(self) -> str:
        """For the trace and the configuration."""
        return "quoting"

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Yield the status, then the quotations in reading order. Never raises."""
        reading = await self.read(queries, packed)
        if reading is None or reading.probability < reading.judges.threshold:
            yield Written(status=REFUSED)
            return
        chosen = choose(reading)
        covered = _covers(reading, chosen)
        yield Written(status=ANSWERED if covered else PARTIAL)
        for one in chosen:
            yield Written(claim=_claim(one))

    async def read(self, queries: Queries, packed: Packed) -> Reading | None:
        """Return the evidence for an answer; None where there is nothing to read."""
        question = asked(standalone(queries), packed.frequencies)
        passages = await asyncio.to_thread(lambda: tuple(map(take_apart, packed.sources)))
        found = spots(question, passages)
        if not found or not question.terms:
            return None
        cosines = await self._cosines(question, found)
        return read(question, passages, found, cosines, self._calibration)

    async def _cosines(self, question: Asked, found: Sequence[Spot]) -> list[float] | None:
        """Return how close each place is to the question; None where that cannot be known."""
        if self._embedder is None or question.unspaced:
            return None
        try:
            vector = await self._embedder.query(question.text)
            vectors = await self._embedder.passages([spot.window for spot in found])
        except ModelError:
            return None
        return [float(value) for value in vectors @ vector]


def read(
    question: Asked,
    passages: Sequence[Passage],
    found: Sequence[Spot],
    cosines: Sequence[float] | None,
    calibration: Calibration,
) -> Reading:
    """Judge the places of a question, and whether there is an answer among them."""
    judges = calibration.words if cosines is None else calibration.meaning
    closeness: list[float | None] = list(cosines) if cosines is not None else [None] * len(found)
    places = [
        (spot, judges.place.probability(spot_features(question, spot, cosine)), cosine)
        for spot, cosine in zip(found, closeness, strict=True)
    ]
    places.sort(key=lambda place: -place[1])
    best, _, cosine = places[0]
    features = answer_features(question, best, passages, cosine)
    return Reading(
        question, tuple(passages), tuple(places), judges.answer.probability(features), judges
    )


def choose(reading: Reading) -> list[Excerpt]:
    """Return what is quoted: the best place, and others nearly as good while they are short."""
    best = reading.places[0][1]
    chosen: list[Excerpt] = []
    for spot, probability, _ in reading.places:
        if len(chosen) == MOST_EXCERPTS or probability < NEARLY_AS_GOOD * best:
            break
        one = spot.quotation
        said = sum(other.words for other in chosen)
        if chosen and (said + one.words > MOST_WORDS or _repeats(one, chosen)):
            continue
        chosen.append(one)
    return sorted(chosen, key=lambda one: (one.passage.source.label, one.spans))


def _repeats(one: Excerpt, chosen: Sequence[Excerpt]) -> bool:
    mine = set(" ".join(one.texts).lower().split())
    for other in chosen:
        theirs = set(" ".join(other.texts).lower().split())
        if one.touches(other) or len(mine & theirs) > 0.7 * min(len(mine), len(theirs)):
            return True
    return False


def _covers(reading: Reading, chosen: Sequence[Excerpt]) -> bool:
    """Whether each part of a question of several parts is spoken of in what is quoted."""
    parts = [part for part in _PARTS.split(reading.asked.text) if part and part.strip(" ?.!")]
    if len(parts) < 2:
        return True
    quoted = frozenset().union(
        *(
            piece.words | piece.over
            for one in chosen
            for piece in one.passage.pieces
            if any(start <= piece.start < end for start, end in one.spans)
        )
    )
    found = reading.asked.found(quoted)
    for part in parts:
        mine = _places(reading.asked, part)
        weight = sum(reading.asked.weights[place] for place in mine)
        if weight and sum(reading.asked.weights[p] for p in mine & found) < PART_COVERED * weight:
            return False
    return True


def _places(question: Asked, part: str) -> frozenset[int]:
    """Return the places of a question's terms that stand in a part of it."""
    return question.found(bag(part))


def _claim(one: Excerpt) -> Claim:
    label = one.passage.source.label
    return Claim("\n".join(one.texts), tuple(Quote(label, text) for text in one.texts))
