"""Which generations there are and which to keep: choosing among them, and how pages are cut."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.errors import IndexMissing, InputError
from retrieval.ports import GenerationFacts, PageEntry
from retrieval.text.commands import build_command, copy_command, ingest_command, swap_command

FAR_OUT = 3.0
"""Spans between the quartiles above the third from which a page has strikingly many chunks
(Tukey, Exploratory Data Analysis, 1977: "far out")."""
LEAST_OUTLIER = 20
"""Chunks under which a page is never striking."""


@dataclass(frozen=True, slots=True)
class Cuts:
    """How many chunks pages have: the median, the 95th percentile, the most, and outliers.

    `empty` are pages without any chunk; `outliers` have strikingly many, most first.
    """

    median: float
    high: int
    most: int
    empty: tuple[str, ...]
    outliers: tuple[PageEntry, ...]


def in_use(known: Sequence[GenerationFacts]) -> GenerationFacts | None:
    """Return the generation in use, where there is one."""
    return next((one for one in known if one.in_use), None)


def named(
    known: Sequence[GenerationFacts], collection: str, generation: str = ""
) -> GenerationFacts:
    """Return a generation by its name, or the one in use.

    Raises:
        IndexMissing: None is in use.
        InputError: None has that name.
    """
    found = in_use(known) if not generation else None
    found = found or next((one for one in known if one.name == generation), None)
    if found:
        return found
    if generation:
        there = ", ".join(one.name for one in known) or "none"
        raise InputError(f"'{collection}' has no generation {generation!r}; there is {there}.")
    raise IndexMissing(f"'{collection}' has no index in use. Run {ingest_command(collection)}.")


def unfinished(one: GenerationFacts, known: Sequence[GenerationFacts] = ()) -> str:
    """Say why a generation is not what is searched, or not by all that is in it, and what to do.

    `known` are all of its collection. "" of one in use that is complete, of one that was in use
    before, and of one that is damaged.
    """
    if one.damage or one.before or (one.in_use and one.complete):
        return ""
    swap = swap_command(one.collection, one.name)
    if one.complete:
        return f"Generation {one.name} of '{one.collection}' waits: {swap} puts it in use."
    then = f", then {swap} to put it in use" if one.held and not one.in_use else ""
    return (
        f"Generation {one.name} of '{one.collection}' is not complete: {one.lacks}. Run "
        f"{_completing(one, in_use(known))} to complete it{then}."
    )


def _completing(one: GenerationFacts, used: GenerationFacts | None) -> str:
    """Return the command that completes a generation.

    Beside one in use only a build fills one that is held, and one that was begun anew only if it
    is anew, too.
    """
    roots = sorted(one.roots)
    if used is None or one.in_use or not one.held:
        return ingest_command(one.collection, roots)
    others = () if one.roots.keys() <= used.roots.keys() else roots
    return build_command(one.collection, others, anew=one.anew)


def unsearchable(known: Sequence[GenerationFacts]) -> str:
    """Say what to do where generations are there and none of them is in use; else ""."""
    if in_use(known):
        return ""
    return next(filter(None, (unfinished(one, known) for one in known)), "")


def uncopied(collection: str) -> str:
    """Say what to do where files hold a collection that Elasticsearch has not got."""
    return (
        f"Elasticsearch has nothing yet; '{collection}' is indexed in files here. Run "
        f"{copy_command(collection)} to copy it with its vectors, or {ingest_command(collection)} "
        "to read the documents again."
    )


def to_swap_in(known: Sequence[GenerationFacts], collection: str) -> GenerationFacts:
    """Return the newest complete generation that waits. Raises InputError where none does."""
    used = in_use(known)
    for one in known:
        if one.complete and not one.in_use and not one.before and (not used or _later(one, used)):
            return one
    others = ", ".join(one.name for one in known if one.complete and not one.in_use)
    if others:
        raise InputError(
            f"No complete generation of '{collection}' waits that is newer than the one in use; "
            f"name the one that you mean: {others}."
        )
    coming = next(filter(None, (unfinished(one, known) for one in known if not one.in_use)), "")
    raise InputError(
        f"No complete generation of '{collection}' waits to be put in use. "
        + (coming or "Build one with python -m scripts.index build PATH...")
    )


def _later(one: GenerationFacts, other: GenerationFacts) -> bool:
    return one.made is None or other.made is None or one.made > other.made


def to_go_back_to(known: Sequence[GenerationFacts], collection: str) -> GenerationFacts:
    """Return the generation that was in use before. Raises InputError where it is not kept."""
    for one in known:
        if one.before:
            return one
    raise InputError(f"No generation of '{collection}' was in use before the one that is.")


def to_prune(known: Sequence[GenerationFacts], keep: int) -> Sequence[GenerationFacts]:
    """Return what goes when `keep` generations stay: the one in use, the one before, the newest.

    Raises:
        InputError: None would stay.
    """
    if keep < 1:
        raise InputError("At least one generation is kept: the one in use.")
    order = sorted(known, key=lambda one: (not one.in_use, not one.before))
    return [one for one in order[keep:] if not one.in_use]


def cuts(entries: Sequence[PageEntry]) -> Cuts:
    """Return how many chunks the pages of a manifest have."""
    counts = sorted(entry.chunks for entry in entries)
    if not counts:
        return Cuts(0.0, 0, 0, (), ())
    fence = float(LEAST_OUTLIER)
    if len(counts) > 1:
        first, _, third = statistics.quantiles(counts, n=4, method="inclusive")
        fence = max(fence, third + FAR_OUT * (third - first))
    far = [entry for entry in entries if entry.chunks > fence]
    return Cuts(
        statistics.median(counts),
        counts[min(len(counts) - 1, int(0.95 * len(counts)))],
        counts[-1],
        tuple(entry.path for entry in entries if not entry.chunks),
        tuple(sorted(far, key=lambda entry: (-entry.chunks, entry.root, entry.path))),
    )
