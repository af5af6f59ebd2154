"""Play a storm of events again, or record one: `python -m scripts.tape play FILE`."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.errors import InputError
from retrieval.signals import stop_signal
from retrieval.text.counted import number_of
from scripts.terminal import complain, print_json, run

if TYPE_CHECKING:
    from bot.playground.player import Outcome
    from bot.playground.recorder import Recorder
    from bot.playground.stage import Stage
    from bot.playground.tapes import Tape


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.tape",
        description="Play event tapes against the bot in a playground of its own, and check what "
        "they expect (exit code 1 when something is not so); or record one from what people do "
        "on the page.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="play|record")
    play = commands.add_parser("play", help="play tapes, one after the other")
    play.add_argument("tapes", nargs="+", type=Path, metavar="FILE")
    play.add_argument("--json", action="store_true", help="print the outcomes as JSON")
    record = commands.add_parser("record", help="record a tape until Ctrl-C")
    record.add_argument("tape", type=Path, metavar="FILE")
    record.add_argument("--about", default="", help="what the tape is about, in a sentence")
    for command in (play, record):
        command.add_argument(
            "--docs", type=Path, default=Path("docs"), help="a folder or a file; default: docs"
        )
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    if options.command == "record":
        return await _record(options)
    return await _play(options)


async def _play(options: argparse.Namespace) -> int:
    """Play tapes, each against a bot that has heard nothing before."""
    from bot.playground import tapes

    read = [(path, tapes.read(path)) for path in options.tapes]
    say: Callable[[str], None] = complain if options.json else print
    outcomes: dict[str, Outcome] = {}
    for path, tape in read:
        say(f"{path}: {tape.about or 'a tape'}")
        outcomes[str(path)] = await _played(tape, options.docs)
        for wrong in outcomes[str(path)].wrong:
            say(f"  {wrong}")
        if not outcomes[str(path)].wrong:
            say(f"  as expected ({outcomes[str(path)].checked} looks)")
    if options.json:
        print_json({name: asdict(outcome) for name, outcome in outcomes.items()})
    return 1 if any(outcome.wrong for outcome in outcomes.values()) else 0


async def _played(tape: Tape, docs: Path) -> Outcome:
    from bot.playground.player import Player
    from bot.playground.stage import stage

    with tempfile.TemporaryDirectory() as folder:
        async with stage(docs, complain, f"sqlite:///{folder}/tape.db") as ready:
            player = Player(ready.playground, ready.clock, ready.kill)
            return await player.play(tape)


async def _record(options: argparse.Namespace) -> int:
    """Record what people do until told to stop."""
    if not options.tape.parent.is_dir():
        raise InputError(f"There is no folder {options.tape.parent} to put the tape in.")
    from bot.playground.stage import stage

    stop = stop_signal()
    with tempfile.TemporaryDirectory() as folder:
        async with stage(options.docs, complain, f"sqlite:///{folder}/tape.db") as ready:
            recorder = _recording(ready)
            print(f"Recording what is done at {ready.url} (Ctrl-C ends it)", flush=True)
            await stop.wait()
            tape = recorder.tape(options.about)
    tape.write(options.tape)
    print(f"{number_of(len(tape.steps), 'step is', 'steps are')} in {options.tape}.")
    return 0


def _recording(ready: Stage) -> Recorder:
    from bot.playground.recorder import Recorder

    return Recorder(ready.playground.workspace)


if __name__ == "__main__":
    run(main)
