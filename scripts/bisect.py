"""Find the change that broke a case: of a prompt, a model, a setting, weights, or the index."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scripts.terminal import complain, one_line, print_json, run, visible

if TYPE_CHECKING:
    from retrieval.learn.bisecting import Broken, NotBroken, Verdict
    from retrieval.learn.difference import Change
    from retrieval.learn.states import State
    from retrieval.ports import Cases, Charges, EvalCase
    from retrieval.settings import Settings
    from retrieval.wiring_bisect import Asking, History
    from retrieval.wiring_rebuild import Workshop

MEASURES = ("all", "found", "refusal", "said")


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.bisect",
        description="Walk the configurations that answers were given with, in the order of their "
        "first use, and the generations of the index, to the change that broke a labelled case. "
        "A version is the id of a configuration (or the start of it), a date, a generation (0003 "
        "or docs:0003), or `now`.",
    )
    add = parser.add_argument
    add("case", metavar="CASE", help="the id of a labelled case, or the start of it")
    add("--good", default="", metavar="V", help="where it was right; default: the oldest known")
    add("--bad", default="now", metavar="V", help="where it was wrong; default: now")
    add(
        "--by",
        choices=MEASURES,
        default="all",
        help="judge by one thing: a right page found, answered or refused rightly, or what is said",
    )
    add(
        "--stand-in",
        action="append",
        default=[],
        type=_stand_in,
        metavar="docs:OLD=NEW",
        help="take a generation in place of one that is no longer there; may be repeated",
    )
    add("--list", action="store_true", help="list the versions and ask nothing")
    add("--json", action="store_true", help="print what was found as JSON")
    return parser


def _stand_in(text: str) -> tuple[tuple[str, str], str]:
    """Read one generation in place of another."""
    old, equals, new = text.partition("=")
    collection, colon, made = old.partition(":")
    if not (equals and colon and collection and made and new):
        raise argparse.ArgumentTypeError("must be as in docs:0003=0009")
    return (collection, made), new


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring
    from retrieval.learn.states import locate
    from retrieval.wiring_bisect import Asking, history

    settings = wiring.settings()
    async with wiring.open_ledger(settings) as ledger:
        case = await _labelled(ledger.cases, options.case)
        known = await history(settings, ledger, case)
    if options.list:
        _list(known, as_json=options.json)
        return 0
    good = locate(known.states, options.good) if options.good else 0
    bad = locate(known.states, options.bad)
    async with (
        wiring.open_ledger(settings) as ledger,
        _workshop(settings, known, ledger.charges) as shop,
    ):
        asking = Asking(options.by, dict(options.stand_in), shop)
        found = await _search(settings, known, case, (good, bad), asking)
        changes = await _changes(settings, known, found, shop)
    return _tell(known, case, found, changes, as_json=options.json)


async def _changes(
    settings: Settings, known: History, found: Broken | NotBroken, shop: Workshop
) -> Sequence[Change]:
    """Name what changed where a case broke."""
    from retrieval.learn.bisecting import NotBroken
    from retrieval.wiring_bisect import named

    if isinstance(found, NotBroken):
        return ()
    good, bad = known.states[found.good], known.states[found.bad]
    return await named(settings, known, good, bad, shop)


def _workshop(
    settings: Settings, known: History, charges: Charges
) -> AbstractAsyncContextManager[Workshop]:
    """Return where generations that are gone are made again, which tells how far it is."""
    from retrieval.wiring_rebuild import Workshop, open_workshop
    from scripts.ingest import Watch

    shop = Workshop(settings, known.runs, known.there, charges, Watch(), complain)
    return open_workshop(shop)


async def _labelled(cases: Cases, name: str) -> EvalCase:
    """Return the case. Raises InputError for one that says nothing of what would be right."""
    from retrieval.errors import InputError
    from retrieval.learn.labelled import answerable

    case = await cases.find(name)
    label = case.label
    if not (label.right or answerable(label) is False or label.must_say or label.expected):
        raise InputError(
            f"Case {case.id} does not say what would be right. Label it first: "
            f"python -m scripts.cases label {case.id}"
        )
    return case


async def _search(
    settings: Settings,
    known: History,
    case: EvalCase,
    ends: tuple[int, int],
    asking: Asking,
) -> Broken | NotBroken:
    """Ask the case in one state after another, each of which is told."""
    from retrieval.learn.bisecting import bisect, steps
    from retrieval.wiring_bisect import judge

    most, done = steps(known.states[ends[0] : ends[1] + 1]), 0

    async def judged(place: int) -> Verdict:
        nonlocal done
        state = known.states[place]
        verdict = await judge(settings, known, case, state, asking)
        done += 1
        complain(f"{done} of about {most}: {state.name}: {_word(verdict)}")
        return verdict

    return await bisect(*ends, judged)


def _word(verdict: Verdict) -> str:
    """Word a verdict."""
    word = {True: "right", False: "wrong", None: "cannot be told"}[verdict.right]
    return visible(f"{word} ({verdict.why})")


def _tell(
    known: History,
    case: EvalCase,
    found: Broken | NotBroken,
    changes: Sequence[Change],
    *,
    as_json: bool,
) -> int:
    """Print what was found; return the exit code: 0 where the change is named."""
    from retrieval.learn.bisecting import NotBroken
    from retrieval.wiring_bisect import since

    if isinstance(found, NotBroken):
        place = min(found.judged, default=0)
        wrong = place in found.judged and found.judged[place].right is False
        alone = not found.judged and len(known.states) == 1
        also = since(known, known.states[place]) if wrong or alone else []
        if as_json:
            print_json({"case": case.id, "found": False, "why": found.why, "in_place": also})
        else:
            print("\n".join([found.why, *(f"But {sentence}." for sentence in also)]))
        return 1
    if as_json:
        print_json(as_data(known.states, case, found, changes))
    else:
        print("\n".join(lines(known.states, found, changes)))
    return 0


def as_data(
    states: Sequence[State], case: EvalCase, found: Broken, changes: Sequence[Change]
) -> dict[str, Any]:
    """Return what was found as JSON data."""
    return {
        "case": case.id,
        "found": True,
        "good": asdict(states[found.good]),
        "bad": asdict(states[found.bad]),
        "changes": [asdict(change) for change in changes],
        "skipped": [asdict(states[place]) for place in found.skipped],
        "judged": [
            {"state": states[place].name, **asdict(verdict)}
            for place, verdict in sorted(found.judged.items())
        ],
    }


def lines(states: Sequence[State], found: Broken, changes: Sequence[Change]) -> list[str]:
    """Write what was found as plain lines."""
    good, bad = states[found.good], states[found.bad]
    between = [states[place].what for place in range(found.good + 1, found.bad + 1)]
    written = [
        f"last right:  {good.name} (since {good.since:%Y-%m-%d %H:%M} UTC)",
        f"first wrong: {bad.name} (since {bad.since:%Y-%m-%d %H:%M} UTC)",
        "",
    ]
    if len(between) == 1:
        written.append(f"It was broken by {between[0]}:")
    else:
        written.append(f"It was broken by one of these: {'; '.join(between)}.")
        written += [
            f"  {states[place].name} was stepped around: {one_line(found.judged[place].why)}"
            for place in found.skipped
        ]
        written.append("Together they changed:")
    return written + [f"  {one_line(_change(change))}" for change in changes]


def _change(change: Change) -> str:
    """Word one change."""
    if not change.before:
        return f"{change.what}: {change.after}"
    return f"{change.what}: {change.before} -> {change.after or '(none)'}"


def _list(known: History, *, as_json: bool) -> None:
    """Print the states, oldest first."""
    if as_json:
        print_json([asdict(state) for state in known.states])
        return
    for state in known.states:
        print(f"{state.since:%Y-%m-%d %H:%M} UTC  {visible(state.name)}")


if __name__ == "__main__":
    run(main)
