"""The models' part of `wiring`: which of them are used, by the settings.

As in `wiring`, an adapter is imported when it is built.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.errors import SettingsError
from retrieval.ports import Chat, Embedder, Reranker, close
from retrieval.values import (
    Candidates,
    Chunk,
    DocumentFacts,
    Price,
    Queries,
    Question,
    RankedHit,
    Scope,
)

if TYPE_CHECKING:
    from retrieval.answer.answerer import Retrieved
    from retrieval.configuration import Configuration
    from retrieval.models.quoting import QuotingWriter
    from retrieval.settings import Settings


def embedder(settings: Settings) -> Embedder:
    """Build the embedder: the built-in one, an ONNX model by its path, or a service's by name."""
    name = settings.embedding_model
    if name and not Path(name).exists():
        if name.startswith(("/", ".", "~")):
            raise SettingsError(f"FOOTNOTE_EMBEDDING_MODEL names {name}, which is not there.")
        from retrieval.models.embedding import EmbeddingUse, OpenAIEmbedder

        use = EmbeddingUse(
            dims=settings.embedding_dims or None,
            query_prefix=settings.query_prefix,
            passage_prefix=settings.passage_prefix,
        )
        base_url = settings.openai_base_url or None
        price = prices(settings).get(name)
        return OpenAIEmbedder(name, api_key=_key(settings), base_url=base_url, use=use, price=price)
    from retrieval.models.onnx import OnnxEmbedder

    if name:
        return OnnxEmbedder.from_folder(Path(name), threads=settings.threads)
    return OnnxEmbedder(threads=settings.threads)


def prices(settings: Settings) -> Mapping[str, Price]:
    """Read the price table, empty where none is set. Raises SettingsError."""
    from retrieval.prices import load

    return load(settings.prices)


def _key(settings: Settings) -> str:
    """Return the service's key; many services at home take any."""
    return settings.openai_api_key.get_secret_value() if settings.openai_api_key else "none"


def chat(settings: Settings, model: str) -> Chat:
    """Build a chat model of the configured service."""
    from retrieval.models.chat import OpenAIChat
    from retrieval.models.patience import Patience
    from retrieval.models.tokens import Tokens

    return OpenAIChat(
        model,
        api_key=_key(settings),
        base_url=settings.openai_base_url or None,
        context_tokens=settings.context_tokens,
        patience=Patience.within(settings.model_timeout),
        tokens=Tokens(model, cache=settings.token_tables),
        price=prices(settings).get(model),
    )


def chats(settings: Settings) -> tuple[Chat, Chat] | None:
    """Build the models that write and rewrite, one where they are the same; None without any."""
    if not settings.has_service:
        return None
    writing = chat(settings, settings.writer_model)
    if settings.rewriter_model == settings.writer_model:
        return writing, writing
    return writing, chat(settings, settings.rewriter_model)


def reranker(settings: Settings, configuration: Configuration | None = None) -> Reranker:
    """Build the reranker: that of the settings, else ours with each collection's weights.

    `configuration` has the weights and the prompt, if they are not the current ones. Raises
    SettingsError for a model that is not there, and for weights that no longer fit.
    """
    from retrieval.wiring_configuration import today

    made = configuration or today(settings)
    if settings.rerank_url:
        from retrieval.models.rerank import ServiceReranker

        key = settings.rerank_key.get_secret_value() if settings.rerank_key else ""
        return ServiceReranker(
            settings.rerank_url,
            settings.rerank_model,
            api_key=key,
            seconds=settings.rerank_seconds,
            price=prices(settings).get(settings.rerank_model),
        )
    if settings.rerank_model:
        return _reading_reranker(settings, settings.rerank_model, made.prompts["rerank"])
    return _lexical(made.weights)


def _lexical(weights: Mapping[str, Any]) -> Reranker:
    """Build our own reranker with these weights."""
    from retrieval.configuration import SHIPPED
    from retrieval.models.lexical import LexicalReranker, parse_weights

    read = {}
    for collection, found in weights.items():
        try:
            read[collection] = parse_weights(found)
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise SettingsError(
                f"The reranker's weights of {collection or 'all collections'} fit it no more:"
                f" {error}."
            ) from error
    shipped = read.pop(SHIPPED)
    return LexicalReranker(read, shipped)


async def try_reranker(settings: Settings) -> tuple[str, float]:
    """Let the reranker score two passages; return its name and how many seconds that took.

    Raises SettingsError, ModelError.
    """
    model = reranker(settings)
    question = "How are bills paid?"
    texts = ("Bills are paid on Mondays.", "Elephants live in herds.")
    hits = [
        RankedHit(Chunk(t, t, 0, 0, len(t), t), DocumentFacts(t, "", t, t), 1, 0.0, 0.0, {})
        for t in texts
    ]
    queries = Queries(Question(question, Scope(())), question, (), "none")
    started = time.perf_counter()
    try:
        await model.rerank(queries, Candidates(()), hits)
    finally:
        await close(model)
    return model.name, time.perf_counter() - started


def _reading_reranker(settings: Settings, model: str, prompt: str) -> Reranker:
    """Build a reranker that is no rerank service: a cross-encoder's folder, or a chat model."""
    if Path(model).exists() or model.startswith(("/", ".", "~")):
        from retrieval.models.cross_encoder import CrossEncoder

        return CrossEncoder.from_folder(Path(model), threads=settings.threads)
    if not settings.has_service:
        raise SettingsError(
            "FOOTNOTE_RERANK_MODEL names a model of a service: set FOOTNOTE_RERANK_URL, or "
            "OPENAI_BASE_URL for a chat model that reranks."
        )
    from retrieval.answer.model_reranker import ModelReranker

    return ModelReranker(chat(settings, model), prompt)


def rerank_features() -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Name what the reranker looks at, with the weights that learning starts from."""
    from retrieval.models.features import NAMES, PRIOR

    return NAMES, PRIOR


def rerank_rows(hops: Retrieved) -> tuple[Sequence[str], Sequence[Sequence[float]]]:
    """Return the paths of the pages that a reranker sees of a question, and their features."""
    from retrieval.answer.rank import fuse, shortlist
    from retrieval.models.features import features

    left_out = {left.chunk_id for left in hops.ranked.left_out}
    hits = shortlist([h for h in fuse(hops.candidates) if h.chunk.id not in left_out])
    found = features(hops.queries, hops.candidates, hits)
    paths = {hit.document.id: hit.document.path for hit in hits}
    return [paths[page] for page in found.pages], found.rows


def rerank_weights(settings: Settings, collection: str) -> tuple[float, ...] | None:
    """Return the weights that a collection has, None where it has none."""
    from retrieval.models.lexical import read_weights

    path = settings.weights_folder / f"{collection}.rerank.json"
    return read_weights(path).values if path.is_file() else None


def quoting_writer(
    settings: Settings,
    embedder: Embedder | None,
    numbers: Mapping[str, Any] | None = None,
    compared: Sequence[Sequence[float]] | None = None,
) -> QuotingWriter:
    """Build the writer that only quotes, each collection with its own numbers if it has any.

    `numbers` go by collection, if they are not the current ones; `compared` is the record of what
    was compared for one question, which is then not compared again. Raises SettingsError.
    """
    from retrieval.configuration import SHIPPED
    from retrieval.models.logistic import parse
    from retrieval.models.quoting import QuotingWriter

    if numbers is None:
        return QuotingWriter.load(settings.weights_folder, embedder)
    try:
        own = {collection: parse(found) for collection, found in numbers.items()}
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise SettingsError(f"The quoting writer's numbers fit it no more: {error!r}.") from error
    return QuotingWriter(embedder, own.pop(SHIPPED), own=own, compared=compared)
