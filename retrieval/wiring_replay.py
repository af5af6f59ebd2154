"""Puts together what asks a question again: live, or from its record alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval import wiring
from retrieval.configuration import Configuration, lacking, named, numbers
from retrieval.errors import LedgerError
from retrieval.stages import STAGES
from retrieval.values import Trace
from retrieval.wiring_configuration import read, today, with_settings
from retrieval.wiring_learn import open_path

if TYPE_CHECKING:
    from retrieval.learn.frozen.lacking import Lacking
    from retrieval.learn.frozen.team import Known
    from retrieval.learn.replay import Replayed
    from retrieval.ledger.ledger import Ledger
    from retrieval.models.quoting import QuotingWriter
    from retrieval.ports import Reranker
    from retrieval.settings import Settings

_QUOTES = "quoting("
"""Begins the name of the writer that only quotes."""
_OURS = "lexical("
"""Begins the name of our own reranker."""


async def replay_live(
    settings: Settings, trace: Trace, ledger: Ledger, *, keep: bool = False
) -> Replayed:
    """Ask the question of a trace again, by the current path and index.

    With `keep` the new trace is kept in the ledger. The result names the settings that have changed
    since. Raises SettingsError, StoreError.
    """
    from retrieval.learn.changes import changes
    from retrieval.learn.replay import Caught, again, compared

    caught = Caught(ledger if keep else None)
    async with open_path(settings, traces=caught) as path:
        after = await again(trace, path.answerer, caught)
        now = path.content
    try:
        set_otherwise = changes(await ledger.configuration(trace.configuration), now)
    except LedgerError:
        return compared(trace, after, ("the ledger has no configuration of this trace",))
    return compared(trace, after, changed=set_otherwise)


async def replay_frozen(settings: Settings, trace: Trace, ledger: Ledger) -> Replayed:
    """Answer the question of a trace from its record alone: no service and no index is asked.

    Raises SettingsError if the recorded weights no longer fit.
    """
    from retrieval.learn.frozen.lacking import Lacking
    from retrieval.learn.replay import Setting, frozen
    from retrieval.text.synonyms import parse

    missing = Lacking()
    now = today(settings)
    content = await _content(ledger, trace, missing)
    made = read(content, now) if content else now
    then = with_settings(settings, made)
    setting = Setting(
        wiring.limits(then, service=made.service),
        {collection: parse(text, collection) for collection, text in made.synonyms.items()},
        trace.configuration,
    )
    known = _known(then, made, content, trace, missing)
    return await frozen(trace, known, setting, ledger, missing)


async def _content(ledger: Ledger, trace: Trace, missing: Lacking) -> Mapping[str, Any]:
    """Find the configuration of a trace; parts of it that are missing are named."""
    try:
        content = await ledger.configuration(trace.configuration)
    except LedgerError:
        missing.add("the configuration of then, so today's is used")
        return {}
    code = {"names": named(content), "stages": STAGES, "numbers": numbers()}
    for sentence in lacking(content, code):
        missing.add(sentence)
    return content


def _known(
    then: Settings,
    made: Configuration,
    content: Mapping[str, Any],
    trace: Trace,
    missing: Lacking,
) -> Known:
    """Build those parts that run for real, and name the others."""
    from retrieval.learn.frozen.team import Known

    names = named(content)
    judged = bool(content.get("prompts", {}).get("rerank") or content.get("rerank_prompt"))
    reranker = names.get("reranker", trace.ranked.reranker if trace.ranked else "")
    quoting = _quoting(then, made, trace, missing)
    return Known(quoting, _ours(then, made, reranker), judged, names)


def _ours(then: Settings, made: Configuration, name: str) -> Reranker | None:
    """Build our own reranker as it was; None if another one reranked, or its weights are lost."""
    if not name.startswith(_OURS):
        return None
    built = wiring.reranker(then.model_copy(update={"rerank_url": "", "rerank_model": ""}), made)
    return built if built.name == name else None


def _quoting(then: Settings, made: Configuration, trace: Trace, missing: Lacking) -> QuotingWriter:
    """Build the quoting writer with the record of what it compared.

    If the trace is too old to have that record, it compares again, unless that takes a service.
    """
    draft = trace.draft
    compared, embedder = draft.closeness if draft else (), None
    quoted = draft is not None and draft.writer.startswith(_QUOTES)
    if quoted and compared is None:
        local = not then.embedding_model or Path(then.embedding_model).exists()
        embedder = wiring.embedder(then) if local else None
        if embedder is None:
            missing.add("what the quoting writer compared, and its embedder is a service")
    if embedder is None:
        compared = compared or ()
    built = wiring.quoting_writer(then, embedder, made.quoting, compared)
    if quoted and draft and built.name != draft.writer:
        missing.add(f"the numbers of {draft.writer}; those of {built.name} are used")
    return built
