"""Measure the labelled cases once a day: post the number, open a ticket when it drops."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from retrieval.errors import FootnoteError
from retrieval.signals import stop_signal
from scripts.terminal import complain, is_terminal, print_json, progress, run, visible

if TYPE_CHECKING:
    from retrieval.learn.nightly import Nightly
    from retrieval.learn.nightly_told import Night
    from retrieval.settings import Settings

LATEST = timedelta(hours=12)
"""A night that was missed is made up for within so long; after that the next one is waited for."""
Week = Callable[[datetime], Awaitable[str]]
"""Posts the digest of a week's gaps in the documentation, once; says what it did, if anything."""

AGAIN, LEAST = 600.0, 1.0
"""Seconds between looks: at the clock, at what failed, at tickets that could not be opened."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.nightly",
        description="Measure all labelled cases: recall@5, MRR, valid citations, refusals and "
        "right answers. Without an option it stays, and does so every day at FOOTNOTE_NIGHTLY_AT. "
        "What fell by more than two points opens a ticket. Exit code 1 when nothing could be "
        "measured.",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--once", action="store_true", help="do today's run now, unless it is done: for cron"
    )
    what.add_argument("--again", action="store_true", help="do today's run now, even if it is done")
    what.add_argument(
        "--dry-run",
        action="store_true",
        help="measure and compare; keep nothing, post nothing, open no ticket",
    )
    what.add_argument(
        "--accept",
        metavar="TICKET",
        help="close a ticket: the drop was intended, and earlier nights no longer count",
    )
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from bot.settings import policy_file
    from retrieval import wiring, wiring_gaps, wiring_nightly

    settings = wiring.settings()
    async with wiring.open_ledger(settings) as ledger:
        nightly = wiring_nightly.nightly(settings, ledger, policy_file())
        if options.accept:
            return await _accept(nightly, options.accept, as_json=options.json)
        if options.once or options.again or options.dry_run:
            return await _now(nightly, options)
        week = partial(wiring_gaps.post, settings, ledger, policy_file())
        await _stay(nightly, settings, week, stop_signal())
    return 0


async def _accept(nightly: Nightly, key: str, *, as_json: bool) -> int:
    """Close a ticket."""
    ticket = await nightly.accept(key)
    if as_json:
        print_json({"key": ticket.key, "state": ticket.state})
    else:
        print(f"{ticket.key} is {ticket.state}: runs are compared with that night and later ones.")
    return 0


async def _now(nightly: Nightly, options: argparse.Namespace) -> int:
    """Do one run, and print it."""
    period, step = f"{datetime.now(UTC):%Y-%m-%d}", progress("cases")
    if is_terminal():
        complain("Reading the cases.")
    if options.dry_run:
        night = await nightly.look(period, step)
    elif options.again:
        anew = await nightly.again(period, step)
        if anew is None:
            return _being_done(period, as_json=options.json)
        night = anew
    elif (done := await nightly.once(period, step)) is not None:
        night = done
    else:
        return await _not_now(nightly, period, as_json=options.json)
    _print(night, as_json=options.json)
    return 1 if night.run.failure else 0


def _being_done(period: str, *, as_json: bool) -> int:
    """Say that another process measures a period again; return the exit code."""
    if as_json:
        print_json({"period": period, "done": False, "under_way": True})
    else:
        print(f"Another process is doing the run of {period} again: nothing is measured twice.")
    return 0


async def _not_now(nightly: Nightly, period: str, *, as_json: bool) -> int:
    """Say why a run is not done now: it is done, with its figures, or under way, or given up."""
    from retrieval.learn.nightly_told import as_data

    duty = await nightly.standing(period)
    done = bool(duty and duty.ended)
    under_way = bool(duty and not done and duty.until > datetime.now(UTC))
    night = await nightly.done(period) if done else None
    if as_json:
        told = as_data(night) if night else {"period": period}
        print_json({**told, "done": done, "under_way": under_way})
    elif done:
        print(f"The run of {period} is done. --again does it once more.")
        if night:
            _print(night, as_json=False)
    elif under_way:
        print(f"The run of {period} is under way. --again does it beside.")
    else:
        print(f"The run of {period} failed too often to be tried again by itself. Use --again.")
    return 0 if done or under_way else 1


def _print(night: Night, *, as_json: bool) -> None:
    """Print what a run found."""
    from retrieval.learn.nightly_told import as_data, message

    if as_json:
        print_json(as_data(night))
        return
    if night.run.failure:
        complain(visible(night.run.failure))
    text = message(night).replace("**", "").replace("```\n", "").replace("\n```", "")
    print("\n".join(map(visible, text.split("\n"))))


async def _stay(nightly: Nightly, settings: Settings, week: Week, stop: asyncio.Event) -> None:
    """Do a run each day, and the digest of each week, until told to stop.

    What fails is said, and does not end this. A run that is stopped is given up: the next process
    may begin it at once.
    """
    print(f"Measuring every day at {settings.nightly_at} UTC.", flush=True)
    said: set[str] = set()
    while not stop.is_set():
        now = datetime.now(UTC)
        due = last(settings.nightly_time, now)
        period = f"{due:%Y-%m-%d}" if now - due <= LATEST else ""
        await _unless(stop, _turn(nightly, period, partial(week, now), said))
        left = (due + timedelta(days=1) - datetime.now(UTC)).total_seconds()
        await _sleep(stop, max(LEAST, min(AGAIN, left)))


async def _turn(
    nightly: Nightly, period: str, week: Callable[[], Awaitable[str]], said: set[str]
) -> None:
    """Do what is due: the run of a period, tickets that could not be opened, the digest.

    Why a period could not be measured is told once: `said` are what was told of it.
    """
    try:
        night = await nightly.once(period, _silent) if period else None
        failed = f"{period} {night.run.failure}" if night and night.run.failure else ""
        if night and failed not in said:
            said |= {failed} - {""}
            _print(night, as_json=False)
        for problem in await nightly.settle():
            complain(visible(problem))
        if digest := await week():
            print(visible(digest), flush=True)
    except FootnoteError as error:
        complain(visible(str(error)))


async def _unless(stop: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Do some work, given up where it is time to stop."""
    doing, stopping = asyncio.create_task(work), asyncio.create_task(stop.wait())
    await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not doing.done():
        doing.cancel()
    with suppress(asyncio.CancelledError):
        await doing


def last(at: time, now: datetime) -> datetime:
    """Return when a time of day was last."""
    today = datetime.combine(now.date(), at, UTC)
    return today if today <= now else today - timedelta(days=1)


async def _sleep(stop: asyncio.Event, seconds: float) -> None:
    """Wait a while, or until told to stop."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return


def _silent(*_: Any) -> None:
    """Show no progress in a log."""


if __name__ == "__main__":
    run(main)
