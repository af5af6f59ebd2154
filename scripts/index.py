"""Look after the index: its state, new generations of it, going back, checking, copying."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.text.commands import swap_command
from retrieval.text.counted import number_of
from scripts.terminal import complain, print_json, run, visible

if TYPE_CHECKING:
    from retrieval.ports import Embedder, GenerationFacts, UpkeepStore
    from retrieval.settings import Settings
    from retrieval.upkeep.checking import Findings

KEPT = 3
"""Generations that `prune` keeps unless it is told otherwise."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.index",
        description="Look after the index of a collection. It has generations: one is in use, the "
        "one before it is kept to go back to, and a new one can be built beside them.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--collection", help="default: docs; of status: all")
    common.add_argument("--json", action="store_true", help="print what is found as JSON")

    def add(name: str, said: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=said, description=said, parents=[common])

    status = add("status", "Say how the index stands. Exit code 1 where an alarm does.")
    status.add_argument(
        "--quick", action="store_true", help="look at neither the documents nor the model"
    )
    build = add("build", "Build a new generation beside the one in use; it waits for swap.")
    build.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="default: what is indexed"
    )
    build.add_argument("--anew", action="store_true", help="embed every text again")
    verify = add("verify", "Check a generation. Exit code 1 when something is wrong with it.")
    verify.add_argument("--generation", default="", help="default: the one in use")
    swap = add("swap", "Put a generation in use, after checking it.")
    swap.add_argument("generation", nargs="?", default="", help="default: the newest that waits")
    swap.add_argument(
        "--unchecked", action="store_true", help="without checking it and without the gate"
    )
    gate = add("gate", "Measure a generation that waits by the cases; it goes live if it passes.")
    gate.add_argument("generation", nargs="?", default="", help="default: the newest that waits")
    gate.add_argument("--again", action="store_true", help="also if nothing changed since a ruling")
    add("held", "List what the gate holds back, with the cases that got worse.")
    accept = add("accept", "Let what is held back go live all the same.")
    discard = add("discard", "Throw away what is held back.")
    for decision in (accept, discard):
        decision.add_argument("name", nargs="?", default="", help="default: the only one")
    add("rollback", "Go back to the generation that was in use before.")
    prune = add("prune", "Remove generations: the one in use, then the one before, stay longest.")
    prune.add_argument("--keep", type=int, default=KEPT, metavar="N", help=f"default: {KEPT}")
    copy = add("copy", "Copy a collection to another store with its vectors.")
    copy.add_argument("--from", dest="source", required=True, metavar="STORE", help=_STORES)
    copy.add_argument("--to", dest="target", required=True, metavar="STORE", help=_STORES)
    copy.add_argument("--hold", action="store_true", help="leave the copy waiting for swap")
    return parser


_STORES = "sqlite, sqlite:FOLDER or elasticsearch"


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring

    return await _COMMANDS[options.command](wiring.settings(), options)


async def _status(settings: Settings, options: argparse.Namespace) -> int:
    from scripts import index_state

    return await index_state.status(settings, options)


async def _build(settings: Settings, options: argparse.Namespace) -> int:
    """Fill a generation that waits, from the paths or from all that is indexed."""
    from bot.settings import policy_file
    from retrieval import wiring, wiring_upkeep
    from retrieval.errors import IndexMissing
    from retrieval.upkeep import canaries, generations
    from scripts import index_gate
    from scripts.ingest import Watch, as_json, problems

    collection = options.collection or "docs"
    roots = [str(path.expanduser()) for path in options.paths]
    store = wiring_upkeep.upkeep(settings)
    known = await store.generations(collection)
    if not roots:
        used = generations.in_use(known)
        if used is None:
            raise IndexMissing(f"'{collection}' has no index yet: name the PATHs to build it of.")
        roots = list(used.roots)
    model = wiring.embedder(settings)
    besides = await canaries.outdated(store, known, model) if options.anew else ()
    into = wiring_upkeep.building(settings, anew=options.anew, besides=besides)
    ingest = wiring_upkeep.guarded(settings, model, into)
    reports = []
    async with wiring_upkeep.open_keeping(settings, ingest, policy_file()) as keeping:
        await index_gate.allow(settings, collection, model, roots)
        for root in roots:
            reader = wiring.folder_reader(settings, Path(root), collection)
            report = await keeping.refresher.run(reader, collection, "build", Watch())
            for line in problems(report):
                complain(visible(line))
            reports.append(report)
        if keeping.unkept:
            complain(keeping.unkept)
    if options.json:
        print_json([as_json(report) for report in reports])
    else:
        made = reports[-1].generation
        print(
            f"Generation {made} of '{collection}' waits: "
            f"{number_of(sum(report.seen for report in reports), 'document')}. Put it in use with "
            f"{swap_command(collection, made)}."
        )
    return 0 if all(report.succeeded for report in reports) else 1


async def _verify(settings: Settings, options: argparse.Namespace) -> int:
    """Check a generation and say what is wrong with it."""
    from retrieval import wiring, wiring_upkeep
    from retrieval.upkeep import generations
    from scripts import index_state

    store = wiring_upkeep.upkeep(settings)
    collection, known = await _known(settings, store, options)
    facts = generations.named(known, collection, options.generation)
    findings = await _check(settings, store, facts, wiring.embedder(settings))
    if options.json:
        print_json(index_state.findings_json(findings))
    else:
        for line in index_state.findings_lines(findings, known):
            print(visible(line))
    return 0 if findings.good else 1


async def _known(
    settings: Settings, store: UpkeepStore, options: argparse.Namespace
) -> tuple[str, Sequence[GenerationFacts]]:
    """Return the collection that is meant and its generations. Raises as `indexed` does."""
    from retrieval import wiring_indexed

    (collection,) = await wiring_indexed.indexed(settings, options.collection or "docs")
    return collection, await store.generations(collection)


async def _check(
    settings: Settings, store: UpkeepStore, facts: GenerationFacts, embedder: Embedder | None
) -> Findings:
    """Check a generation against the documents and the model of today."""
    from retrieval import wiring_upkeep
    from retrieval.upkeep.checking import verify

    return await verify(store, facts, wiring_upkeep.reader_of(settings, facts.collection), embedder)


async def _swap(settings: Settings, options: argparse.Namespace) -> int:
    """Check the generation that waits, and put it in use."""
    from retrieval import wiring, wiring_upkeep
    from retrieval.errors import InputError
    from retrieval.upkeep import generations
    from scripts import index_gate

    store = wiring_upkeep.upkeep(settings)
    collection, known = await _known(settings, store, options)
    wanted = (
        generations.named(known, collection, options.generation)
        if options.generation
        else generations.to_swap_in(known, collection)
    )
    if wanted.lacks and not wanted.in_use and (said := generations.unfinished(wanted, known)):
        raise InputError(said)
    if not options.unchecked:
        findings = await _check(settings, store, wanted, wiring.embedder(settings))
        if findings.faults:
            for fault in findings.faults:
                complain(visible(fault))
            complain(f"Generation {wanted.name} was not put in use.")
            return 1
        _tell_waiting(findings)
        if not await index_gate.passes(settings, wanted):
            return 1
    await store.swap(collection, wanted.name)
    return _told(options, wanted, generations.in_use(known))


def _tell_waiting(findings: Findings) -> None:
    """Say how many pages have changed since a generation was built."""
    paths = [path for one in findings.waiting for path in (*one.new, *one.changed, *one.gone)]
    if paths:
        complain(
            visible(
                f"{number_of(len(paths), 'page has', 'pages have')} changed since it was built, "
                f"for instance {paths[0]}: run python -m scripts.ingest on their folder."
            )
        )


async def _rollback(settings: Settings, options: argparse.Namespace) -> int:
    """Go back to the generation that was in use before."""
    from retrieval import wiring_upkeep
    from retrieval.upkeep import generations

    store = wiring_upkeep.upkeep(settings)
    collection, known = await _known(settings, store, options)
    wanted = generations.to_go_back_to(known, collection)
    await store.swap(collection, wanted.name)
    return _told(options, wanted, generations.in_use(known))


def _told(options: argparse.Namespace, now: GenerationFacts, before: GenerationFacts | None) -> int:
    """Say which generation is in use now."""
    former = before.name if before and before.name != now.name else ""
    if options.json:
        print_json({"collection": now.collection, "in_use": now.name, "before": former})
    else:
        kept = f"; {former} is kept and waits" if former else ""
        print(f"'{now.collection}' is searched in generation {now.name}{kept}.")
    return 0


async def _prune(settings: Settings, options: argparse.Namespace) -> int:
    """Remove what is not to be kept."""
    from retrieval import wiring_upkeep
    from retrieval.upkeep import generations

    store = wiring_upkeep.upkeep(settings)
    collection, known = await _known(settings, store, options)
    gone = generations.to_prune(known, options.keep)
    for one in gone:
        await store.drop(collection, one.name)
    if options.json:
        print_json({"collection": collection, "removed": [one.name for one in gone]})
    else:
        names = ", ".join(one.name for one in gone)
        print(f"Removed of '{collection}': {names}." if gone else "There is nothing to remove.")
    return 0


async def _copy(settings: Settings, options: argparse.Namespace) -> int:
    """Hand on what is about copying."""
    from scripts import index_copy

    return await index_copy.copy(settings, options)


async def _of_the_gate(settings: Settings, options: argparse.Namespace) -> int:
    """Hand on what is about the gate."""
    from scripts import index_gate

    return await index_gate.COMMANDS[options.command](settings, options)


_COMMANDS: dict[str, Callable[[Any, argparse.Namespace], Awaitable[int]]] = {
    "status": _status,
    "build": _build,
    "verify": _verify,
    "swap": _swap,
    "rollback": _rollback,
    "prune": _prune,
    "copy": _copy,
    **dict.fromkeys(("gate", "held", "accept", "discard"), _of_the_gate),
}


if __name__ == "__main__":
    run(main)
