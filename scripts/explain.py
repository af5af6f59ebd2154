"""Show every hop of one question: what was there, and why the rest was not."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from scripts.terminal import one_line, print_json, run

if TYPE_CHECKING:
    from retrieval.explanation import Explanation, Hop, Table

SHOWN = 10
"""Rows of a table without --all: what decided is at its top."""

WIDTH = 100
"""Characters of a cell without --all."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.explain",
        description="Show every hop of one question: what was searched, what each leg found, what "
        "was left out and why, what the writer said and what became of each claim.",
    )
    parser.add_argument("trace", metavar="TRACE_ID", help="a trace's id, or the start of it")
    parser.add_argument("--all", action="store_true", help="show every row and text in full")
    parser.add_argument("--json", action="store_true", help="print the explanation as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring
    from retrieval.explaining import explain

    async with wiring.open_ledger(wiring.settings()) as traces:
        explanation = explain(await traces.find(options.trace))
    if options.json:
        print_json(asdict(explanation))
    elif sys.stdout.isatty():
        _draw(explanation, whole=options.all)
    else:
        print("\n".join(lines(explanation, whole=options.all)))
    return 0


def lines(explanation: Explanation, *, whole: bool = False) -> list[str]:
    """Write an explanation as plain lines; `whole` shows every row and every text in full."""
    width = None if whole else WIDTH
    written = _head(explanation)
    for hop in explanation.hops:
        written += ["", _title(hop)]
        written += [f"  {name}: {one_line(fact, width)}" for name, fact in hop.facts]
        written += [f"  note: {note}" for note in hop.notes]
        for table in hop.tables:
            written += [f"  {table.title}"]
            for row in _rows(table, whole=whole):
                cells = zip(table.columns, row, strict=True)
                told = [f"{name} {one_line(cell, width)}" for name, cell in cells if cell]
                written.append("    " + " | ".join(told))
            written += _more(table, "    ", whole=whole)
    return written


def _draw(explanation: Explanation, *, whole: bool) -> None:
    """Draw an explanation for a terminal."""
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    width = None if whole else WIDTH
    console = Console(highlight=False)
    for line in _head(explanation):
        console.print(Text(line))
    for hop in explanation.hops:
        console.rule(Text(_title(hop), style="bold"), align="left")
        for name, fact in hop.facts:
            console.print(Text.assemble((f"{name}: ", "dim"), one_line(fact, width)))
        for note in hop.notes:
            console.print(Text(note, style="yellow"))
        for table in hop.tables:
            drawn = Drawn(*table.columns, title=Text(table.title), title_justify="left")
            for row in _rows(table, whole=whole):
                drawn.add_row(*(Text(one_line(cell, width)) for cell in row))
            console.print(drawn)
            for line in _more(table, "", whole=whole):
                console.print(Text(line, style="dim"))


def _head(explanation: Explanation) -> list[str]:
    """Say which question this is and how it ended."""
    tokens = explanation.usage
    charged = f", {tokens.prompt} + {tokens.completion} tokens" if tokens.prompt else ""
    if tokens.cost is not None:
        charged += f", {tokens.cost:.6f} {tokens.currency}"
    return [
        f"trace {explanation.id}, asked {explanation.started}",
        f"{explanation.outcome} after {explanation.seconds:.2f} s{charged}",
        f"configuration {explanation.configuration or 'not kept'}",
    ]


def _title(hop: Hop) -> str:
    """Name a hop, with its time."""
    return hop.name if hop.seconds is None else f"{hop.name} ({hop.seconds * 1000:.0f} ms)"


def _rows(table: Table, *, whole: bool) -> tuple[tuple[str, ...], ...]:
    """Return the rows to show."""
    return table.rows if whole else table.rows[:SHOWN]


def _more(table: Table, margin: str, *, whole: bool) -> list[str]:
    """Say how many rows are not shown."""
    rest = 0 if whole else len(table.rows) - SHOWN
    return [f"{margin}and {rest} more (--all shows them)"] if rest > 0 else []


if __name__ == "__main__":
    run(main)
