"""Reads in which states answers were given, and asks a case again in one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from retrieval import wiring, wiring_stores, wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import FootnoteError, IndexMissing
from retrieval.ports import Embedder, EvalCase, GenerationFacts, Run
from retrieval.text.counted import number_of
from retrieval.wiring_configuration import restore
from retrieval.wiring_learn import open_path

if TYPE_CHECKING:
    from retrieval.learn.bisecting import Verdict
    from retrieval.learn.difference import Change
    from retrieval.learn.states import Begun, State
    from retrieval.ledger.ledger import Ledger
    from retrieval.settings import Settings
    from retrieval.wiring_rebuild import Workshop

MOST_RUNS = 100_000
SHOWN_PAGES = 5


@dataclass(frozen=True, slots=True)
class History:
    """In which states a case could have been answered, and what is known of them.

    `contents` are the configurations by their ids; `runs` those of indexing, the newest first, and
    `there` the generations that are still in the index, by collection.
    """

    states: Sequence[State]
    contents: Mapping[str, Mapping[str, Any]]
    runs: Mapping[str, Sequence[Run]] = field(default_factory=dict)
    there: Mapping[str, Sequence[GenerationFacts]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asking:
    """How a case is asked: what it is judged by, and generations in place of ones that are gone.

    `stand_ins` go by collection and generation. Without a `workshop` none is made again.
    """

    by: str = "all"
    stand_ins: Mapping[tuple[str, str], str] = field(default_factory=dict)
    workshop: Workshop | None = None


async def history(settings: Settings, ledger: Ledger, case: EvalCase) -> History:
    """Read the states that answers to a case could have been given in. Raises LedgerError."""
    from retrieval.learn.scoring import task_of
    from retrieval.learn.states import State, timeline

    collections = task_of(case).scope.collections
    upkeep = wiring_upkeep.upkeep(settings)
    runs = {name: await ledger.runs.latest(name, most=MOST_RUNS) for name in collections}
    there = {name: await upkeep.generations(name) for name in collections}
    used = {
        name: next((one.name for one in facts if one.in_use), "") for name, facts in there.items()
    }
    async with open_path(settings) as path:
        contents = {path.configuration: path.content}
        now = State(SystemClock().now(), path.configuration, used)
    every = await ledger.configurations.list()
    asked = [one for one in every if one.questions or one.nights]
    contents |= {one.id: one.content for one in asked}
    begun = [one for name in collections for one in _begun(name, runs[name], there[name])]
    return History(timeline(asked, begun, now), contents, runs, there)


def _begun(collection: str, runs: Sequence[Run], there: Sequence[GenerationFacts]) -> list[Begun]:
    """Say when each generation of a collection was begun, as far as ledger and index know."""
    from retrieval.learn.states import Begun

    since: dict[str, datetime] = {one.name: one.made for one in there if one.made}
    for run in runs:
        if run.generation:
            since[run.generation] = min(run.started, since.get(run.generation, run.started))
    return [Begun(when, collection, made) for made, when in since.items()]


async def judge(
    settings: Settings,
    known: History,
    case: EvalCase,
    state: State,
    asking: Asking,
) -> Verdict:
    """Ask a case in a state, and judge what comes.

    What cannot be brought back is the reason why nothing can be told.
    """
    from retrieval.learn.bisecting import Verdict, verdict
    from retrieval.learn.scoring import score

    content = known.contents[state.configuration]
    try:
        restored, _ = restore(settings, content)
        embedder = wiring.embedder(restored)
        pinned = {
            name: await _pinned(known, asking, (name, made), embedder)
            for name, made in state.generations.items()
        }
        store = wiring.store(restored, embedder, pinned=pinned)
        try:
            async with open_path(settings, configuration=content, store=store) as path:
                (one,) = await score([case], path)
        finally:
            await wiring_stores.close_store(settings, store)
    except FootnoteError as error:
        return Verdict(None, str(error))
    found = verdict(one, asking.by)
    lost = f" (not as it was: {'; '.join(path.lacking)})" if path.lacking else ""
    return Verdict(found.right, found.why + lost)


async def _pinned(
    known: History, asking: Asking, which: tuple[str, str], embedder: Embedder
) -> str:
    """Return by which name a generation is searched; one that is gone is made again.

    Raises IndexMissing where it cannot be.
    """
    collection, made = which
    if which in asking.stand_ins:
        made = asking.stand_ins[which]
    if made in {one.name for one in known.there.get(collection, ())}:
        return made
    why = ""
    if asking.workshop and which not in asking.stand_ins:
        try:
            return await asking.workshop.pinned(collection, made, embedder)
        except FootnoteError as error:
            why = f" and cannot be made again ({str(error).rstrip('.')})"
    raise IndexMissing(
        f"generation {made} of '{collection}' is no longer there{why}. From the documents of then "
        f"it can be rebuilt: python -m scripts.index build PATH --collection {collection}; then "
        f"say --stand-in {collection}:{made}=NEW with the new generation's name"
    )


async def named(
    settings: Settings, known: History, good: State, bad: State, workshop: Workshop | None = None
) -> list[Change]:
    """Name what differs between two states."""
    from retrieval.learn.changes import changes

    before, after = (known.contents[one.configuration] for one in (good, bad))
    found = list(changes(before, after))
    for name in bad.generations:
        if good.generations[name] != bad.generations[name]:
            pair = (good.generations[name], bad.generations[name])
            looked = [await _looked(settings, known, workshop, (name, made)) for made in pair]
            found += _pages(known, name, pair, looked)
    return found


Looked = tuple[GenerationFacts, Mapping[tuple[str, str], str]]
"""A generation, and the digest of each of its pages by root and path."""


async def _looked(
    settings: Settings, known: History, workshop: Workshop | None, which: tuple[str, str]
) -> Looked | None:
    """Look into a generation that is there, or was made again; None where there is none."""
    collection, made = which
    facts = next((one for one in known.there.get(collection, ()) if one.name == made), None)
    upkeep, name = wiring_upkeep.upkeep(settings), made
    if facts is None:
        found = workshop.found(collection, made) if workshop else None
        if found is None:
            return None
        upkeep, name = found
        facts = next(one for one in await upkeep.generations(collection) if one.name == name)
    entries = await upkeep.entries(collection, name)
    return replace(facts, name=made), {(one.root, one.path): one.digest for one in entries}


def _pages(
    known: History, collection: str, pair: tuple[str, str], looked: Sequence[Looked | None]
) -> list[Change]:
    """Name what differs between two generations: how it was made, and its pages."""
    from retrieval.learn.difference import Change

    before, after = looked
    if before is None or after is None:
        ran = f"{pair[1]} ({_ran(known, collection, pair[1])})"
        return [Change(f"generation of {collection}", pair[0], ran)]
    (one, then), (other, now) = before, after
    made = [
        Change(f"{what} of {collection}", str(was), str(is_))
        for what, was, is_ in (
            ("generation", one.name, other.name),
            ("embedder", one.embedder, other.embedder),
            ("chunker", one.chunker, other.chunker),
            ("readers", dict(one.roots), dict(other.roots)),
        )
        if was != is_
    ]
    kinds = {
        "pages removed": sorted(then.keys() - now.keys()),
        "pages added": sorted(now.keys() - then.keys()),
        "pages changed": sorted(p for p in then.keys() & now.keys() if then[p] != now[p]),
    }
    return made + [
        Change(f"{what} in {collection}", "", _some(p)) for what, p in kinds.items() if p
    ]


def _some(pages: Sequence[tuple[str, str]]) -> str:
    """Count pages, each a root and a path, and name some."""
    rest = f" and {len(pages) - SHOWN_PAGES} more" if len(pages) > SHOWN_PAGES else ""
    return f"{len(pages)}: {', '.join(path for _, path in pages[:SHOWN_PAGES])}{rest}"


def _ran(known: History, collection: str, made: str) -> str:
    """Say what runs of indexing did to a generation, where it cannot be looked into."""
    return written([run for run in known.runs.get(collection, ()) if run.generation == made])


def written(runs: Sequence[Run]) -> str:
    """Say how many pages runs of indexing touched."""
    new, changed, gone = (sum(getattr(r, n) for r in runs) for n in ("new", "changed", "deleted"))
    return (
        f"{number_of(len(runs), 'run')}: {number_of(new, 'page')} new, {changed:,} changed, "
        f"{gone:,} removed"
    )


def since(known: History, state: State) -> list[str]:
    """Say what was changed in place in the generations of a state since it answered first."""
    told = []
    for name, made in sorted(state.generations.items()):
        later = [
            run
            for run in known.runs.get(name, ())
            if run.generation == made and run.started > state.since
        ]
        touched = [run for run in later if run.new or run.changed or run.deleted]
        if touched:
            told.append(
                f"generation {made} of '{name}' was changed in place since then by "
                f"{written(touched)}, the last on {touched[0].started:%Y-%m-%d %H:%M} UTC"
            )
    return told
