"""The quoting writer: answers with the sentences, steps, rows or code that answer, verbatim.

It needs no model service. What it says is always a quotation; whether it says anything is
decided by a small model over a few lexical facts and, where texts can be embedded, closeness of
meaning. The numbers come from `scripts.calibrate`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from retrieval.errors import ModelError
from retrieval.models import compared
from retrieval.models.choice import choose, in_order, joined, repeats
from retrieval.models.evidence import Asked, asked, standalone, wordings
from retrieval.models.excerpt import Excerpt
from retrieval.models.logistic import Calibration, Judges, Logistic, digest, load, write
from retrieval.models.parts import alone, completing, unanswered
from retrieval.models.pieces import Passage, take_apart
from retrieval.models.reading import Reading, read, weighing
from retrieval.models.spots import Spot, spots
from retrieval.ports import Embedder, Written
from retrieval.values import Claim, Decision, Evidence, Packed, Queries, Query, Quote, Weighing

SUFFIX = ".quoting.json"
"""Ends the names of the files with a collection's own numbers."""
DIGITS = 6
"""Of a cosine; vectors of 384 numbers in single precision are no more exact."""
ANSWERED, PARTIAL, REFUSED = "answered", "partial", "NOT_IN_CONTEXT"


class QuotingWriter:
    """A `Writer` that only quotes."""

    def __init__(
        self,
        embedder: Embedder | None = None,
        calibration: Calibration | None = None,
        *,
        own: Mapping[str, Calibration] | None = None,
        compared: Iterable[Sequence[float]] | None = None,
    ) -> None:
        """Take the embedder (None for words alone), the numbers, and those of single collections.

        `compared` are the cosines of an earlier answer to the same question, as its draft has them:
        then nothing is embedded.
        """
        self._embedder = embedder
        self._compared = None if compared is None else iter(compared)
        self._shipped = calibration or load()
        self._own = dict(own or {})

    @classmethod
    def load(cls, folder: Path, embedder: Embedder | None = None) -> QuotingWriter:
        """Read COLLECTION.quoting.json of each collection. Raises SettingsError for a wrong one."""
        files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
        return cls(embedder, own={file.name.removesuffix(SUFFIX): load(file) for file in files})

    @property
    def name(self) -> str:
        """For the trace and the configuration: the numbers by their digests."""
        own = [f"{name}:{digest(one)}" for name, one in sorted(self._own.items())]
        return f"quoting({','.join([digest(self._shipped), *own])})"

    def calibration(self, collections: Sequence[str]) -> Calibration:
        """Return the numbers for a scope: those of its one collection, else the shipped ones."""
        known = self._own.get(collections[0]) if len(collections) == 1 else None
        return known or self._shipped

    def decisions(self, collection: str) -> Mapping[str, Decision]:
        """Return the numbers by which it decides for a collection, with vectors and by words."""
        now = self.calibration((collection,))
        return {
            way: _decision(one) for way, one in (("meaning", now.meaning), ("words", now.words))
        }

    def keep(
        self, folder: Path, collection: str, learnt: Mapping[str, Decision], learnt_on: str
    ) -> Path:
        """Write a collection's own numbers, and return the file; numbers not learnt are kept."""
        now = self.calibration((collection,))
        path = folder / f"{collection}{SUFFIX}"
        new = Calibration(
            _relearnt(now.meaning, learnt.get("meaning")),
            _relearnt(now.words, learnt.get("words")),
            {"learnt_on": learnt_on},
        )
        write(path, new)
        return path

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Yield what was compared and weighed, the status, then the quotations in reading order.

        Raises ModelError only if the recorded cosines belong to other places.
        """
        passages = await _taken_apart(packed)
        numbers = self.calibration(queries.question.scope.collections)
        for query in wordings(queries):
            reading, weighed = await self._weigh(query, packed, passages, numbers)
            yield weighed
            if reading and reading.probability >= reading.judges.threshold:
                break
        else:
            yield Written(status=REFUSED)
            return
        chosen = choose(reading)
        for part in unanswered(reading.asked, chosen):
            found, weighed = await self._weigh(alone(query, part), packed, passages, numbers)
            yield weighed
            one = found and completing(found, chosen)
            if one and not repeats(one, chosen):
                chosen = joined(in_order([*chosen, one]))
        left = unanswered(reading.asked, chosen)
        yield Written(status=PARTIAL if left else ANSWERED, unanswered=left)
        for one in chosen:
            yield Written(claim=_claim(one))

    async def _weigh(
        self, query: Query, packed: Packed, passages: tuple[Passage, ...], numbers: Calibration
    ) -> tuple[Reading | None, Written]:
        """Read the passages for one wording; None where they have nothing to compare."""
        question, found = await _look(query, packed, passages)
        if not found:
            return None, Written(weighed=Weighing(question.text, 0.0, numbers.words.threshold))
        cosines = await self._cosines(question, found)
        reading = read(question, passages, found, cosines, numbers)
        return reading, Written(closeness=tuple(cosines or ()), weighed=weighing(reading))

    async def evidence(self, queries: Queries, packed: Packed) -> Mapping[str, Evidence]:
        """Return what it weighs and would say, with vectors ("meaning", if any) and by "words"."""
        passages = await _taken_apart(packed)
        question, found = await _look(standalone(queries), packed, passages)
        if not found:
            return {}
        cosines = await self._cosines(question, found)
        numbers = self.calibration(queries.question.scope.collections)
        ways = {"words": None} if cosines is None else {"meaning": cosines, "words": None}
        readings = {
            way: read(question, passages, found, closeness, numbers)
            for way, closeness in ways.items()
        }
        return {way: _weighed(one) for way, one in readings.items()}

    async def _cosines(self, question: Asked, found: Sequence[Spot]) -> list[float] | None:
        """Return the cosine of each place and the question; None where it cannot be known.

        Rounded, so that the record of them decides as they do.
        """
        if self._compared is not None:
            return _recorded(next(self._compared, ()), len(found))
        if self._embedder is None or question.unspaced or question.bare:
            return None  # what the embedder cannot read, it cannot compare
        try:
            vector = await self._embedder.query(question.text)
            texts = [compared.texts(question, spot) for spot in found]
            vectors = await self._embedder.passages([text for one in texts for text in one])
        except ModelError:
            return None
        cosines = iter([round(float(value), DIGITS) for value in vectors @ vector])
        return [max(islice(cosines, len(one))) for one in texts]


def _recorded(cosines: Sequence[float], places: int) -> list[float] | None:
    """Return the cosines to record; None where nothing was compared. Raises ModelError."""
    if cosines and len(cosines) != places:
        raise ModelError(f"The record compares {len(cosines)} places, and there are {places}.")
    return list(cosines) or None


def _decision(judges: Judges) -> Decision:
    return Decision(judges.answer.bias, judges.answer.weights, judges.threshold)


def _relearnt(judges: Judges, learnt: Decision | None) -> Judges:
    if learnt is None:
        return judges
    return Judges(judges.place, Logistic(learnt.bias, learnt.weights), learnt.threshold)


async def _taken_apart(packed: Packed) -> tuple[Passage, ...]:
    return await asyncio.to_thread(lambda: tuple(map(take_apart, packed.sources)))


async def _look(
    query: Query, packed: Packed, passages: tuple[Passage, ...]
) -> tuple[Asked, list[Spot]]:
    """Return the question as it is matched, and the places to look at closely."""
    question = asked(query, packed.frequencies)
    return question, await asyncio.to_thread(spots, question, passages) if question.terms else []


def _weighed(reading: Reading) -> Evidence:
    """Return what a reading is weighed by, the page of its best place, and what is said."""
    best = reading.places[0][0].quotation.passage.source.document.path
    text = "\n".join(_claim(one).text for one in choose(reading))
    return Evidence(reading.features, best, text)


def _claim(one: Excerpt) -> Claim:
    label = one.passage.source.label
    return Claim("\n".join(one.texts), tuple(Quote(label, text) for text in one.texts))
