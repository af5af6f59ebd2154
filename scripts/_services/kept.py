"""Servers that a developer keeps: they outlive the command that started them, and their data."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts._services import elastic_home, elasticsearch, postgresql, settings
from scripts._services.processes import END_SECONDS, POLL_SECONDS, ServiceError, give, program

VARIABLES = {"elasticsearch": "ELASTICSEARCH_URL", "postgresql": "DATABASE_URL"}
DATABASE = "footnote"


@dataclass(frozen=True, slots=True)
class Kept:
    """A server that was started."""

    name: str
    pid: int
    url: str

    def alive(self) -> bool:
        """Whether its process runs, and is still that server's."""
        command = [program("ps", "procps"), "-ww", "-o", "args=", "-p", str(self.pid)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        return str(place(self.name)) in said.stdout

    @property
    def setting(self) -> str:
        """The setting that makes Footnote use it."""
        return f"{VARIABLES[self.name]}={self.url}"


def place(name: str) -> Path:
    """Return the folder of a server."""
    return settings.cache() / "services" / name


def find(name: str) -> Kept | None:
    """Return the server of that name where it was started, whether or not it still runs."""
    try:
        return Kept(**json.loads(_record(name).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _record(name: str) -> Path:
    """Return the file in which a started server is written down."""
    return place(name).with_suffix(".json")


def fetch(name: str, say: Callable[[str], None]) -> Path:
    """Make a server's programs ready and return their folder.

    Raises:
        ServiceMissing: they are not to be had, or lack something on this machine.
    """
    return elastic_home.home(say) / "bin" if name == "elasticsearch" else postgresql.programs()


def start(name: str, port: int, say: Callable[[str], None]) -> Kept:
    """Start a server on the data it had; one that runs is left as it is.

    Raises:
        ServiceError: it cannot be started; the message says why.
    """
    found = find(name)
    if found and found.alive():
        say(f"{name} runs already.")
        return found
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise ServiceError(f"Port {port} is taken; name another with --{name}-port") from error
    folder = place(name)
    folder.mkdir(parents=True, exist_ok=True)
    give(folder)
    kept = {"elasticsearch": _elasticsearch, "postgresql": _postgresql}[name](folder, port, say)
    _record(name).touch(mode=0o600)
    _record(name).write_text(json.dumps(asdict(kept)), encoding="utf-8")
    return kept


def _elasticsearch(folder: Path, port: int, say: Callable[[str], None]) -> Kept:
    """Start Elasticsearch."""
    elastic_home.home(say)
    made = elasticsearch.cluster(folder, [port], tied=False)
    say("Starting Elasticsearch ...")
    made.start()
    running = made.nodes[0].running
    return Kept("elasticsearch", running.pid if running else 0, made.url)


def _postgresql(folder: Path, port: int, say: Callable[[str], None]) -> Kept:
    """Start PostgreSQL, and make the database where it is not there yet."""
    say("Starting PostgreSQL ...")
    made = postgresql.server(folder, port, tied=False)
    made.start()
    there = postgresql.statement(made.url(), "SELECT datname FROM pg_database").split()
    if DATABASE not in there:
        postgresql.statement(made.url(), f"CREATE DATABASE {DATABASE}")
    return Kept("postgresql", made.running.pid if made.running else 0, made.url(DATABASE))


def stop(name: str, *, forget: bool = False) -> bool:
    """End a server, and with `forget` remove its data; say whether it ran."""
    found = find(name)
    ran = found is not None and found.alive()
    if found and ran:
        os.kill(found.pid, signal.SIGINT if name == "postgresql" else signal.SIGTERM)
        deadline = time.monotonic() + END_SECONDS
        while found.alive() and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        if found.alive():
            with suppress(ProcessLookupError):
                os.killpg(found.pid, signal.SIGKILL)
    _record(name).unlink(missing_ok=True)
    if forget and place(name).is_dir():
        shutil.rmtree(place(name))
    return ran
