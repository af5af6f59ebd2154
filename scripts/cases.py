"""List, show and export the eval cases: what people disliked, with all that was known then."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.terminal import complain, print_json, run, visible

if TYPE_CHECKING:
    from retrieval.ports import EvalCase

MOST = 50
"""Cases that `list` shows unless it is told otherwise."""

HITS = 10
"""Hits of a case that `show` prints; --json has them all."""

EVERYTHING = 1_000_000


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.cases",
        description="Each answer that somebody disliked is an eval case, with all that was known "
        "at the moment of the answer.",
    )
    add = parser.add_subparsers(
        dest="what", required=True, metavar="list | show | export"
    ).add_parser
    listing = add("list", help="list them, newest first")
    _state(listing, "")
    listing.add_argument("--most", type=_count, default=MOST, help=f"how many ({MOST})")
    listing.add_argument("--json", action="store_true", help="print them as JSON, whole")
    showing = add("show", help="show everything about one")
    showing.add_argument("case", metavar="ID", help="a case's id, or the start of it")
    showing.add_argument("--json", action="store_true", help="print it as JSON, whole")
    exporting = add("export", help="write them as questions for scripts.evaluate")
    _state(exporting, "new")
    exporting.add_argument("--out", type=Path, metavar="FILE", help="instead of standard output")
    return parser


def _state(parser: argparse.ArgumentParser, default: str) -> None:
    """Take a state, "all" for every one."""
    parser.add_argument(
        "--state",
        choices=("new", "withdrawn", "all"),
        default=default or "all",
        help=f"only cases of this state ({default or 'all'})",
    )


def _count(text: str) -> int:
    """Read a number of cases."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("must be a whole number from 1")
    return int(text)


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring

    async with wiring.open_ledger(wiring.settings()) as ledger:
        if options.what == "show":
            _show(await ledger.cases.find(options.case), as_json=options.json)
            return 0
        state = "" if options.state == "all" else options.state
        most = options.most + 1 if options.what == "list" else EVERYTHING
        cases = await ledger.cases.list(state=state, most=most)
    if options.what == "list":
        _list(cases, options.most, as_json=options.json)
    else:
        _export(cases, options.out)
    return 0


def _list(cases: Sequence[EvalCase], most: int, *, as_json: bool) -> None:
    """Print cases: drawn for a terminal, a line each elsewhere."""
    shown = cases[:most]
    if as_json:
        print_json([asdict(case) for case in shown])
        return
    if not shown:
        complain("There are no cases. One is made when somebody dislikes an answer.")
    elif sys.stdout.isatty():
        _draw(shown)
    else:
        print("\n".join("  ".join(row) for row in map(_row, shown)))
    if len(cases) > most:
        complain(f"There are more than these {most}; --most shows more.")


def _draw(cases: Sequence[EvalCase]) -> None:
    """Draw a table of cases."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title_justify="left")
    for name in ("id", "date", "state", "outcome", "where"):
        table.add_column(name, no_wrap=True)
    table.add_column("question", overflow="fold")
    for case in cases:
        table.add_row(*map(Text, _row(case)))
    Console(highlight=False).print(table)


def _row(case: EvalCase) -> tuple[str, ...]:
    """Return the cells of a case."""
    content = case.content
    cells = (case.id, f"{case.made:%Y-%m-%d}", case.state, content["outcome"], case.place or "-")
    return tuple(map(_line, (*cells, content["question"])))


def _show(case: EvalCase, *, as_json: bool) -> None:
    """Print all that is known of a case."""
    if as_json:
        print_json(asdict(case))
    else:
        print("\n".join(lines(case)))


def lines(case: EvalCase) -> list[str]:
    """Write a case as plain lines."""
    content = case.content
    told = {
        "case": f"{case.id}, {case.state}, made {case.made:%Y-%m-%d %H:%M} UTC",
        "where": case.place,
        "disliked by": ", ".join(one["person"] for one in content["persons"]) or "nobody any more",
        "question": content["question"],
        "standalone": content["standalone"],
        "collections": ", ".join(content["collections"]),
        "outcome": f"{content['outcome']} {content['reason']}".strip(),
    }
    written = [f"{name}: {_line(text)}" for name, text in told.items() if text]
    for title, part in _parts(content):
        written += ["", title, *(f"  {_line(line)}" for line in part)]
    return [*written, "", f"To see every hop: python -m scripts.explain {_line(case.trace_id)}"]


def _parts(content: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a case that have something in them, with their lines."""
    hits = content["hits"]
    rest = [f"and {len(hits) - HITS} more (--json has them)"] if len(hits) > HITS else []
    parts = {
        "thread": [f"{turn['role']}: {turn['text']}" for turn in content["history"]],
        "searched": [f"{query['text']} ({query['origin']})" for query in content["queries"]],
        "answer": content["answer"].splitlines(),
        "citations": [_citation(one) for one in content["citations"]],
        "hits": [*map(_hit, hits[:HITS]), *rest],
        "packed": [f"{one['label']} {one['path']}" for one in content["packed"]],
        "versions": [f"{name}: {_version(one)}" for name, one in content["versions"].items()],
    }
    yield from ((title, part) for title, part in parts.items() if part)


def _citation(one: Any) -> str:
    """Tell a citation."""
    under = f" > {one['heading']}" if one["heading"] else ""
    return f'claim {one["claim"]}: "{one["quote"]}" {one["path"]}{under}'


def _hit(one: Any) -> str:
    """Tell a hit, with its rank in each leg."""
    legs = ", ".join(f"{leg} {found['rank']}" for leg, found in one["legs"].items())
    score = "-" if one["score"] is None else f"{one['score']:.4f}"
    return f"{one['rank']}. {one['path']} chunk {one['chunk'][:12]} score {score} ({legs})"


def _version(one: Any) -> str:
    """Tell a version, of each collection where there are several."""
    pairs = one.items() if isinstance(one, dict) else ()
    return ", ".join(f"{name} {value}" for name, value in pairs) if pairs else str(one or "-")


def _export(cases: Sequence[EvalCase], path: Path | None) -> None:
    """Write cases as questions, oldest first, and say what is missing in them."""
    from retrieval.errors import InputError

    if not cases:
        complain("There are no cases to export.")
        return
    text = "".join(f"{visible(json.dumps(question(c), ensure_ascii=False))}\n" for c in cases[::-1])
    if path is None:
        print(text, end="")
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}).") from error
    complain(
        f"{len(cases)} in {path}. Add gold_docs, the pages that answer, to each line; "
        "without them it is asked but not measured."
    )


def question(case: EvalCase) -> dict[str, Any]:
    """Return a case as a line of questions; who disliked it stays in the ledger.

    The answer given then is no right answer, so it does not stand under `answer`.
    """
    content = case.content
    return {
        "id": case.id,
        "question": content["question"],
        "history": content["history"],
        "standalone": content["standalone"],
        "made": case.made.isoformat(),
        "outcome_then": content["outcome"],
        "answer_then": content["answer"],
        "cited_then": list(dict.fromkeys(one["path"] for one in content["citations"])),
    }


def _line(text: str) -> str:
    """Put a text on one line, with what could move the cursor written out."""
    return visible(" ".join(text.split()))


if __name__ == "__main__":
    run(main)
