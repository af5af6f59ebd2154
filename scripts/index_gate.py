"""The gate by command: what is held back is measured, listed, accepted and thrown away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from retrieval.text.commands import swap_command
from scripts.terminal import complain, print_json, progress, visible

if TYPE_CHECKING:
    import argparse

    from retrieval.ports import Embedder, GateWatch, GenerationFacts, Ruling
    from retrieval.settings import Settings

OPERATOR = "operator"
"""Who decides on the terminal."""


async def allow(settings: Settings, collection: str, model: Embedder, roots: Sequence[str]) -> None:
    """Let an index be built that was thrown away before: whoever says build wants it again."""
    from pathlib import Path

    from retrieval import wiring
    from retrieval.errors import LedgerError
    from retrieval.learn.gate import digest

    ingest = wiring.ingest(settings, model)
    readers = [wiring.folder_reader(settings, Path(root), collection) for root in roots]
    try:
        async with wiring.open_ledger(settings) as ledger:
            for reader in readers:
                await ledger.rulings.forget(collection, digest(ingest.fingerprint(reader)))
    except LedgerError as error:
        complain(f"What was thrown away is not known: {error}")


async def passes(settings: Settings, facts: GenerationFacts) -> bool:
    """Say whether a generation may be swapped in; one that was in use before always may."""
    if facts.before or facts.in_use:
        return True
    ruling = await _measured(settings, facts)
    if ruling.state in _GOOD:
        complain(visible(ruling.said))
        return True
    _complain(ruling)
    name = facts.name
    complain(f"Generation {name} was not put in use; swap --unchecked {name} does it all the same.")
    return False


async def gate(settings: Settings, options: argparse.Namespace) -> int:
    """Measure a generation; put it in use if it passes and was not built to wait."""
    from retrieval import wiring_indexed, wiring_upkeep
    from retrieval.errors import InputError
    from retrieval.upkeep import generations

    store = wiring_upkeep.upkeep(settings)
    (collection,) = await wiring_indexed.indexed(settings, options.collection or "docs")
    known = await store.generations(collection)
    name = options.generation or generations.to_swap_in(known, collection).name
    facts = generations.named(known, collection, name)
    if facts.lacks and not facts.in_use:
        raise InputError(generations.unfinished(facts, known) or facts.lacks)
    ruling = await _measured(settings, facts, again=options.again)
    good = ruling.state in _GOOD
    live = good and not facts.held and not facts.before
    if live:
        await store.swap(facts.collection, facts.name, hold=False)
    if options.json:
        print_json({**as_json(ruling), "in_use": live})
    elif good:
        swap = swap_command(collection, facts.name)
        wait = "" if live else f" Put it in use with {swap}."
        print(visible(f"Generation {facts.name} passes. {ruling.said}{wait}"))
    else:
        _complain(ruling)
    return 0 if good else 1


async def held(settings: Settings, options: argparse.Namespace) -> int:
    """List what is held back."""
    from retrieval import wiring, wiring_upkeep
    from retrieval.learn.gate import tidy
    from retrieval.learn.rulings_told import told

    async with wiring.open_ledger(settings) as ledger:
        store = wiring_upkeep.upkeep(settings)
        for collection in await store.collections():
            await tidy(store, ledger, collection)
        found = await _held(ledger.rulings, options.collection or "")
    if options.json:
        print_json([as_json(one) for one in found])
        return 0
    for one in found:
        print(visible(told(one)))
        for line in lost(one):
            print(visible(f"  {line}"))
    if not found:
        print("Nothing is held back.")
    return 0


async def decide(settings: Settings, options: argparse.Namespace) -> int:
    """Accept what is held back, or throw it away."""
    from retrieval import wiring, wiring_gate
    from retrieval.learn.rulings_told import told

    async with wiring.open_ledger(settings) as ledger:
        ruling = _chosen(await _held(ledger.rulings, options.collection or ""), options.name)
        decisions = wiring_gate.decisions(settings, ledger)
        act = decisions.accept if options.command == "accept" else decisions.discard
        decided = await act(ruling, OPERATOR)
    if decided is None:
        complain("Somebody else decided about it meanwhile.")
        return 1
    if options.json:
        print_json(as_json(decided))
    else:
        print(visible(told(decided)))
    return 0


def as_json(ruling: Ruling) -> dict[str, Any]:
    """Put a ruling in the stable form that other programs read."""
    decided = ruling.decided.isoformat() if ruling.decided else None
    return {**asdict(ruling), "made": ruling.made.isoformat(), "decided": decided}


def lost(ruling: Ruling) -> Sequence[str]:
    """Word each case that got worse, with its question."""
    from retrieval.learn.ruling import line

    return [f"{line(one)}  {one.question}" for one in ruling.lost]


_GOOD = ("passed", "accepted")


def watch() -> GateWatch:
    """Return what shows how far each run over the cases is."""
    steps: dict[str, Any] = {}

    def show(what: str, done: int, total: int) -> None:
        steps.setdefault(what, progress(what))(done, total)

    return show


async def _measured(settings: Settings, facts: GenerationFacts, *, again: bool = False) -> Ruling:
    """Rule by a generation and the one in use; what has not changed is measured only `again`."""
    from bot.settings import policy_file
    from retrieval import wiring, wiring_gate

    gate = wiring_gate.gate(settings, policy_file())
    async with wiring.open_ledger(settings) as ledger:
        rule = gate.measure if again else gate.remembered
        return await rule(ledger, facts.collection, facts.name, watch())


async def _held(rulings: Any, collection: str) -> Sequence[Ruling]:
    """Return what is held back, of every kind, the newest first."""
    from retrieval.ports.gating import CONFIGURATION, GENERATION, HELD, WEIGHTS

    found: list[Ruling] = []
    for kind in (GENERATION, WEIGHTS, CONFIGURATION):
        found += await rulings.latest(kind, collection, states=(HELD,))
    return found


def _chosen(found: Sequence[Ruling], name: str) -> Ruling:
    """Return the one that is meant. Raises InputError."""
    from retrieval.errors import InputError

    chosen = [one for one in found if name in {one.name, one.generation}] if name else list(found)
    if len(chosen) == 1:
        return chosen[0]
    there = ", ".join(f"{one.generation} ({one.kind})" for one in found)
    if not found:
        raise InputError("Nothing is held back.")
    raise InputError(f"Name what is meant; held back: {there}.")


def _complain(ruling: Ruling) -> None:
    """Say why something is held back, and by which cases."""
    from retrieval.learn.rulings_told import told

    complain(visible(told(ruling)))
    for line in lost(ruling):
        complain(visible(f"  {line}"))


COMMANDS: Mapping[str, Callable[[Settings, argparse.Namespace], Awaitable[int]]] = {
    "gate": gate,
    "held": held,
    "accept": decide,
    "discard": decide,
}
