"""What every command shares: errors as sentences, exit codes, progress that suits the terminal."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

from retrieval.errors import FootnoteError


def run(main: Callable[[], Coroutine[Any, Any, int]]) -> NoReturn:
    """Run a command and leave with its exit code; a FootnoteError becomes its sentence."""
    try:
        code = asyncio.run(_whole(main))
    except FootnoteError as error:
        complain(str(error))
        code = error.exit_code
    except KeyboardInterrupt:
        complain("Stopped. What was finished is kept; run it again to go on.")
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


async def _whole(main: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run a command, and close what connections it has made."""
    from retrieval.wiring_stores import let_go

    try:
        return await main()
    finally:
        await let_go()


def stop_signal() -> asyncio.Event:
    """Return an event that the first SIGINT or SIGTERM sets; a second one ends the command."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGINT)

    def told() -> None:
        stop.set()
        for number in numbers:
            loop.remove_signal_handler(number)

    for number in numbers:
        loop.add_signal_handler(number, told)
    return stop


def complain(sentence: str) -> None:
    """Print a sentence on standard error."""
    print(sentence, file=sys.stderr)


def visible(text: str) -> str:
    """Return `text` on one line, with what a terminal would obey or hide written out.

    File names, titles and links come from outside: a line break in one would pass for a line of
    ours, and an escape sequence would be carried out.
    """
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def print_json(value: object) -> None:
    """Print a value as JSON that people can read; what is not printable is escaped."""
    lines = json.dumps(value, ensure_ascii=False, indent=2, default=str).split("\n")
    print("\n".join(map(visible, lines)))


def is_terminal() -> bool:
    """Whether a person is looking: standard error is a terminal that can redraw a line."""
    return sys.stderr.isatty()


def progress(what: str) -> Callable[[int, int], None]:
    """Return a function that shows how far something is: a line redrawn, or a line each tenth."""
    started = time.monotonic()
    shown = -1

    def step(done: int, total: int) -> None:
        nonlocal shown
        tenth = 10 * done // max(total, 1)
        if is_terminal():
            end = "\n" if done == total else ""
            left = (time.monotonic() - started) / max(done, 1) * (total - done)
            line = f"\r\033[K{what}: {done} of {total}, {left:.0f} s left"
            print(line, end=end, file=sys.stderr, flush=True)
        elif tenth > shown and total >= 10:
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)
        shown = tenth

    return step
