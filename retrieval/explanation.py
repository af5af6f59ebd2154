"""What an explanation is made of: hops with facts and tables, and how their cells are worded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from retrieval.text.shorten import shorten_line
from retrieval.values import Metadata, Usage

_LEADING = 80
"""Characters of a chunk that tell which one it is."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under their headings."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Hop:
    """One stage: its facts by name, its tables, its notes. `seconds` is None where not timed."""

    name: str
    facts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A question from the asking to the answer; a stage not reached is not among `hops`."""

    id: str
    started: str
    configuration: str
    outcome: str
    seconds: float
    hops: tuple[Hop, ...]
    usage: Usage = field(default_factory=Usage)


def facts(**told: str) -> tuple[tuple[str, str], ...]:
    """Keep the facts that say something."""
    return tuple((name.replace("_", " "), fact) for name, fact in told.items() if fact)


def tables(*told: Table) -> tuple[Table, ...]:
    """Keep the tables that have rows."""
    return tuple(table for table in told if table.rows)


def place(path: str, headings: tuple[str, ...]) -> str:
    """Name a page and the heading below it."""
    return f"{path} › {headings[-1]}" if headings else path


def begin(text: str) -> str:
    """Return the first words of a chunk on one line."""
    return shorten_line(text, _LEADING)


def numbers(told: Mapping[str, int]) -> str:
    """Tell the rank in each leg."""
    return ", ".join(f"{name} {number}" for name, number in told.items())


def dates(metadata: Metadata) -> str:
    """Tell what freshness went by."""
    days = {
        "verified": metadata.verified,
        "updated": metadata.updated,
        "from": metadata.effective_from,
        "to": metadata.effective_to,
    }
    told = [f"{name} {day.isoformat()}" for name, day in days.items() if day]
    return ", ".join([*told, metadata.status] if metadata.status else told)


def tokens(usage: Usage) -> str:
    """Tell what the service charged for, and what that cost, if its price is known."""
    if usage.prompt == usage.completion == 0:
        return ""
    about = " (estimated)" if usage.estimated else ""
    share = f" ({usage.cached / usage.prompt:.0%})" if usage.cached and usage.prompt else ""
    told = f"{usage.prompt} in, {usage.cached} of them cached{share}, {usage.completion} out{about}"
    if usage.cost is not None:
        return f"{told}, {usage.cost:.6f} {usage.currency}"
    return f"{told}, no price is known of {usage.model}" if usage.model else told
