"""How an index stands, gathered and told: what `scripts.index status` and `verify` print."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from retrieval.text.counted import number_of
from scripts.terminal import complain, print_json, visible

if TYPE_CHECKING:
    import argparse

    from retrieval.ports import Alarm, Embedder, GenerationFacts, Run, UpkeepStore, Watcher
    from retrieval.settings import Settings
    from retrieval.upkeep.alarms import Watchman
    from retrieval.upkeep.checking import Findings, Waiting
    from retrieval.upkeep.generations import Cuts
    from retrieval.wiring_upkeep import IndexLedger

SHOWN = 5
"""Runs, pages and outliers that are shown; --json has all."""


async def status(settings: Settings, options: argparse.Namespace) -> int:
    """Say how each collection stands; 1 where there is none, or an alarm."""
    from bot.settings import policy_file
    from retrieval import wiring, wiring_indexed, wiring_upkeep
    from retrieval.errors import LedgerError

    store = wiring_upkeep.upkeep(settings)
    names = await wiring_indexed.indexed(settings, options.collection)
    model = None if options.quick else wiring.embedder(settings)
    desk = _Desk(settings, store, model)
    found: dict[str, Any] = {"collections": [], "watchers": [], "alarms": []}
    try:
        async with wiring.open_ledger(settings) as ledger:
            desk.ledger, desk.watchman = ledger, wiring_upkeep.watchman(ledger, policy_file())
            found["collections"] = [await _collection(desk, name) for name in names]
            watchers = await _watchers(settings, ledger, desk.watchman)
            found["watchers"] = [one for one in watchers if one.collection in names]
            wanted = names if options.collection else ()
            found["alarms"] = _standing(await ledger.alarms.standing(), wanted)
    except LedgerError as error:
        complain(f"Runs and alarms are not known: {error}")
        desk.ledger = desk.watchman = None
        found["collections"] = [await _collection(desk, name) for name in names]
    if options.json:
        print_json(as_json(found))
    else:
        for line in lines(found):
            print(visible(line))
    bad = any(_unfit(one) or _stopped(one["runs"]) for one in found["collections"])
    return 1 if found["alarms"] or bad else 0


def _standing(alarms: Iterable[Alarm], names: Collection[str]) -> list[Alarm]:
    """Return the alarms of the collections, or all that there are."""
    return [one for one in alarms if not names or one.subject.partition(" ")[0] in names]


def _unfit(one: dict[str, Any]) -> bool:
    """Whether a collection has nothing in use that can be searched, or not by all that is in it."""
    used = one["in_use"]
    return used is None or bool(used.damage or used.lacks or one["problem"])


def _stopped(runs: Sequence[Run]) -> bool:
    """Whether the latest run of a root, of runs with the newest first, was cut off."""
    latest = {run.root: run for run in reversed(runs)}
    return any(run.cut_off for run in latest.values())


@dataclass(slots=True)
class _Desk:
    """What is asked: the store, today's model, and the ledger where it can be opened."""

    settings: Settings
    store: UpkeepStore
    model: Embedder | None
    ledger: IndexLedger | None = None
    watchman: Watchman | None = None


async def _collection(desk: _Desk, name: str) -> dict[str, Any]:
    """Gather what is known of a collection; damage of one keeps none of the others from being told.

    Judges its canaries.
    """
    from retrieval.errors import IndexCorrupt

    found: dict[str, Any] = {"name": name, "in_use": None, "generations": [], "problem": ""}
    found["runs"] = list(await desk.ledger.runs.latest(name)) if desk.ledger else []
    try:
        await _gather(desk, name, found)
    except IndexCorrupt as error:
        found["problem"] = str(error)
    return found


async def _gather(desk: _Desk, name: str, found: dict[str, Any]) -> None:
    """Add to what is found what the store and today's model say of a collection."""
    from retrieval import wiring_upkeep
    from retrieval.upkeep import canaries, generations
    from retrieval.upkeep.checking import behind

    store, model = desk.store, desk.model
    found["generations"] = known = await store.generations(name)
    found["in_use"] = used = generations.in_use(known)
    if used is None or used.damage:
        return
    entries = await store.entries(name, used.name)
    found["cuts"] = generations.cuts(entries)
    if model is None:
        return
    reader_of = wiring_upkeep.reader_of(desk.settings, name)
    found["waiting"] = await asyncio.to_thread(behind, used, entries, reader_of)
    if model.identity == used.embedder:
        agreement = await canaries.compare(model, await store.canaries(name, used.name))
        found["agreement"] = agreement
        if desk.watchman:
            said = "" if agreement.good else canaries.changed(model.identity, agreement)
            await desk.watchman.tell("canaries", name, said)


async def _watchers(
    settings: Settings, ledger: IndexLedger, watchman: Watchman
) -> Sequence[Watcher]:
    """Return who follows which folders; judge how old their indexes are."""
    from retrieval.clock import SystemClock

    limit = timedelta(minutes=settings.index_age_minutes)
    found = await ledger.watchers.all()
    for watcher in found:
        await watchman.judge_watcher(watcher, SystemClock().now(), limit)
    return list(found)


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Tell how everything stands."""
    for one in found["collections"]:
        yield f"{one['name']}:"
        if one.get("problem"):
            yield f"  {one['problem']}"
        yield from _generations(one)
        if "waiting" in one:
            yield from (f"  {line}" for line in _waiting(one["waiting"]))
        if "cuts" in one:
            yield from (f"  {line}" for line in _cuts(one["cuts"]))
        if "agreement" in one:
            yield f"  canaries: least cosine {one['agreement'].least:.3f} with today's model"
        for run in one["runs"][:SHOWN]:
            yield f"  run {_run(run)}"
    for watcher in found["watchers"]:
        yield _watcher(watcher)
    for alarm in found["alarms"]:
        yield f"ALARM since {_moment(alarm.raised)}: {alarm.said}"


def _generations(one: dict[str, Any]) -> Iterator[str]:
    """Tell of the generations of a collection, and what to do with those that lack something."""
    from retrieval.upkeep.generations import unfinished

    known = one.get("known", one["generations"])
    for facts in one["generations"]:
        yield f"  {_generation(facts)}"
        if (facts.lacks or not one["in_use"]) and (said := unfinished(facts, known)):
            yield f"    {said}"


def _generation(facts: GenerationFacts) -> str:
    """Tell of a generation."""
    states = {
        "in use": facts.in_use,
        "before": facts.before,
        "waits for swap": facts.held and not facts.in_use and facts.complete,
        "not complete": not facts.complete and not facts.damage,
    }
    state = ", ".join(name for name, true in states.items() if true) or "kept"
    if facts.damage:
        return f"generation {facts.name} ({state}): {facts.damage}"
    lacking = number_of(facts.without_vectors, "text")
    without = f", {lacking} without a vector" if facts.without_vectors else ""
    changed = f", changed {_moment(facts.changed)}" if facts.changed else ""
    return (
        f"generation {facts.name} ({state}): {number_of(facts.documents, 'document')}, "
        f"{number_of(facts.chunks, 'chunk')}{without}, {facts.size / 1e6:.1f} MB, "
        f"made {_moment(facts.made)}{changed}, "
        f"{facts.embedder or 'no embedder'}"
    )


def _waiting(waiting: Sequence[Waiting]) -> Iterator[str]:
    """Tell what has changed and is not indexed yet."""
    for one in waiting:
        if one.problem:
            yield f"{one.root}: {one.problem}"
            continue
        counts = f"{len(one.new)} new, {len(one.changed)} changed, {len(one.gone)} gone"
        since = f"; the oldest change is of {_moment(one.oldest)}" if one.oldest else ""
        yield f"{one.root}: " + ("up to date" if one.nothing else f"{counts}{since}")


def _cuts(cuts: Cuts) -> Iterator[str]:
    """Tell how many chunks the pages have."""
    yield f"chunks a page: median {cuts.median:g}, 95 % up to {cuts.high}, most {cuts.most}"
    for entry in cuts.outliers[:SHOWN]:
        yield f"  {entry.path} has {entry.chunks}"
    if cuts.empty:
        without = number_of(len(cuts.empty), "page has", "pages have")
        yield f"  {without} none, for instance {cuts.empty[0]}"


def _run(run: Run) -> str:
    """Tell of a run."""
    error = f": {run.error}" if run.error else ""
    most = "at most " if run.cut_off else ""  # What was sent last may not have arrived.
    return (
        f"{_moment(run.started)} ({run.by}) {run.root}: {run.seen} seen, {most}{run.new} new, "
        f"{run.changed} changed, {run.deleted} deleted, {run.failed} failed, "
        f"{run.seconds:.1f} s{error}"
    )


def _watcher(watcher: Watcher) -> str:
    """Tell of a watcher."""
    state = f"behind since {_moment(watcher.behind)}" if watcher.behind else "up to date"
    beat = _moment(watcher.beat)
    return f"{watcher.root} is followed into '{watcher.collection}': {state}, heard of {beat}"


def _moment(moment: datetime | None) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S UTC") if moment else "at no known time"


def findings_lines(findings: Findings, known: Sequence[GenerationFacts] = ()) -> Iterator[str]:
    """Tell what a check of one of the `known` generations found."""
    facts = findings.facts
    yield from _generations({"generations": [facts], "in_use": facts, "known": known or [facts]})
    yield from _waiting(findings.waiting)
    if findings.agreement:
        yield f"canaries: least cosine {findings.agreement.least:.3f} with today's model"
    for fault in findings.faults:
        yield f"FAULT: {fault}"
    if findings.good:
        yield "nothing is wrong"
    elif not findings.faults:
        yield "the index is not what its folders hold now"


def findings_json(findings: Findings) -> dict[str, Any]:
    """Put what a check found in the stable form that other programs read."""
    return {**asdict(findings), "good": findings.good}


def as_json(found: dict[str, Any]) -> dict[str, Any]:
    """Put how everything stands in the stable form that other programs read."""
    collections = []
    for one in found["collections"]:
        waiting = one.get("waiting")
        oldest = min((w.oldest for w in waiting or () if w.oldest), default=None)
        cuts, agreement = one.get("cuts"), one.get("agreement")
        collections.append(
            {
                "name": one["name"],
                "problem": one.get("problem", ""),
                "in_use": one["in_use"].name if one["in_use"] else None,
                "documents": one["in_use"].documents if one["in_use"] else 0,
                "chunks": one["in_use"].chunks if one["in_use"] else 0,
                "oldest_change_waiting": oldest,
                "waiting": None if waiting is None else [asdict(w) for w in waiting],
                "chunks_a_document": asdict(cuts) if cuts else None,
                "canaries": asdict(agreement) if agreement else None,
                "generations": [asdict(facts) for facts in one["generations"]],
                "runs": [asdict(run) for run in one["runs"]],
            }
        )
    alarms: list[Alarm] = found["alarms"]
    return {
        "collections": collections,
        "watchers": [asdict(watcher) for watcher in found["watchers"]],
        "alarms": [asdict(alarm) for alarm in alarms],
    }
