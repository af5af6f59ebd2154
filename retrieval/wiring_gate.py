"""Puts together the gate, which keeps changes for the worse from going live; beside `wiring`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval import wiring, wiring_stores, wiring_upkeep, wiring_weights
from retrieval.clock import SystemClock
from retrieval.errors import FootnoteError, SettingsError
from retrieval.policy import load
from retrieval.ports import Channel, EvalCase, GateWatch, GenerationFacts, Ruling
from retrieval.ports.gating import ACCEPTED, CONFIGURATION, PASSED, WEIGHTS

if TYPE_CHECKING:
    from retrieval.learn.configured import Score
    from retrieval.learn.deciding import Decisions
    from retrieval.learn.gate import CaseGate, GateLedger
    from retrieval.learn.scoring import CaseScore
    from retrieval.ledger.ledger import Ledger
    from retrieval.settings import Settings


def gate(settings: Settings, policy_file: Path | None = None) -> CaseGate:
    """Build the gate; the policy says in which channel its maintainers are.

    Neither the ledger nor a model is opened before something is to be judged.
    """
    from retrieval.learn.gate import CaseGate

    store = wiring_upkeep.upkeep(settings)
    measure = Measuring(settings)
    where = channel(policy_file)
    return CaseGate(store, lambda: wiring.open_ledger(settings), measure, SystemClock(), where)


def decisions(settings: Settings, ledger: GateLedger) -> Decisions:
    """Build what carries out people's decisions about what is held back."""
    from retrieval.learn.deciding import Decisions, Kept

    async def take(ruling: Ruling) -> None:
        wiring_weights.take(settings, ruling.collection, ruling.name)

    async def remove(ruling: Ruling) -> None:
        wiring_weights.drop(settings, ruling.collection, ruling.name)

    store = wiring_upkeep.upkeep(settings)
    return Decisions(store, ledger.rulings, ledger.alarms, Kept(take, remove))


async def weigh(  # noqa: PLR0913 - whose weights they are, and who is told
    settings: Settings,
    collection: str,
    values: Sequence[float],
    learnt_on: str,
    *,
    watch: GateWatch | None = None,
    policy_file: Path | None = None,
) -> Ruling:
    """Keep weights beside those in use, and let them take their place if no case gets worse.

    Raises LedgerError, with the weights kept beside.
    """
    from retrieval.learn.configured import keep, rule

    name = wiring_weights.keep(settings, collection, values, learnt_on)
    new = wiring_weights.with_weights(settings, collection, values, learnt_on)
    clock = SystemClock()
    async with wiring.open_ledger(settings) as ledger:
        asked = Ruling(WEIGHTS, collection, name, PASSED, clock.now())
        before = _scorer(settings, None, watch, "weights in use")
        ruling = await rule(ledger, asked, before, _scorer(settings, new, watch, "new weights"))
        await keep(ledger, ruling, channel(policy_file))
        if ruling.state == PASSED:
            await _taken(settings, ledger, ruling)
    return ruling


async def _taken(settings: Settings, ledger: Ledger, ruling: Ruling) -> None:
    """Put weights that passed in use; the configuration with them has passed as well."""
    before = await running(settings)
    known = await ledger.rulings.find(CONFIGURATION, "", before)
    wiring_weights.take(settings, ruling.collection, ruling.name)
    if known is None or known.state in {PASSED, ACCEPTED}:
        after = await running(settings)
        said = f"The new weights of '{ruling.collection}' passed. {ruling.said}"
        made = replace(ruling, kind=CONFIGURATION, collection="", name=after, against=before)
        await ledger.rulings.keep(replace(made, said=said))


async def running(settings: Settings) -> str:
    """Return the id of the current configuration, made of settings and files."""
    from retrieval.wiring_learn import open_path

    async with open_path(settings) as path:
        return path.configuration


def _scorer(
    settings: Settings, content: Mapping[str, Any] | None, watch: GateWatch | None, what: str
) -> Score:
    """Return what scores cases by a configuration, by default the current one."""
    from retrieval.learn.scoring import score
    from retrieval.wiring_learn import open_path

    def progress(done: int, total: int) -> None:
        if watch:
            watch(f"measuring {what}", done, total)

    async def scored(cases: Sequence[EvalCase]) -> Sequence[CaseScore]:
        async with open_path(settings, configuration=content) as path:
            return await score(cases, path, progress=progress)

    return scored


def channel(policy_file: Path | None, event: str = "no_channel_for_the_gate") -> Channel:
    """Return where maintainers are told: nowhere, and `event` in the log, by a wrong policy."""
    import structlog

    try:
        policy = load(policy_file) if policy_file else None
    except SettingsError as error:
        structlog.get_logger().warning(event, reason=str(error))
        policy = None
    if policy is None:
        return Channel()
    to = policy.maintainers_channel
    return Channel(to, policy.team, partial(policy.names, to))


class Measuring:
    """Scores cases on one generation by the settings; implements `Measure` of the gate."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings."""
        self._settings = settings

    async def __call__(
        self, facts: GenerationFacts, cases: Sequence[EvalCase], watch: GateWatch | None
    ) -> tuple[Sequence[CaseScore], str]:
        """Return the scores, and what was not as it would be. Raises FootnoteError."""
        from retrieval.learn.scoring import score
        from retrieval.wiring_learn import open_path

        there = with_embedder(self._settings, facts.embedder)
        note = "" if there else _by_words(facts)
        settings = there or self._settings
        pinned = {facts.collection: facts.name}
        identity = wiring.embedder(settings).identity
        store = wiring_stores.store(settings, identity, pinned=pinned)

        def progress(done: int, total: int) -> None:
            if watch:
                watch(f"measuring {facts.name}", done, total)

        try:
            async with open_path(settings, store=store) as path:
                return await score(cases, path, progress=progress), note
        finally:
            await wiring_stores.close_store(settings, store)


def with_embedder(settings: Settings, identity: str) -> Settings | None:
    """Return the settings with the embedder that has an identity; None where it is not to be had.

    It is that of the settings, the built-in one, or another model of the same service.
    """
    model, _, dims = identity.rpartition("/")[2].partition(" ")
    size = dims.split(" ")[0]
    other = {"embedding_model": model, "embedding_dims": int(size) if size.isdecimal() else 0}
    for change in ({}, {"embedding_model": ""}, other):
        candidate = settings.model_copy(update=change)
        try:
            if wiring.embedder(candidate).identity == identity:
                return candidate
        except (FootnoteError, OSError, ValueError):
            continue
    return None


def _by_words(facts: GenerationFacts) -> str:
    return (
        f"Generation {facts.name} was measured by words alone: its embedding model"
        f" ({facts.embedder}) is not to be had by these settings."
    )
