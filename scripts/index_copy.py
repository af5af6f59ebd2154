"""Copying a collection to another store by command: what was copied, and what it lacks there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retrieval.text.counted import number_of
from scripts.terminal import complain, print_json, progress, visible

if TYPE_CHECKING:
    import argparse

    from retrieval.settings import Settings
    from retrieval.upkeep.copying import Copy


async def copy(settings: Settings, options: argparse.Namespace) -> int:
    """Copy, check that nothing differs, and put the copy in use; 1 where it cannot be."""
    from retrieval import wiring_upkeep
    from retrieval.errors import InputError
    from retrieval.footnote import among
    from retrieval.upkeep import generations
    from retrieval.upkeep.copying import Copier

    if options.source == options.target:
        raise InputError("A collection is copied from one store to another one.")
    source = wiring_upkeep.upkeep(settings, options.source)
    target = wiring_upkeep.upkeep(settings, options.target)
    (collection,) = among(await source.collections(), options.collection or "docs")
    facts = generations.named(await source.generations(collection), collection)
    index = wiring_upkeep.building(settings, options.target)
    copied = await Copier(source, target, index, progress("copying")).copy(facts)
    known = await target.generations(collection)
    made = generations.named(known, collection, copied.generation)
    swapped = not (copied.differences or made.lacks or options.hold)
    if swapped:
        await target.swap(collection, made.name)
    waits = "" if swapped else generations.unfinished(made, known)
    for said in (*copied.differences, waits if made.lacks else ""):
        if said:
            complain(visible(said))
    _tell(options, copied, waits, swapped=swapped)
    return 0 if swapped or (options.hold and not copied.differences) else 1


def _tell(options: argparse.Namespace, copied: Copy, waits: str, *, swapped: bool) -> None:
    """Print what came of it."""
    if options.json:
        said = {"put": copied.put, "stood": copied.stood, "differences": copied.differences}
        print_json({"generation": copied.generation, "in_use": swapped, **said, "waits": waits})
        return
    state = "is in use" if swapped else "waits"
    print(
        f"{number_of(copied.put, 'page')} copied, {copied.stood} stood there already; "
        f"generation {copied.generation} {state}."
    )
