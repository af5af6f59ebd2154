"""A question and the passages -> where the answer may be, and whether there is one."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from retrieval.models.evidence import ABOUT, Asked
from retrieval.models.logistic import Calibration, Judges
from retrieval.models.outright import defines, outright
from retrieval.models.pieces import Passage
from retrieval.models.spots import Spot, answer_features, sections, spot_features
from retrieval.models.tally import counted, counts
from retrieval.text.words import fold
from retrieval.values import Weighed, Weighing

LEARNT_ON = 20_000
"""Chunks, about, of the scopes on which the shipped numbers were learnt."""
MOST_UNKNOWN = 0.4
"""Share of a question's weight that names may have which no passage has: what is on the page about
a neighbour of a code is no answer, however well the rest fits. Alerts carry names of their own."""
FEWEST = 600
"""Chunks below which a scope counts as no smaller: there what is beside the point is met more."""
MOST_TOLD, DIGITS = 5, 4
"""Places that a trace tells of, and digits of what they were weighed by."""

_ASKS = re.compile(
    r"[?？]|か[。\s]*\Z"
    r"|^\W*(?:who|what|when|where|why|how|which|can|could|do|does|did|is|are|should|must|may)\b"
    r"|^\W*(?:wer|was|wann|wo|wohin|woher|warum|wieso|wie|welche[mnrs]?|kann|darf|muss|gibt)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The places that may answer a question, best first, and whether they do."""

    asked: Asked
    passages: tuple[Passage, ...]
    places: tuple[tuple[Spot, float, float | None], ...]
    """Each place with its probability and its cosine."""
    features: Mapping[str, float]
    probability: float
    judges: Judges
    report: bool


def reports(question: Asked) -> bool:
    """Whether a text only reports trouble, and asks nothing ("the disk of <host> is full").

    Such a text is about one page, the one that search puts first: a sentence on another page that
    sounds alike tells of other trouble. A few words without a question mark ("parental leave",
    "KT-4031") are how people ask; the name of an alert reports where a page is called so.
    """
    return not asks(question) and not question.brief


def asks(question: Asked) -> bool:
    """Whether a text says that it is a question."""
    return _ASKS.search(question.text) is not None


def _called(best: Spot, question: Asked) -> bool:
    """Whether the page of a place is called by the name that a question is made of."""
    title = fold(best.quotation.passage.source.document.title)
    return question.bare and bool(question.named(title))


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
    around = [0.0] * len(found) if cosines is None else sections(found, cosines)
    judged = [
        (spot, judges.place.probability(spot_features(question, spot, *near)), near)
        for spot, near in zip(found, zip(closeness, around, strict=True), strict=True)
    ]
    judged.sort(key=lambda place: -place[1])
    report = reports(question)
    if report:
        page = passages[0].source.document.id
        judged.sort(key=lambda place: place[0].page != page)
    if question.names:
        judged.sort(key=lambda place: -question.share(place[0].named))
    if not report:
        judged.sort(key=lambda place: not defines(question, place[0]))
    sought = counted(question.text)
    if sought:
        judged.sort(key=lambda place: not counts(sought, place[0]))
    best, _, near = judged[0]
    features = {
        **answer_features(question, best, passages, *near),
        "outright": outright(question, best),
        "uncounted": 1.0 if sought and not counts(sought, best) else 0.0,
        "report": 0.0 if asks(question) else 1.0,
        "small": _small(question.chunks),
    }
    probability = judges.answer.probability(features)
    most = MOST_UNKNOWN if asks(question) else ABOUT
    unknown = features["unknown"] >= most or (question.bare and features["unknown"])
    if unknown or features["uncounted"]:
        probability = 0.0
    places = tuple((spot, chance, cosine) for spot, chance, (cosine, _) in judged)
    return Reading(
        question,
        tuple(passages),
        places,
        features,
        probability,
        judges,
        report or _called(best, question),
    )


def weighing(reading: Reading) -> Weighing:
    """Return for the trace how far the best places were from being quoted."""
    best = reading.places[:MOST_TOLD]
    return Weighing(
        reading.asked.text,
        round(reading.probability, DIGITS),
        reading.judges.threshold,
        tuple(_weighed(spot, score, cosine) for spot, score, cosine in best),
        {name: round(value, DIGITS) for name, value in reading.features.items()},
    )


def _weighed(spot: Spot, score: float, cosine: float | None) -> Weighed:
    label = spot.quotation.passage.source.label
    return Weighed(label, spot.piece.start, spot.piece.end, round(score, DIGITS), cosine)


def _small(chunks: int) -> float:
    """Return how many times tenfold a scope is smaller than those that were learnt from.

    The best of a few passages is not as close by chance as the best of many.
    """
    return max(0.0, math.log10(LEARNT_ON / max(chunks, FEWEST))) if chunks else 0.0
