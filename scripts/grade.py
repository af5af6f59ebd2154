"""Put a sample of fresh answers before people, one key each; report how often they are right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from scripts.terminal import complain, print_json, run, visible, whole_number

if TYPE_CHECKING:
    from retrieval.learn.grading_posts import GradingLedger
    from retrieval.ports.grades import Sample
    from retrieval.values import Trace

COUNT, DAYS = 100, 30
KEYS = {"r": "right", "p": "partly", "w": "wrong", "n": "refuse"}
NO_ANSWER = "Nothing to grade: no question was answered in that time."
NO_SAMPLE = "No sample was drawn yet, so nothing is graded. Draw one: python -m scripts.grade"
HELP = "r right   p partly   w wrong   n should have refused   s skip   b back   q quit"


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.grade",
        description="Draw fresh answers at random, spread over collections and askers, and grade "
        f"them with one key each: {HELP}. What you graded is not shown again; quit and go on "
        "whenever you like. Grades become eval cases.",
    )
    parser.add_argument(
        "--count", type=whole_number(100_000), default=COUNT, help=f"how many answers ({COUNT})"
    )
    parser.add_argument(
        "--days",
        type=whole_number(100_000),
        default=DAYS,
        help=f"of how many days, when drawn ({DAYS})",
    )
    parser.add_argument("--seed", type=int, help="what decides the draw (the day)")
    parser.add_argument("--new", action="store_true", help="draw a new sample")
    parser.add_argument("--by", default="", help="who grades (the name of this user)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--report", action="store_true", help="only report on the newest sample")
    what.add_argument(
        "--slack",
        action="store_true",
        help="post the next ones to the support channels instead, with a button for each grade",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring

    async with wiring.open_ledger(wiring.settings()) as ledger:
        sample = await _sample(ledger, options)
        if sample is None:
            complain(NO_SAMPLE if options.report else NO_ANSWER)
            return 1
        if options.slack:
            return await _slack(ledger, sample)
        if not options.report:
            asking = Asking(ledger, sample, options.by or _user(), keys())
            await asking.run()
        await _report(ledger, sample, as_json=options.json)
    return 0


async def _sample(ledger: GradingLedger, options: argparse.Namespace) -> Sample | None:
    """Return the newest sample, or draw one where there is none or a new one is wanted."""
    from retrieval.learn.sampling import draw
    from retrieval.ports.grades import Sample

    now = datetime.now(UTC)
    newest = None if options.new else await ledger.grades.sample()
    if newest is not None and options.seed in {None, newest.seed}:
        return newest
    if options.report:
        return newest
    seed = options.seed if options.seed is not None else int(f"{now:%Y%m%d}")
    since = now - timedelta(days=options.days)
    complain(f"Drawing among the answers since {since:%Y-%m-%d} ...")
    answers = await ledger.grades.gradable(since)
    if not answers:
        return None
    traces = draw(answers, options.count, seed)
    return await ledger.grades.draw(Sample(f"{now:%Y-%m-%d}.{seed}", now, since, seed, traces))


async def _slack(ledger: GradingLedger, sample: Sample) -> int:
    """Post the next answers; say how many wait, and how many nobody may be shown."""
    from bot.settings import policy_file
    from retrieval.errors import InputError
    from retrieval.learn.grading_posts import post
    from retrieval.policy import load

    path = policy_file()
    if path is None:
        raise InputError("There is no policy, which would name the support channels.")
    answers = await ledger.grades.drawn(sample)
    done = await post(ledger, sample, answers, load(path))
    print(f"{done.new} posted, {done.waiting} wait for a grade; the next come as these are graded.")
    if done.hidden:
        print(f"{done.hidden} are not for any channel's eyes: grade them here, without --slack.")
    return 0


async def _report(ledger: GradingLedger, sample: Sample, *, as_json: bool) -> None:
    """Print what was made of the sample so far."""
    from retrieval.learn.grading import report
    from retrieval.learn.grading_told import summary

    answers = await ledger.grades.drawn(sample)
    found = report(sample.id, sample.traces, answers, await ledger.grades.of(sample.traces))
    if as_json:
        print_json(asdict(found))
    else:
        print("\n".join(map(visible, summary(found))))


@dataclass(slots=True)
class Asking:
    """Shows answers one after the other, and keeps what is said of them."""

    ledger: GradingLedger
    sample: Sample
    person: str
    pressed: Iterator[str]

    async def run(self) -> None:
        """Ask until all is graded or the person quits."""
        mine = await self.ledger.grades.of(self.sample.traces)
        done = {one.trace_id for one in mine if one.person == self.person}
        left = [name for name in self.sample.traces if name not in done]
        at = 0
        while 0 <= at < len(left):
            step = await self._ask(left[at], len(done) + at + 1)
            if step is None:
                return
            at = max(0, at + step)

    async def _ask(self, name: str, number: int) -> int | None:
        """Show an answer and take a key; return how far to go, None to quit."""
        from retrieval.errors import TraceMissing
        from retrieval.learn.grading_told import lines

        try:
            trace = await self.ledger.find(name)
        except TraceMissing:
            return 1
        print(f"\n{number} of {len(self.sample.traces)}, trace {name}")
        print("\n".join(map(visible, lines(trace))))
        print(HELP, flush=True)
        for key in self.pressed:
            if key in KEYS:
                await self._keep(trace, KEYS[key])
                return 1
            if key in {"s", "b"}:
                return 1 if key == "s" else -1
            if key in {"q", "\x03", "\x04"}:
                return None
        return None

    async def _keep(self, trace: Trace, given: str) -> None:
        """Keep a grade, and make its case."""
        from retrieval.learn.graded import meant, settle
        from retrieval.ports.grades import Grade

        now = datetime.now(UTC)
        grade = Grade(trace.id, self.person, meant(trace, given), now, self.sample.id)
        await self.ledger.grades.give(grade)
        await settle(self.ledger.cases, trace, grade, now)
        print(f"  {grade.grade}", flush=True)


def keys() -> Iterator[str]:
    """Yield keys as they are pressed; where nobody presses any, the letters of the input."""
    read = _key if sys.stdin.isatty() else _letter
    while key := read():
        yield key.lower()


def _letter() -> str:
    """Return the next letter of the input, white space left out; nothing at its end."""
    while letter := sys.stdin.read(1):
        if letter.strip():
            return letter
    return ""


def _key() -> str:
    """Return the next key of the terminal, at once."""
    import termios
    import tty

    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        return sys.stdin.read(1)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _user() -> str:
    """Return the name of whoever runs this."""
    import os
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"user {os.getuid()}"


if __name__ == "__main__":
    run(main)
