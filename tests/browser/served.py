"""What browser tests look at: the demo as people start it, or the page over a workspace alone."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.playground import server
from bot.playground.page.documents import Library
from bot.playground.page.records import Records
from bot.playground.page.routes import attach
from bot.playground.page.screen import Screen
from retrieval import wiring
from retrieval.clock import SystemClock
from retrieval.errors import CaseMissing, TraceMissing
from retrieval.ports import EvalCase
from retrieval.settings import Settings
from retrieval.values import Trace
from tests.playground import Pg

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"is at (http://\S+)")
OURS = ("FOOTNOTE_", "OPENAI_", "SLACK_", "DATABASE_URL")


def chromium() -> str | None:
    """Return the distribution's Chromium, None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def flags() -> list[str]:
    """Return what Chromium needs: root may not use its sandbox."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []


@dataclass(slots=True)
class Started:
    """A demo that runs: its address, its process, and what it has printed."""

    url: str
    process: subprocess.Popen[str]
    printed: list[str]

    def stop(self, how: int = signal.SIGINT) -> int:
        """Stop it as Ctrl-C does, or by another signal; return its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(30)
        assert self.process.stdout
        self.printed += self.process.stdout.readlines()
        return code


@contextmanager
def demo(
    data: Path,
    docs: Path = Path("docs"),
    port: int = 0,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Started]:
    """Start `python -m bot.playground` and wait for its address; stop it at the end."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    command = [sys.executable, "-m", "bot.playground", "--no-browser", f"--port={port}"]
    process = subprocess.Popen(
        [*command, f"--docs={docs}"],
        cwd=ROOT,
        env={**kept, "FOOTNOTE_DATA": str(data), **(settings or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    try:
        started = Started("", process, [])
        for line in process.stdout:
            started.printed.append(line)
            if found := ADDRESS.search(line):
                started.url = found[1]
                break
        assert started.url, f"it did not start: {''.join(started.printed)}"
        yield started
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(30)
        process.stdout.close()


@dataclass(slots=True)
class Kept:
    """A ledger to read from: traces and cases that a test puts there."""

    traces: dict[str, Trace] = field(default_factory=dict)
    made: list[EvalCase] = field(default_factory=list)

    async def find(self, ident: str) -> Any:
        """Return a trace, or a case."""
        if ident in self.traces:
            return self.traces[ident]
        for case in self.made:
            if case.id == ident:
                return case
        raise (CaseMissing if self.made else TraceMissing)(f"Nothing is known of {ident!r}.")

    async def list(self, *, state: str = "", most: int = 100) -> Sequence[EvalCase]:
        """Return the cases."""
        return [case for case in self.made if state in {"", case.state}][:most]


@asynccontextmanager
async def page(
    docs: Path | None = None, kept: Kept | None = None, screens: list[Screen] | None = None
) -> AsyncIterator[Pg]:
    """Serve a workspace with its page, without index and bot; `docs` are its indexed pages.

    Whoever wants what is behind the page finds it in `screens`.
    """
    listening, url = server.bind()
    clock = SystemClock()
    playground = server.furnished(clock, url)
    settings = Settings(_env_file=None)
    library = Library([wiring.folder_reader(settings, docs)] if docs else [])
    ledger: Any = kept or Kept()
    screen = Screen(playground.workspace, library, Records(ledger, ledger), url.rstrip("/"))
    if screens is not None:
        screens.append(screen)
    application = server.create_app(playground, lambda app: attach(app, screen))
    async with server.serve(application, listening):
        yield Pg(playground, clock, url)
