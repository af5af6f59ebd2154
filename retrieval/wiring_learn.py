"""Puts answer paths together for measuring and learning; beside `wiring`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from retrieval import wiring, wiring_stores
from retrieval.configuration import lacking
from retrieval.ports import Store, Traces
from retrieval.values import Trace

if TYPE_CHECKING:
    from retrieval.learn.path import AnswerPath
    from retrieval.settings import Settings


@asynccontextmanager
async def open_path(
    settings: Settings,
    *,
    configuration: Mapping[str, Any] | None = None,
    store: Store | None = None,
    traces: Traces | None = None,
) -> AsyncIterator[AnswerPath]:
    """Put an answer path together for measuring; connections are closed at the end.

    Args:
        settings: What the path is like, where no configuration says otherwise; and where
            services, indexes and files are.
        configuration: What the path is like, as `describe` told it and the ledger kept it.
        store: What is searched, which stays open; by default the index of the settings.
        traces: Who keeps the traces and the configuration; by default nobody.

    Raises:
        SettingsError: A model or a file that is needed is not there.
    """
    from retrieval.learn.evaluate import NoTraces
    from retrieval.learn.path import AnswerPath
    from retrieval.wiring_configuration import restore, today

    restored, made = settings, today(settings)
    if configuration is not None:
        restored, made = restore(settings, configuration)
    keeper = _Named(traces or NoTraces())
    async with AsyncExitStack() as stack:
        model = wiring.embedder(restored)
        searched = store
        if searched is None:
            searched = wiring.store(restored, model)
            stack.push_async_callback(wiring_stores.close_connections)
            stack.push_async_callback(searched.close)
            await wiring_stores.reach(restored)
        answerer = await wiring.answerer(restored, model, searched, keeper, made)
        stack.push_async_callback(answerer.close)
        lost = lacking(configuration, keeper.content) if configuration is not None else ()
        budget = wiring.budget(restored, service=made.service)
        yield AnswerPath(answerer, searched, budget, keeper.name, keeper.content, lost)


@dataclass(slots=True)
class _Named:
    """Passes traces on to be kept, and remembers the configuration."""

    kept: Traces
    content: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""

    async def record(self, trace: Trace) -> None:
        """Hand a trace on."""
        await self.kept.record(trace)

    async def find(self, trace_id: str) -> Trace:
        """Ask for a trace."""
        return await self.kept.find(trace_id)

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Remember the configuration and its id."""
        self.content = configuration
        self.name = await self.kept.configure(configuration)
        return self.name
