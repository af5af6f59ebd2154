"""Processes of servers: an account without rights, a group that ends as one, ports that are free.

A server that a test run started ends with it, even when the run is killed.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from retrieval.errors import FootnoteError

END_SECONDS = 30.0
"""How long a server may take to end when it is asked to, before it is made to."""

POLL_SECONDS = 0.1
_PR_SET_PDEATHSIG = 1
"""From Linux's prctl(2): the signal that a process gets when the thread that made it ends."""

_STARTER = ThreadPoolExecutor(1, thread_name_prefix="servers")
"""One thread, alive as long as this process, so that no server ends with a thread before it."""


class ServiceError(FootnoteError):
    """A server could not be set up or started."""


class ServiceMissing(ServiceError):
    """A program that a server needs is not on this machine; the message says what to install."""


def account() -> pwd.struct_passwd | None:
    """Return the account to run servers as, None for one's own: neither server runs as root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def give(path: Path) -> None:
    """Let the account that servers run as own a file, or a folder with all that is in it."""
    owner = account()
    if owner is None:
        return
    for each in [path, *path.rglob("*")]:
        os.chown(each, owner.pw_uid, owner.pw_gid, follow_symlinks=False)


MEMORY = Path("/dev/shm")  # noqa: S108  (a folder of our own is made in it)
ROOMY = 4_000_000_000
"""Bytes that must be free in memory for the files of a server in tests."""


def folder(kind: str) -> Path:
    """Make a temporary folder that belongs to the account that servers run as.

    It is in memory where there is room: servers of tests wait for their disk most of the time, and
    what they wrote outlives their being killed there too.
    """
    where = MEMORY if MEMORY.is_dir() and _roomy(MEMORY) else None
    made = Path(tempfile.mkdtemp(prefix=f"footnote-{kind}-", dir=where))
    give(made)
    return made


def _roomy(where: Path) -> bool:
    """Whether there is room, and libraries that a server unpacks there may be run."""
    found = os.statvfs(where)
    return found.f_bavail * found.f_frsize > ROOMY and not found.f_flag & os.ST_NOEXEC


def free_ports(count: int) -> list[int]:
    """Return that many ports of the loopback address that nobody listens on."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def program(name: str, package: str) -> str:
    """Return where a program is.

    Raises:
        ServiceMissing: it is not on this machine; Debian has it in `package`.
    """
    found = shutil.which(name)
    if found is None:
        raise ServiceMissing(f"{name} is not installed (Debian: apt-get install {package})")
    return found


def run(command: Sequence[str | Path], what: str, *, own: bool = False) -> str:
    """Run a command to its end and return what it printed; `own` keeps the account as it is.

    Raises:
        ServiceError: it failed; the message is `what`, and the end of what it printed.
    """
    owner = None if own else account()
    done = subprocess.run(  # noqa: S603 - our own commands, without a shell
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
        user=owner.pw_uid if owner else None,
        group=owner.pw_gid if owner else None,
        extra_groups=[] if owner else None,
    )
    if done.returncode:
        raise ServiceError(f"{what}: {last_lines(done.stdout)}")
    return done.stdout


def last_lines(text: str, count: int = 8) -> str:
    """Return the last lines of a text that say something; a line of a Java stack does not."""
    telling = [line for line in text.splitlines() if line.strip() and not line.startswith("\tat ")]
    return "\n".join(telling[-count:])


@dataclass(slots=True)
class Running:
    """A server's process, which leads a group of its own."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self.process.pid

    def alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def wait_until(self, ready: Callable[[], bool], seconds: float, what: str) -> None:
        """Wait until `ready` says so.

        Raises:
            ServiceError: the process ended, or the time ran out; with the end of its log.
        """
        deadline = time.monotonic() + seconds
        while not ready():
            ended = not self.alive()
            if ended or time.monotonic() > deadline:
                why = "ended" if ended else f"did not answer within {seconds:.0f} seconds"
                said = last_lines(self.log.read_text(encoding="utf-8", errors="replace"))
                self.end(signal.SIGKILL)
                raise ServiceError(f"{what} {why}; the end of its log:\n{said}")
            time.sleep(POLL_SECONDS)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the process and all that it started, and wait for it."""
        if self.alive():
            os.kill(self.pid, how)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(END_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()


def start(
    command: Sequence[str | Path],
    log: Path,
    environment: Mapping[str, str],
    *,
    tied: bool = True,
) -> Running:
    """Start a server as an account without rights; `tied` ends it with this process."""
    return _STARTER.submit(_start, [str(part) for part in command], log, environment, tied).result()


def _start(command: list[str], log: Path, environment: Mapping[str, str], tied: bool) -> Running:
    owner = account()
    libc = ctypes.CDLL(None) if tied and sys.platform == "linux" else None
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603 - our own commands, without a shell
            command,
            cwd=log.parent,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            user=owner.pw_uid if owner else None,
            group=owner.pw_gid if owner else None,
            extra_groups=[] if owner else None,
            preexec_fn=None  # noqa: PLW1509 - one system call
            if libc is None
            else lambda: libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM),
        )
    return Running(process, log)
