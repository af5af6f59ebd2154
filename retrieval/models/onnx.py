"""Embeds texts on this machine with an ONNX model: the built-in one, or any other by folder."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime  # type: ignore[import-untyped]
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from retrieval.errors import ModelRejected, ModelReplyInvalid
from retrieval.models.model_folder import EmbeddingModel, digest, read_folder, shipped
from retrieval.models.tokenizer import encodable, read_tokenizer

Vectors = NDArray[np.float32]
Feed = dict[str, NDArray[np.int64]]

_KNOWN_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
_QUERIES_KEPT = 512


@dataclass(frozen=True, slots=True)
class TokenBatch:
    """Texts that run together: their places in the input, what the graph is fed, what is text.

    `mask`, shape (texts, tokens), is 0 where a text is padded; not every graph asks for it.
    """

    places: tuple[int, ...]
    feed: Feed
    mask: NDArray[np.int64]


class OnnxEmbedder:
    """An `Embedder` that computes in worker threads of this process.

    The files are read at first use. In another batch the same text has only nearly the same
    vector: the built-in model differs in the seventh decimal; one whose activations are quantised
    by the range of the whole batch may differ in the second.

    Args:
        model: the files and how to use them; by default the model that Footnote ships.
        threads: how many threads one batch may use; 0 for as many as there are cores.
        batch_tokens: how many tokens, padding included, run at once.
    """

    def __init__(
        self, model: EmbeddingModel | None = None, *, threads: int = 0, batch_tokens: int = 2048
    ) -> None:
        self._model = model or shipped()
        self._threads = threads or os.cpu_count() or 1
        self._batch_tokens = batch_tokens
        self._lock = threading.Lock()
        self._session: onnxruntime.InferenceSession | None = None
        self._tokenizers: tuple[Tokenizer, Tokenizer] | None = None
        self._queries: OrderedDict[str, Vectors] = OrderedDict()
        self.cut = 0
        """How many texts were longer than the window, and lost their end, so far."""

    @classmethod
    def from_folder(cls, path: Path, *, threads: int = 0) -> OnnxEmbedder:
        """Use the model in `path`, with pooling, window and prefixes as its own files say.

        Raises:
            SettingsError: a file is missing or says what Footnote cannot do.
        """
        return cls(read_folder(path), threads=threads)

    @property
    def identity(self) -> str:
        """The model's name, the digest of its files, pooling, length and prefixes."""
        model = self._model
        parts = [model.name, digest(model)]
        parts += [model.pooling, str(self.max_tokens)]
        if model.query_prefix or model.passage_prefix:
            parts += [repr(model.query_prefix), repr(model.passage_prefix)]
        return " ".join(parts)

    @property
    def dims(self) -> int:
        """The length of a vector."""
        if self._model.dims is not None:
            return self._model.dims
        shape = _output(self.session(), self._model).shape
        return int(shape[-1])

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model sees beside the prefix and its special tokens."""
        plain, _ = self._tokenize()
        prefix = max(
            len(plain.encode(text, add_special_tokens=False).ids)
            for text in (self._model.query_prefix, self._model.passage_prefix)
        )
        return self._model.window - plain.num_special_tokens_to_add(is_pair=False) - prefix

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, however long it is."""
        plain, _ = self._tokenize()
        return len(plain.encode(encodable(text), add_special_tokens=False).ids)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found, shape (len(texts), dims), in the order given.

        Raises:
            ModelRejected: the model file cannot be run.
            ModelReplyInvalid: the model computed something that is not a number.
        """
        batches = await asyncio.to_thread(self.batches, texts)
        vectors = np.zeros((len(texts), self.dims), dtype=np.float32)
        for batch in batches:
            # One thread call a batch: whoever cancels waits for a batch and not for them all.
            vectors[list(batch.places)] = await asyncio.to_thread(self._embed, batch)
        return vectors

    async def query(self, text: str) -> Vectors:
        """Embed one text to find by, shape (dims,). Raises as `passages`."""
        known = self._queries.get(text)
        if known is None:
            known = await asyncio.to_thread(self._embed_query, text)
            known.flags.writeable = False
            self._queries[text] = known
            if len(self._queries) > _QUERIES_KEPT:
                self._queries.popitem(last=False)
        else:
            self._queries.move_to_end(text)
        return known

    def batches(self, texts: Sequence[str]) -> list[TokenBatch]:
        """Tokenise texts and put those of like length together, so that little is padding."""
        encodings = self._encode([self._model.passage_prefix + text for text in texts])
        order = sorted(range(len(texts)), key=lambda place: (len(encodings[place].ids), place))
        groups = _grouped(order, [len(encoding.ids) for encoding in encodings], self._batch_tokens)
        return [self._batch(group, [encodings[place] for place in group]) for group in groups]

    def session(self) -> onnxruntime.InferenceSession:
        """Return the loaded model; the first call reads the file.

        Raises:
            ModelRejected: onnxruntime cannot load it, or it wants inputs that texts do not have.
        """
        with self._lock:
            if self._session is None:
                self._session = _load(self._model, self._threads)
            return self._session

    def _tokenize(self) -> tuple[Tokenizer, Tokenizer]:
        """Return the tokenizer as it is for counting, and one that cuts at the window."""
        with self._lock:
            if self._tokenizers is None:
                plain = read_tokenizer(self._model.tokenizer)
                cutting = read_tokenizer(self._model.tokenizer)
                cutting.enable_truncation(self._model.window)
                self._tokenizers = (plain, cutting)
            return self._tokenizers

    def _encode(self, texts: Sequence[str]) -> list[Encoding]:
        _, cutting = self._tokenize()
        encodings: list[Encoding] = cutting.encode_batch_fast([encodable(text) for text in texts])
        self.cut += sum(1 for encoding in encodings if encoding.overflowing)
        return encodings

    def _batch(self, places: Sequence[int], encodings: Sequence[Encoding]) -> TokenBatch:
        # An empty text may have no token at all, and a graph cannot run on none.
        shape = (len(encodings), max([1, *(len(encoding.ids) for encoding in encodings)]))
        ids = np.zeros(shape, dtype=np.int64)
        mask = np.zeros(shape, dtype=np.int64)
        for row, encoding in enumerate(encodings):
            length = len(encoding.ids)
            ids[row, :length] = encoding.ids
            mask[row, :length] = 1
        full: Feed = {"input_ids": ids, "attention_mask": mask}
        wanted = {item.name for item in self.session().get_inputs()}
        if "token_type_ids" in wanted:
            full["token_type_ids"] = np.zeros(shape, dtype=np.int64)
        feed = {name: array for name, array in full.items() if name in wanted}
        return TokenBatch(tuple(places), feed, mask)

    def _embed_query(self, text: str) -> Vectors:
        encodings = self._encode([self._model.query_prefix + text])
        vector: Vectors = self._embed(self._batch((0,), encodings))[0].copy()
        return vector

    def _embed(self, batch: TokenBatch) -> Vectors:
        session = self.session()
        output = _output(session, self._model)
        states = session.run([output.name], batch.feed)[0]
        pooled = states if states.ndim == 2 else _pool(states, batch.mask, self._model.pooling)
        return _unit(pooled, self._model.name)


def _load(model: EmbeddingModel, threads: int) -> onnxruntime.InferenceSession:
    session = load(model.graph, threads)
    _output(session, model)
    return session


def load(graph: Path, threads: int) -> onnxruntime.InferenceSession:
    """Load a graph that reads the tokens of texts. Raises ModelRejected."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Batches differ in shape, and a plan of memory kept for each shape held 140 MB for nothing.
    options.enable_mem_pattern = False
    try:
        session = onnxruntime.InferenceSession(
            str(graph), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime's own errors share no base class
        raise ModelRejected(
            f"The model {graph} cannot be loaded: the file is damaged "
            f"or not an ONNX graph that onnxruntime knows ({type(error).__name__})."
        ) from error
    unknown = {item.name for item in session.get_inputs()} - _KNOWN_INPUTS
    if unknown:
        raise ModelRejected(
            f"The model {graph} is not a model of texts that Footnote can run: "
            f"it wants the input {min(unknown)}."
        )
    return session


def _output(session: onnxruntime.InferenceSession, model: EmbeddingModel) -> onnxruntime.NodeArg:
    """Return the vectors of tokens, or those of whole texts where the graph pools itself."""
    outputs = session.get_outputs()
    for rank in (3, 2):
        for output in outputs:
            if len(output.shape) == rank:
                return output
    raise ModelRejected(f"The model {model.graph} gives no vectors: it is not an embedding model.")


def _grouped(order: Sequence[int], lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Cut `order`, shortest first, into groups of at most `budget` tokens when padded."""
    group: list[int] = []
    for place in order:
        if group and (len(group) + 1) * lengths[place] > budget:
            yield group
            group = []
        group.append(place)
    if group:
        yield group


def _pool(states: Vectors, mask: NDArray[np.int64], pooling: str) -> Vectors:
    """Make one vector a text, shape (texts, dims), of one a token (texts, tokens, dims)."""
    if pooling == "cls":
        first: Vectors = states[:, 0]
        return first
    if pooling == "last":
        ends = np.maximum(mask.sum(axis=1) - 1, 0)
        last: Vectors = states[np.arange(len(states)), ends]
        return last
    weights = mask.astype(np.float32)
    summed = np.matmul(weights[:, None, :], states)[:, 0]
    mean: Vectors = summed / np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    return mean


def _unit(vectors: Vectors, name: str) -> Vectors:
    if not np.isfinite(vectors).all():
        raise ModelReplyInvalid(f"The embedding model {name} computed a vector with no number.")
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(norms, 1e-12)).astype(np.float32, copy=False)
    return scaled
