"""List, show, label, merge, export and import the eval cases: what the bot is measured with."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from retrieval.ports import KINDS, STATES, Cases, Wordings
from scripts.cases_moved import BY, brought_in, rewrites_taken_out, taken_out, wanted
from scripts.cases_shown import CUT, lines, listed
from scripts.terminal import (
    complain,
    one_line,
    passing,
    print_json,
    progress,
    run,
    visible,
    whole_number,
)
from scripts.written import writable

if TYPE_CHECKING:
    from retrieval.ports import EvalCase, Label

MOST = 50
"""Cases that `list` shows unless it is told otherwise."""
ALIKE = 5
"""Cases that seem to ask the same, of which `show` tells."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.cases",
        description="An answer that somebody judged is an eval case, with all that was known at "
        "the moment of the answer. A label says what would have been right.",
    )
    add = parser.add_subparsers(
        dest="what", required=True, metavar="list | show | label | merge | export | import"
    ).add_parser
    listing = add("list", help="list them, newest first")
    _narrowed(listing, "all")
    listing.add_argument("--most", type=whole_number(), default=MOST, help=f"how many ({MOST})")
    _json(listing, "print them as JSON, whole")
    showing = add("show", help="show everything about one")
    _case(showing)
    _json(showing, "print it as JSON, whole")
    _labelling(add("label", help="say what is right about one, and what becomes of it"))
    _merging(add("merge", help="fold cases that ask the same into one"))
    _exporting(add("export", help="write them as questions for scripts.evaluate"))
    importing = add("import", help="keep the questions of a file as cases")
    importing.add_argument("file", type=Path, metavar="FILE", help="JSON lines, as export writes")
    importing.add_argument(
        "--collection", default="docs", metavar="NAME", help="where their right pages stand (docs)"
    )
    importing.add_argument("--update", action="store_true", help="change cases that are there")
    _json(importing, "print the counts as JSON")
    return parser


def _labelling(parser: argparse.ArgumentParser) -> None:
    """Take what is right; what is not named stays as it is."""
    _case(parser)
    add = parser.add_argument
    add(
        "--right", action="append", metavar="PAGE", help="a right page: link, path, collection:path"
    )
    add("--expected", metavar="TEXT", help="the answer that should have been given")
    add("--must-say", action="append", metavar="TEXT", help="wording required; or|between|others")
    add("--must-not-say", action="append", metavar="TEXT", help="wording that must not come")
    add("--refuse", action="store_true", help="a refusal is right")
    decided = [state for state in STATES if state != "withdrawn"]
    add("--state", choices=decided, help="what becomes of it; kept and dropped need a --note")
    add("--note", metavar="TEXT", help="why it is kept, or was dropped")
    add("--clear", action="store_true", help="remove the earlier label first")
    _json(parser, "print the case as JSON, whole")


def _merging(parser: argparse.ArgumentParser) -> None:
    """Take two cases, or none: then what may be merged is listed."""
    parser.add_argument("case", nargs="?", metavar="ID", help="the case to fold away")
    parser.add_argument("into", nargs="?", metavar="INTO", help="the case that stays")
    parser.add_argument("--same", action="store_true", help="fold all that are worded the same")
    parser.add_argument("--undo", metavar="ID", help="take a case out again")
    _json(parser, "print what may be merged as JSON")


def _exporting(parser: argparse.ArgumentParser) -> None:
    """Take which cases, and how much of each."""
    _narrowed(parser, "standing")
    parser.add_argument("--labelled", action="store_true", help="only those that are measured")
    parser.add_argument("--whole", action="store_true", help="with hits, queries and versions")
    parser.add_argument("--rewrites", action="store_true", help="corrected searches instead")
    parser.add_argument("--out", type=Path, metavar="FILE", help="instead of standard output")


def _narrowed(parser: argparse.ArgumentParser, default: str) -> None:
    """Take a state and a kind, "all" for every one."""
    standing = "neither dropped nor withdrawn"
    parser.add_argument(
        "--state",
        choices=(*STATES, "standing", "all"),
        default=default,
        help=f"only cases of this state; standing: {standing} ({default})",
    )
    parser.add_argument(
        "--kind", choices=(*KINDS, "all"), default="all", help="only cases of this kind (all)"
    )
    parser.add_argument("--folded", action="store_true", help="with those folded into others")


def _case(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("case", metavar="ID", help="a case's id, or the start of it")


def _json(parser: argparse.ArgumentParser, told: str) -> None:
    parser.add_argument("--json", action="store_true", help=told)


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    if options.what == "merge" and options.case and not options.into:
        parser.error("merge takes the case to fold away and the one that stays")
    writable(options.out if options.what == "export" else None)
    from retrieval import wiring

    async with wiring.open_ledger(wiring.settings()) as ledger:
        match options.what:
            case "list":
                await _list(ledger.cases, options)
            case "show":
                await _show(ledger.cases, options)
            case "label":
                await _label(ledger.cases, options)
            case "merge":
                await _merge(ledger.cases, options)
            case "export" if options.rewrites:
                await rewrites_taken_out(ledger.rewrites, options)
            case "export":
                await taken_out(ledger.cases, options)
            case "import":
                await brought_in(ledger.cases, options)
    return 0


class Kept(Cases, Wordings, Protocol):
    """The cases of the ledger."""


async def _list(cases: Cases, options: argparse.Namespace) -> None:
    """Print cases, newest first."""
    listed(await wanted(cases, options, options.most + 1), options.most, as_json=options.json)


async def _show(cases: Kept, options: argparse.Namespace) -> None:
    """Print all that is known of a case."""
    from retrieval.learn.duplicates import Duplicates

    case = await cases.find(options.case)
    if options.json:
        print_json(asdict(case))
        return
    asked = str(case.content.get("standalone") or case.content.get("question") or "")
    passing("Looking for cases that ask the same …")
    wordings = await cases.wordings()
    texts = {one.case: one.text for one in wordings}
    alike = Duplicates(wordings).of(asked, without=case.id, most=ALIKE)
    told = [f"{name}: {one_line(texts[name], CUT)}" for name in alike]
    passing()
    print("\n".join(lines(case, await cases.history(case.id), told)))


async def _label(cases: Cases, options: argparse.Namespace) -> None:
    """Say what is right about a case, and what becomes of it."""
    _agreeing(options)
    case = await cases.find(options.case)
    passing("Looking for the page …" if options.right else "")
    try:
        right = await _right(case, options.right) if options.right else None
    finally:
        passing()
    label = _said(case, options, right)
    if label != case.label:
        case = await cases.label(case.id, label, by=BY)
    if options.state and options.state != case.state:
        case = await cases.move(case.id, options.state, note=options.note or "", by=BY)
    if options.json:
        print_json(asdict(case))
    else:
        print("\n".join(lines(case, await cases.history(case.id), ())))


def _agreeing(options: argparse.Namespace) -> None:
    """See that what is said of a case does not contradict itself. Raises InputError."""
    from retrieval.errors import InputError

    if options.refuse and (options.right or options.expected):
        raise InputError(
            "--refuse says that no page answers; --right and --expected say that one does."
        )
    for name in ("right", "expected", "must_say", "must_not_say", "note"):
        said = getattr(options, name)
        given = [said] if isinstance(said, str) else said or []
        parts = "|".join(given).split("|") if name == "must_say" and given else given
        if not all(part.strip() for part in parts):
            option = name.replace("_", "-")
            raise InputError(f"What --{option} is given is empty; --clear removes a label.")


def _said(case: EvalCase, options: argparse.Namespace, right: tuple[str, ...] | None) -> Label:
    """Return the label with what the options say."""
    from retrieval.ports import Label

    label = Label() if options.clear else case.label
    told = {
        "right": right,
        "expected": options.expected,
        "must_say": options.must_say and tuple(tuple(o.split("|")) for o in options.must_say),
        "must_not_say": options.must_not_say and tuple(options.must_not_say),
        "answerable": False if options.refuse else None,
        "note": options.note,
    }
    return replace(label, **{name: part for name, part in told.items() if part is not None})


async def _right(case: EvalCase, said: Sequence[str]) -> tuple[str, ...]:
    """Name the right pages that links and paths stand for, wherever they are indexed.

    A page that is named by its collection is taken though it is not indexed, and that is said.
    Raises InputError, StoreError.
    """
    from retrieval import wiring, wiring_diagnosis, wiring_upkeep
    from retrieval.learn.locating import locate
    from retrieval.learn.right_pages import right_pages

    settings = wiring.settings()
    indexed = await wiring_upkeep.upkeep(settings).collections()
    asked: Sequence[str] = case.content.get("collections") or ()

    async def find(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
        found = await locate(text, wiring_diagnosis.pages(settings), collections)
        if not found and text.partition(":")[0] in collections:
            complain(f"{visible(text)} is not indexed. It is taken as right all the same.")
        return found

    return await right_pages(said, find, tuple(dict.fromkeys((*asked, *indexed))))


async def _merge(cases: Kept, options: argparse.Namespace) -> None:
    """Fold a case into another, or unfold it, or tell what may be folded."""
    if options.undo:
        case = await cases.fold(options.undo, "", by=BY)
        print(f"{case.id} stands by itself again.")
    elif options.case:
        before = await cases.find(options.into)
        case = await cases.fold(options.case, options.into, by=BY)
        print(f"{case.id} is folded into {case.into}.")
        if (await cases.find(before.id)).label != before.label:
            print(f"{before.id} has taken over what is right about it.")
    else:
        await _groups(cases, options)


async def _groups(cases: Kept, options: argparse.Namespace) -> None:
    """Tell which cases seem to ask the same, and fold those worded the same where that is asked."""
    from retrieval.learn.duplicates import Duplicates

    wordings = await cases.wordings()
    groups = Duplicates(wordings).groups(progress("comparing"))
    if options.same:
        groups = tuple(group for group in groups if group.same)
        for group in groups:
            for other in group.others:
                await cases.fold(other, group.stays, by=BY)
    if options.json:
        print_json([asdict(group) for group in groups])
        return
    texts = {one.case: one.text for one in wordings}
    for group in groups:
        print(f"{group.stays}  {one_line(texts[group.stays], CUT)}")
        for other in group.others:
            print(f"  {other}  {one_line(texts[other], CUT)}")
    _told(groups, folded=options.same)


def _told(groups: Sequence[object], *, folded: bool) -> None:
    how = "To fold one into another: python -m scripts.cases merge ID INTO"
    done = "They are folded into the first of each; merge --undo ID takes one out again."
    complain((done if folded else how) if groups else "No two cases seem to ask the same.")


if __name__ == "__main__":
    run(main)
