"""Reranks on this machine with a cross-encoder: a model that reads question and passage at once."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from retrieval.errors import ModelRejected, ModelReplyInvalid
from retrieval.models.model_folder import PairModel, read_pair_folder
from retrieval.models.onnx import load
from retrieval.models.tokenizer import encodable, read_tokenizer
from retrieval.text.judged import completed, passages
from retrieval.values import Candidates, Queries, RankedHit

AT_ONCE = 4
"""Pairs that run together: whoever stops waiting waits for so many at most."""

_QUESTION = 1_000
"""Characters of a question that are read."""


class CrossEncoder:
    """A `Reranker` that computes in worker threads of this process.

    The files are read at first use.

    Args:
        model: the files of the model, as sentence-transformers exports a cross-encoder.
        threads: how many threads one batch may use; 0 for as many as there are cores.
    """

    def __init__(self, model: PairModel, *, threads: int = 0) -> None:
        self._model = model
        self._threads = threads or os.cpu_count() or 1
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Tokenizer] | None = None

    @classmethod
    def from_folder(cls, path: Path, *, threads: int = 0) -> CrossEncoder:
        """Use the model in `path`. Raises SettingsError for a file that is missing."""
        return cls(read_pair_folder(path), threads=threads)

    @property
    def name(self) -> str:
        """The name of the model's folder."""
        return self._model.name

    async def rerank(
        self,
        queries: Queries,
        candidates: Candidates,  # noqa: ARG002 - the port's; texts are judged by themselves
        hits: Sequence[RankedHit],
    ) -> Sequence[float]:
        """Return the model's scores of the best hits, and lower ones for the rest.

        Raises:
            ModelRejected: the model file cannot be run, or is no cross-encoder.
            ModelReplyInvalid: the model computed something that is not a number.
        """
        question, texts = queries.standalone[:_QUESTION], passages(hits)
        scores: list[float] = []
        for start in range(0, len(texts), AT_ONCE):
            batch = texts[start : start + AT_ONCE]
            scores += await asyncio.to_thread(self._judge, question, batch)
        return completed(scores, len(hits))

    def _load(self) -> tuple[Any, Tokenizer]:
        with self._lock:
            if self._loaded is None:
                tokenizer = read_tokenizer(self._model.tokenizer)
                tokenizer.enable_truncation(self._model.window, strategy="longest_first")
                self._loaded = load(self._model.graph, self._threads), tokenizer
            return self._loaded

    def _judge(self, question: str, texts: Sequence[str]) -> list[float]:
        """Score a few passages."""
        session, tokenizer = self._load()
        pairs = [(encodable(question), encodable(text)) for text in texts]
        feed = _feed(tokenizer.encode_batch(pairs))
        wanted = {item.name for item in session.get_inputs()}
        known = {name: array for name, array in feed.items() if name in wanted}
        logits = np.asarray(session.run(None, known)[0], dtype=np.float64)
        scores = self._scores(logits, len(texts))
        if not np.isfinite(scores).all():
            raise ModelReplyInvalid(f"The reranking model {self.name} computed no number.")
        return [float(score) for score in scores]

    def _scores(self, logits: NDArray[np.float64], count: int) -> NDArray[np.float64]:
        """Return one number a pair: the only one, or how much more likely "fits" is than not."""
        if logits.shape in {(count,), (count, 1)}:
            return logits.reshape(count)
        if logits.shape == (count, 2):
            margin: NDArray[np.float64] = logits[:, 1] - logits[:, 0]
            return margin
        raise ModelRejected(
            f"The model {self._model.graph} gives no score for a pair of texts: "
            "it is not a cross-encoder."
        )


def _feed(encodings: Sequence[Encoding]) -> dict[str, NDArray[np.int64]]:
    """Return what a graph is fed, padded to the longest pair."""
    shape = (len(encodings), max([1, *(len(encoding.ids) for encoding in encodings)]))
    feed = {
        name: np.zeros(shape, dtype=np.int64)
        for name in ("input_ids", "attention_mask", "token_type_ids")
    }
    for row, encoding in enumerate(encodings):
        length = len(encoding.ids)
        feed["input_ids"][row, :length] = encoding.ids
        feed["attention_mask"][row, :length] = 1
        feed["token_type_ids"][row, :length] = encoding.type_ids
    return feed
