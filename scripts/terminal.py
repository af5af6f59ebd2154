"""What every command shares: errors as sentences, exit codes, progress that suits the terminal."""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from typing import Any, NoReturn

from retrieval.errors import FootnoteError, InputError
from retrieval.text.collection import check_name
from retrieval.text.shorten import shorten

SILENT_SECONDS = 5.0
"""How long few things may take without a line that says how far they are."""
_drawn = ExitStack()
"""Ends the bars that are being drawn: a command that is interrupted leaves none behind."""


def run(main: Callable[[], Coroutine[Any, Any, int]]) -> NoReturn:
    """Run a command and leave with its exit code; a FootnoteError becomes its sentence."""
    try:
        write_anything()
        refuse_unfit(sys.argv[1:])
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


def write_anything() -> None:
    """See that no character ends a command: what the output cannot encode is written out."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="backslashreplace")


def refuse_unfit(arguments: Sequence[str]) -> None:
    """See that no argument is empty, and that what `--collection` names can be a collection.

    A variable of a shell that is not set makes an empty one. To search the collection "" would be
    to search all, and an expected answer "" would delete the one there is. Raises InputError.
    """
    option = ""
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if equals and name.startswith("--") and (name == "--collection" or not value.strip()):
            option, argument = name, value  # noqa: PLW2901  # the value is what is looked at
        if not argument.strip():
            which = f"What {option} is given" if option else "An argument"
            raise InputError(f"{which} is empty. Give it a value, or leave it out.")
        if option == "--collection":
            check_name(argument)
        option = argument if argument.startswith("--") and argument != "--" else ""


async def _whole(main: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run a command, and close what connections and bars it has made."""
    from retrieval.wiring_stores import close_connections

    try:
        return await main()
    finally:
        _drawn.close()
        await close_connections()


def complain(sentence: str) -> None:
    """Print a sentence on standard error."""
    print(sentence, file=sys.stderr)


def visible(text: str) -> str:
    """Return `text` on one line, with what a terminal would obey or hide written out.

    File names, titles and links come from outside: a line break in one would pass for a line of
    ours, and an escape sequence would be carried out.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def one_line(text: str, most: int | None = 160) -> str:
    """Return `text` on one line, safe for a terminal, cut to `most` characters if given."""
    line = visible(" ".join(text.split()))
    return line if most is None else shorten(line, most)


def columns() -> int | None:
    """Return how wide the terminal of standard output is; None where it goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def whole_number(most: int = 9_999) -> Callable[[str], int]:
    """Return the type of an argument that is a whole number from 1 to `most`."""

    def read(text: str) -> int:
        if not text.isdecimal() or not 1 <= int(text[:20]) <= most:
            raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {most}")
        return int(text)

    return read


def print_json(value: object) -> None:
    """Print a value as JSON that people can read; what is not printable is escaped.

    All that is not ASCII is, where the output cannot encode some of it.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    text = "\n".join(map(visible, text.split("\n")))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2, default=str)
    print(text)


def is_terminal() -> bool:
    """Whether a person is looking: standard error is a terminal that can redraw a line."""
    return sys.stderr.isatty()


def passing(sentence: str = "") -> None:
    """Show a line that the next one takes the place of, where a person is looking; "" erases it."""
    if is_terminal():
        print(f"\r\033[K{sentence}", end="", file=sys.stderr, flush=True)


def progress(what: str) -> Callable[[int, int], None]:
    """Return a function that shows how far something is: a bar, or a line each tenth.

    The bar is for a terminal: done of total, rate and time left. What is told after its end, or
    of another total, has a bar of its own. Of fewer than ten things there is a line where the last
    is some seconds ago.
    """
    shown, told = -1, time.monotonic()
    bar: Callable[[int, int], None] | None = None

    def step(done: int, total: int) -> None:
        nonlocal shown, told, bar
        tenth = 10 * done // max(total, 1)
        due = total >= 10 or time.monotonic() - told >= SILENT_SECONDS
        if is_terminal():
            bar = bar or _bar(what)
            bar(done, total)
            bar = bar if done < total else None
        elif tenth > shown and due:
            told = time.monotonic()
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)
        shown = tenth

    return step


def _bar(what: str) -> Callable[[int, int], None]:
    """Return what draws one bar on standard error."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=Console(stderr=True),
        redirect_stdout=False,
    )
    task = bar.add_task(what, total=None, rate="")
    _drawn.enter_context(bar)

    def draw(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        bar.update(task, rate=f"{bar.tasks[0].speed or 0:,.1f}/s")
        if done >= total:
            bar.stop()

    return draw
