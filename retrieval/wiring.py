"""The one place that knows every adapter: it chooses them by the settings and puts them together.

An adapter is imported when it is built, so that a command loads what it uses and no more.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval import wiring_stores
from retrieval.clock import SystemClock
from retrieval.errors import LedgerError
from retrieval.footnote import Footnote
from retrieval.per_collection import SLUGS, said_of
from retrieval.ports import Embedder, Gate, Index, Reader, Store, Traces
from retrieval.wiring_models import (
    chat,
    chats,
    embedder,
    prices,
    quoting_writer,
    rerank_features,
    rerank_rows,
    rerank_weights,
    reranker,
    try_reranker,
)

if TYPE_CHECKING:
    from retrieval.answer.answerer import Answerer, Limits
    from retrieval.answer.pack import Budget
    from retrieval.configuration import Configuration
    from retrieval.ingest.chunk import Chunker
    from retrieval.ingest.ingest import Guard, Ingest
    from retrieval.ingest.keeping import Former
    from retrieval.ledger.ledger import Ledger
    from retrieval.readers.past import Past
    from retrieval.settings import Settings

__all__ = [
    "chat",
    "embedder",
    "prices",
    "quoting_writer",
    "rerank_features",
    "rerank_rows",
    "rerank_weights",
    "reranker",
    "try_reranker",
]


def settings(**overrides: Any) -> Settings:
    """Read the settings and set up the log. Raises SettingsError naming every problem."""
    from retrieval.settings import load

    loaded = load(**overrides)
    configure_log(loaded.log_level)
    return loaded


def configure_log(level: str) -> None:
    """Log to standard error: colours on a terminal, one JSON object a line elsewhere."""
    import logging

    import structlog

    renderer = (
        structlog.dev.ConsoleRenderer()
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )


def store(
    settings: Settings, embedder: Embedder, *, pinned: Mapping[str, str] | None = None
) -> Store:
    """Build the store; `pinned` generations are searched in place of those in use."""
    return wiring_stores.store(settings, embedder.identity, pinned=pinned)


def folder_reader(
    settings: Settings,
    path: Path,
    collection: str = "",
    *,
    facts: Mapping[str, Mapping[str, Any]] | None = None,
    past: Past | None = None,
) -> Reader:
    """Build the reader of a folder or file; `facts` says more about its pages by path.

    Its links and anchors are those that the settings name for the collection.
    `past` says of which folder it is an earlier state.
    """
    from retrieval.readers.folder import FolderReader

    return FolderReader(
        path,
        url_template=said_of(settings.url_template, collection),
        slugs=said_of(settings.slugs, collection) or SLUGS[0],
        excludes=[pattern.strip() for pattern in settings.excludes.split(",") if pattern.strip()],
        max_bytes=settings.max_file_bytes,
        facts=facts,
        past=past,
    )


def passage_reader(path: Path) -> Reader:
    """Build the reader of a file of passages."""
    from retrieval.readers.passages import PassageReader

    return PassageReader(path)


def index(settings: Settings) -> Index[Any]:
    """Build the write side of the store."""
    return wiring_stores.index(settings)


def ingest(  # noqa: PLR0913 - the last three say what may be put in use
    settings: Settings,
    embedder: Embedder,
    *,
    into: Index[Any] | None = None,
    guard: Guard | None = None,
    gate: Gate | None = None,
    former: Former | None = None,
) -> Ingest:
    """Build what brings an index up to date; `embedder` is that of the settings.

    `into` is filled in place of the index of the settings. `guard` has its say before anything is
    embedded, `gate` before another generation is put in use; of `former` ones it has the pages
    that cannot be read now.
    """
    from retrieval.ingest.chunk import Chunker
    from retrieval.ingest.ingest import Ingest
    from retrieval.ingest.workers import Workers

    maximum = min(Chunker.maximum, embedder.max_tokens)
    workers = Workers(partial(cutter, settings.embedding_model, maximum))
    chunker = Chunker(embedder.count, maximum=maximum)
    return Ingest(
        into or index(settings), chunker, embedder, workers, guard, gate=gate, former=former
    )


def cutter(embedding_model: str, maximum: int) -> Chunker:
    """Build what cuts documents as that of `ingest` does, with no model: for its processes."""
    from retrieval.ingest.chunk import Chunker
    from retrieval.models.tokenizer import counter

    return Chunker(counter(embedding_model).count, maximum=maximum)


@asynccontextmanager
async def open_ledger(
    settings: Settings, *, busy_seconds: float | None = None
) -> AsyncIterator[Ledger]:
    """Open the ledger, its migrations done, for as long as it is held.

    Only the default ledger's folder is made: one that DATABASE_URL names may be mistyped.
    """
    from retrieval.ledger.engine import BUSY_SECONDS
    from retrieval.ledger.ledger import Ledger
    from retrieval.wiring_ledger import limits, waiting_once

    most = BUSY_SECONDS if busy_seconds is None else busy_seconds
    async with AsyncExitStack() as stack:
        with waiting_once(settings.ledger_url, most) as seconds:
            opening = Ledger.open(
                settings.ledger_url,
                busy_seconds=seconds,
                make_folder=not settings.database_url,
                limits=limits(settings),
            )
            ledger = await stack.enter_async_context(opening)
        yield ledger


@asynccontextmanager
async def open_answerer(settings: Settings, *, again: bool = False) -> AsyncIterator[Footnote]:
    """Put the answer path together; files and connections are closed at the end.

    With `again` an answer that was liked is said again where that is the same question.
    Without a ledger that can be used it answers all the same, and its `warnings` say why no
    trace is kept.
    """
    from retrieval.ledger.absent import NoLedger
    from retrieval.ledger.engine import ANSWERING_SECONDS
    from retrieval.wiring_indexed import unsearchable

    async with AsyncExitStack() as stack:
        model = embedder(settings)
        index = store(settings, model)
        stack.push_async_callback(wiring_stores.close_connections)
        stack.push_async_callback(index.close)
        await wiring_stores.reach(settings)
        idle = partial(unsearchable, settings)
        try:
            opening = open_ledger(settings, busy_seconds=ANSWERING_SECONDS)
            ledger = await stack.enter_async_context(opening)
            built = await answerer(settings, model, index, ledger)
            built = built.repeating(ledger.earlier) if again else built
            footnote = Footnote(built, index, ledger, unsearchable=idle)
        except LedgerError as error:
            absent = NoLedger(str(error))
            built = await answerer(settings, model, index, absent)
            warning = f"The trace was not kept: {absent.reason}"
            footnote = Footnote(built, index, absent, warnings=(warning,), unsearchable=idle)
        stack.push_async_callback(footnote.answerer.close)
        yield footnote


async def answerer(
    settings: Settings,
    model: Embedder,
    index: Store,
    traces: Traces,
    configuration: Configuration | None = None,
) -> Answerer:
    """Build the answerer over a store and a ledger, and keep its configuration there.

    `configuration` is the one that the settings and files make now, unless it is given.
    """
    from retrieval.answer.answerer import Answerer, Team
    from retrieval.answer.generate import ModelWriter
    from retrieval.answer.rewrite import ModelRewriter
    from retrieval.configuration import describe
    from retrieval.text.synonyms import parse
    from retrieval.wiring_configuration import today

    made = configuration or today(settings)
    quoting = quoting_writer(settings, model, made.quoting)
    service = chats(settings) if made.service else None
    team = Team(
        store=index,
        embedder=model,
        reranker=reranker(settings, made),
        writer=ModelWriter(service[0], made.prompts["write"]) if service else quoting,
        fallback=quoting,
        traces=traces,
        clock=SystemClock(),
        rewriter=ModelRewriter(service[1], made.prompts["rewrite"]) if service else None,
    )
    name = await traces.configure(describe(made, team))
    read = {collection: parse(text, collection) for collection, text in made.synonyms.items()}
    costs = limits(settings, service=made.service)
    return Answerer(team, limits=costs, synonyms=read, configuration=name)


def limits(settings: Settings, *, service: bool) -> Limits:
    """Say what an answer may cost."""
    from retrieval.answer.answerer import Limits

    return Limits(
        budget(settings, service=service),
        settings.question_characters,
        settings.model_timeout,
        settings.rerank_seconds,
    )


def budget(settings: Settings, *, service: bool) -> Budget:
    """Say how much is packed; a scope goes in whole only where a model reads it."""
    from retrieval.answer.pack import Budget

    return Budget(
        sources=settings.sources,
        tokens=settings.source_tokens,
        whole=settings.whole_corpus_tokens if service else 0,
    )
