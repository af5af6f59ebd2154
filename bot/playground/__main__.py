"""Try Footnote in a Slack of its own: `python -m bot.playground`, or `make demo`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.errors import FootnoteError, InputError

if TYPE_CHECKING:
    from bot.playground.demo import Demo
    from bot.playground.lock import Lock

PORT = 3210
"""Stays the same over starts, so that the links in the index do."""
HIGHEST_PORT = 65_535


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.playground",
        description="Index documents and answer questions about them in a page that works as "
        "Slack does, on this machine alone: no key, no account, no workspace. Ctrl-C stops it.",
    )
    parser.add_argument(
        "--docs", type=Path, default=Path("docs"), help="a folder or a file; default: docs"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"default: {PORT}")
    parser.add_argument(
        "--ledger",
        default="",
        metavar="URL",
        help="a database URL; default: playground.db in FOOTNOTE_DATA, whatever DATABASE_URL says",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    return parser


def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    try:
        return asyncio.run(_run(options))
    except FootnoteError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except KeyboardInterrupt:
        return 130


async def _run(options: argparse.Namespace) -> int:
    """Start everything, wait to be stopped, and stop everything."""
    say(f"Starting the playground on {options.docs} ...")
    from bot.playground.lock import hold  # noqa: PLC0415 - after the help
    from retrieval import wiring  # noqa: PLC0415

    with hold(wiring.settings().data) as lock:
        return await _held(options, lock)


async def _held(options: argparse.Namespace, lock: Lock) -> int:
    """Run while the data folder is ours."""
    from bot.playground.demo import Demo  # noqa: PLC0415 - after the first line

    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    listening, url = listen(options.port, say)
    lock.tell(url)
    demo = Demo(options.docs, url, say, ledger=options.ledger)
    running = asyncio.create_task(_live(demo, listening, None if options.no_browser else browse))
    waiting = asyncio.create_task(stopped.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if running.done():
        return running.result()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    say("Stopped.")
    return 0


async def _live(demo: Demo, listening: socket.socket, show: Callable[[str], None] | None) -> int:
    """Index, serve and answer until cancelled; 1 when the bot cannot be kept running."""
    with listening:
        keeping = asyncio.create_task(demo.bot().keep())
        await asyncio.sleep(0)  # lets it start before this process is busy
        try:
            async with demo.serve(listening):
                await _until_stopped(demo, keeping, show)
        finally:
            await _end(keeping)
    return 1


async def _until_stopped(
    demo: Demo, keeping: asyncio.Task[None], show: Callable[[str], None] | None
) -> None:
    """Index, say where it is, and wait; the bot is stopped before what it talks to."""
    try:
        await demo.index()
        if not keeping.done() and not await demo.connected():
            say("The bot is taking long to start; questions wait for it.")
        pages = len(demo.screen.library.paths())
        read = f"{pages} page{'s' if pages != 1 else ''}"
        say(f"Footnote has read {read} and is at {demo.url} (Ctrl-C stops it)")
        if show:
            show(demo.url)
        await keeping
    finally:
        await _end(keeping)


async def _end(keeping: asyncio.Task[None]) -> None:
    """Stop the bot, if it is not stopped already."""
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


def listen(port: int, tell: Callable[[str], None]) -> tuple[socket.socket, str]:
    """Return a listening socket and its address: of the port, or of a free one where it is taken.

    Raises:
        InputError: there is no such port.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise InputError(f"There is no port {port}; ports go from 0 to {HIGHEST_PORT}.")
    try:
        return bind(port)
    except OSError as error:
        listening, url = bind(0)
        why = os.strerror(error.errno or 0)
        tell(f"Port {port} cannot be used ({why}); taking a free one.")
        return listening, url


def bind(port: int) -> tuple[socket.socket, str]:
    """Return a socket on 127.0.0.1 and its address; port 0 takes a free one."""
    listening = socket.create_server(("127.0.0.1", port))
    return listening, f"http://127.0.0.1:{listening.getsockname()[1]}/"


def browse(url: str) -> None:
    """Open the page, where there is a screen to open it on."""
    from bot.playground.settings import has_screen  # noqa: PLC0415 - after the help

    if has_screen():
        webbrowser.open(url)


def say(sentence: str) -> None:
    """Print a sentence at once; what in it a terminal would obey is written out."""
    shown = "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in sentence)
    sys.stdout.write(f"{shown}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
