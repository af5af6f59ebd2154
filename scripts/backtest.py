"""Tell what the bot would have said in a channel unasked, before it is let."""

from __future__ import annotations

import argparse
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from scripts.terminal import complain, one_line, print_json, progress, run, visible, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.backtesting import Backtest
    from bot.slack.replay import Replayed

_CHANNEL = re.compile(r"[CG][A-Z0-9]{2,}")
WIDTH = 100
"""Characters of a question or an answer that are shown on a line."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.backtest",
        description="Ask the questions of a channel again, within what their askers may "
        "search there, and tell which the bot would have answered unasked, why it would have kept "
        "quiet, and what people said. Nothing is posted. The bot must be in the channel. What was "
        "replayed is kept: stopped and run again, it continues. Exit code 1 when some questions "
        "could not be replayed.",
    )
    parser.add_argument("channel", type=_channel, metavar="CHANNEL", help="its id, such as C0123")
    parser.add_argument(
        "--days", type=whole_number(3_650), default=30, help="how far back; default: 30"
    )
    parser.add_argument(
        "--pause",
        type=_seconds,
        default=1.3,
        metavar="SECONDS",
        help="between two calls of Slack, which allows some fifty a minute; default: 1.3",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument(
        "--afresh", action="store_true", help="also replay what was replayed before"
    )
    return parser


def _channel(text: str) -> str:
    """Read a channel's id."""
    if not _CHANNEL.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no channel's id. It stands at the end of the channel's details: C0123…"
        )
    return text


def _seconds(text: str) -> float:
    """Read a number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 600:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 600.")
    return seconds


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from bot import settings as bot_settings
    from bot.backtesting import Diary, backtest, opened
    from retrieval import wiring

    settings = wiring.settings()
    wiring.configure_log("warning")
    bot = bot_settings.load(http=bot_settings.by_http())
    since = datetime.now(UTC) - timedelta(days=options.days)
    async with opened(settings, bot, pause=options.pause) as replay:
        path = settings.data / "backtest" / f"{options.channel}.jsonl"
        diary = Diary(path, afresh=options.afresh)
        found = await backtest(replay, options.channel, since, diary, progress("replaying"))
    if options.json:
        print_json(found.as_json())
    else:
        print("\n".join(lines(found)))
    failures = [one for one in found.questions if one.failure]
    for one in failures[:5]:
        complain(f"{one_line(one.question, WIDTH)}: {visible(one.failure)}")
    return 1 if failures else 0


def lines(found: Backtest) -> Iterator[str]:
    """Yield the report, line by line."""
    questions, answered = len(found.questions), len(found.answered)
    yield (
        f"{found.channel} since {found.since:%Y-%m-%d}: {found.messages} messages at the top "
        f"level, {questions} of them questions of people to everyone."
    )
    if not questions:
        return
    rest = ", and kept quiet at:" if found.quiet else "."
    yield f"It would have answered {answered} ({answered / questions:.0%}){rest}"
    yield from (f"  {count:5}  {reason}" for reason, count in found.quiet.items())
    if not answered:
        return
    yield f"Of the {answered} that it would have answered, people:"
    yield from (f"  {count:5}  {what}" for what, count in found.people.items())
    if found.precision is not None:
        yield f"Where people answered too, they agree with {found.precision:.0%} of its answers."
    if found.doubtful:
        yield ""
        yield "Read these first: people said something else than it would have."
        for one in found.doubtful:
            yield from _whole(one)
    yield ""
    yield "All questions, oldest first:"
    yield from map(_line, found.questions)


def _whole(one: Replayed) -> Iterator[str]:
    """Yield a question with both answers."""
    yield f"- {_day(one)} {one_line(one.question, WIDTH)}"
    yield f"    it:     {one_line(one.answer, WIDTH)}"
    yield f"    by:     {visible(', '.join(one.pages))}  (trace {one.trace_id})"
    yield f"    people: {one_line(one.said, WIDTH)}"


def _line(one: Replayed) -> str:
    """Return what became of a question, on a line."""
    what = visible(one.pages[0]) if one.answered and one.pages else f"({one.reason})"
    came = "answer" if one.answered else "quiet"
    return f"  {_day(one)} {came:6} {one_line(one.question, WIDTH)}  {what}"


def _day(one: Replayed) -> str:
    return datetime.fromtimestamp(float(one.ts), UTC).strftime("%Y-%m-%d %H:%M")


if __name__ == "__main__":
    run(main)
