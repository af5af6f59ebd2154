"""Tell what the models cost: by day, collection and stage, from the ledger."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from scripts.terminal import complain, print_json, run, visible

if TYPE_CHECKING:
    from retrieval.ports import Charge
    from retrieval.values import Price, Usage

COLUMNS = ("day", "collection", "stage", "model", "calls", "in", "cached", "out", "cost")


@dataclass(frozen=True, slots=True)
class Line:
    """What one stage of the questions of one day and collection took.

    `cost` is in the line's one `currency`; a line without one is of calls without a price, which
    `unpriced` counts. `estimated` counts the calls whose service did not say its tokens.
    """

    day: str
    collection: str
    stage: str
    model: str
    calls: int
    prompt_tokens: int
    cached_tokens: int
    cached_share: float
    completion_tokens: int
    estimated: int
    cost: float
    currency: str
    unpriced: int


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.costs",
        description="Print the tokens that models charged for and what they cost, by day (UTC), "
        "collection and stage. Prices are those of FOOTNOTE_PRICES when the question was asked, or "
        "else those of today; tokens without a price are named and left out of the sums.",
    )
    parser.add_argument("--since", type=_day, metavar="DAY", help="from this day on (2026-11-01)")
    parser.add_argument("--until", type=_day, metavar="DAY", help="up to and including this day")
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    return parser


def _day(text: str) -> datetime:
    """Read a day."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a day like 2026-11-01") from None


def _day_after(day: datetime) -> datetime | None:
    """Return the day after; None after the last one that a date can have: then nothing is later."""
    return None if day.date() == date.max else day + timedelta(days=1)


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    if options.since and options.until and options.since > options.until:
        parser.error("--since must not be later than --until")
    from retrieval import wiring

    settings = wiring.settings()
    until = _day_after(options.until) if options.until else None
    async with wiring.open_ledger(settings) as ledger:
        charges = await ledger.charges.between(options.since, until)
    lines = summed(charges, wiring.prices(settings))
    totals = total(lines)
    if options.json:
        print_json({"lines": [asdict(line) for line in lines], "totals": list(map(asdict, totals))})
    elif not lines:
        complain("No model was charged for in that time.")
    else:
        print("\n".join(table([*lines, *totals])))
        unpriced = sorted({line.model for line in lines if line.unpriced})
        if unpriced:
            names = ", ".join(map(visible, unpriced))
            complain(f"No price is known of {names}: name it in the file of FOOTNOTE_PRICES.")
    return 0


def summed(charges: Iterable[Charge], prices: Mapping[str, Price]) -> list[Line]:
    """Add charges up by day, collection, stage, model and currency."""
    groups: dict[tuple[str, ...], list[Usage]] = {}
    for charge in charges:
        usage = charge.usage
        price = prices.get(usage.model)
        if usage.cost is None and price:
            usage = price.charge(usage)
        day = charge.asked.astimezone(UTC).date().isoformat()
        where = "+".join(charge.collections)
        key = (day, where, charge.stage, usage.model, usage.currency)
        groups.setdefault(key, []).append(usage)
    return [_line(key, groups[key]) for key in sorted(groups)]


def total(lines: Sequence[Line]) -> list[Line]:
    """Add everything up, for each currency, and apart from it what has no price."""
    currencies = sorted({line.currency for line in lines})
    return [
        _sum("total", [line for line in lines if line.currency == currency], currency)
        for currency in currencies
    ]


def _line(key: tuple[str, ...], usages: Sequence[Usage]) -> Line:
    """Make the line of the usages of one group."""
    day, collection, stage, model, currency = key
    prompt = sum(usage.prompt for usage in usages)
    cached = sum(usage.cached for usage in usages)
    return Line(
        day,
        collection,
        stage,
        model,
        len(usages),
        prompt,
        cached,
        round(cached / prompt, 4) if prompt else 0.0,
        sum(usage.completion for usage in usages),
        sum(usage.estimated for usage in usages),
        sum(usage.cost or 0.0 for usage in usages),
        currency,
        sum(usage.cost is None for usage in usages),
    )


def _sum(name: str, lines: Sequence[Line], currency: str) -> Line:
    """Make the line that adds lines up."""
    prompt = sum(line.prompt_tokens for line in lines)
    cached = sum(line.cached_tokens for line in lines)
    return Line(
        name,
        "",
        "",
        "",
        sum(line.calls for line in lines),
        prompt,
        cached,
        round(cached / prompt, 4) if prompt else 0.0,
        sum(line.completion_tokens for line in lines),
        sum(line.estimated for line in lines),
        sum(line.cost for line in lines),
        currency,
        sum(line.unpriced for line in lines),
    )


def table(lines: Sequence[Line]) -> list[str]:
    """Write lines below each other, numbers to the right."""
    rows = [COLUMNS, *map(_cells, lines)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    return [
        "  ".join(
            cell.ljust(width) if place < 4 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _cells(line: Line) -> tuple[str, ...]:
    """Write one line; what is estimated has a tilde, what has no price says so."""
    about = "~" if line.estimated else ""
    cost = f"{line.cost:.4f} {line.currency}" if line.currency else "no price"
    return (
        line.day,
        visible(line.collection),
        line.stage,
        visible(line.model),
        str(line.calls),
        f"{about}{line.prompt_tokens}",
        f"{line.cached_share:.0%}",
        f"{about}{line.completion_tokens}",
        visible(cost),
    )


if __name__ == "__main__":
    run(main)
