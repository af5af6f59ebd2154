"""Show what the documentation lacks: questions that were refused or disliked, in groups."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta

from scripts.terminal import complain, is_terminal, print_json, progress, run, visible, whole_number

DAYS = 30
_NOT_POSTED = (
    "Nothing was posted: the digest of this week is done or under way, or the policy names no "
    "maintainers' channel."
)
MOST = 20
"""Gaps that are shown unless it is told otherwise."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.gaps",
        description="Group the questions that were refused or disliked by what one page would "
        "answer, the most asked first, each with the nearest page, its owner and an outline made "
        "of the questions' own words. A gap whose questions are answered by now is left out.",
    )
    parser.add_argument(
        "--since", type=_period, default=timedelta(days=DAYS), metavar="30d", help="how far back"
    )
    parser.add_argument("--collection", default="", help="only questions asked of this collection")
    parser.add_argument("--most", type=whole_number(), default=MOST, help=f"how many gaps ({MOST})")
    parser.add_argument(
        "--ask", action="store_true", help="ask again, and leave out what is answered"
    )
    parser.add_argument(
        "--private", action="store_true", help="also show the words of what was asked in private"
    )
    parser.add_argument(
        "--post",
        action="store_true",
        help="post the digest of the week to the maintainers' channel instead, once a week",
    )
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    return parser


def _period(text: str) -> timedelta:
    """Read a time such as 30d, 2w or 12h."""
    units = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
    number, unit = text[:-1], text[-1:]
    if unit not in units or not number.isdecimal() or not 0 < int(number) <= 10_000:
        raise argparse.ArgumentTypeError("must be a number with h, d or w, such as 30d")
    return int(number) * units[unit]


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring, wiring_gaps
    from retrieval.learn.gaps_told import as_data, lines

    settings, now = wiring.settings(), datetime.now(UTC)
    async with wiring.open_ledger(settings) as ledger:
        if options.post:
            from bot.settings import policy_file

            said = await wiring_gaps.post(settings, ledger, policy_file(), now)
            print(said or _NOT_POSTED)
            return 0
        if is_terminal():
            complain("Reading the questions.")
        shown = wiring_gaps.operator(private=options.private)
        async with wiring_gaps.open_finder(settings, ledger, shown) as finder:
            found = await finder.find(
                now - options.since,
                collection=options.collection,
                most=options.most,
                progress=progress("questions"),
            )
        if options.ask:
            found = await wiring_gaps.reask(settings, found, ledger)
    if options.json:
        print_json(as_data(found))
    else:
        print("\n".join(map(visible, lines(found))))
    return 0


if __name__ == "__main__":
    run(main)
