"""Puts together what is measured and learnt from; beside `wiring`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from retrieval import wiring, wiring_stores
from retrieval.ports import Store, Traces

if TYPE_CHECKING:
    from retrieval.learn.path import AnswerPath
    from retrieval.settings import Settings


@asynccontextmanager
async def open_path(
    settings: Settings, *, store: Store | None = None, traces: Traces | None = None
) -> AsyncIterator[AnswerPath]:
    """Put an answer path together for measuring; connections are let go of at the end.

    Args:
        settings: What the path is like.
        store: What is searched, which stays open; by default the index of the settings.
        traces: Who keeps the traces; by default nobody.

    Raises:
        SettingsError: A model or a file that the settings name is not there.
    """
    from retrieval.learn.evaluate import NoTraces
    from retrieval.learn.path import AnswerPath

    async with AsyncExitStack() as stack:
        model = wiring.embedder(settings)
        searched = store
        if searched is None:
            searched = wiring.store(settings, model)
            stack.push_async_callback(wiring_stores.let_go)
            stack.push_async_callback(searched.close)
            await wiring_stores.reach(settings)
        answerer = await wiring.answerer(settings, model, searched, traces or NoTraces())
        stack.push_async_callback(answerer.close)
        yield AnswerPath(answerer, searched, wiring.budget(settings))
