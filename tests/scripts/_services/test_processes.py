"""Processes of servers: whose they are, and that they end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts._services import processes, settings
from scripts._services.processes import (
    ServiceError,
    ServiceMissing,
    folder,
    free_ports,
    give,
    last_lines,
    program,
    run,
    start,
)

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: prctl and pidfd")
SLEEPER = ["/bin/sleep", "60"]


def ends(pid: int) -> bool:
    """Wait until a process that is not our child has ended; say whether it did."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ended, _, _ = select.select([watched], [], [], 10)
    os.close(watched)
    return bool(ended)


def test_ports_are_free_and_differ() -> None:
    """As many ports as were asked for, each another one."""
    assert 5 == len(set(free_ports(5)))


def test_a_missing_program_is_named_with_its_package() -> None:
    """The sentence says what to install."""
    with pytest.raises(ServiceMissing, match=r"no-such-thing .*apt-get install its-package"):
        program("no-such-thing", "its-package")


def test_a_failed_command_says_what_it_printed() -> None:
    """The message is ours, and the end of the program's own."""
    with pytest.raises(ServiceError, match=r"(?s)it broke: .*ls: .*no-such-file"):
        run(["/bin/ls", "no-such-file"], "it broke")


def test_a_stack_of_java_is_left_out() -> None:
    """What went wrong stands before the stack; the stack would push it out of sight."""
    text = "first\n\nwrong setting\n" + "\tat some.Class\n" * 20

    assert "first\nwrong setting" == last_lines(text)


@LINUX
def test_a_server_leads_a_group_that_ends_as_one(tmp_path: Path) -> None:
    """What a server has started ends with it."""
    shell = ["/bin/sh", "-c", "sleep 60 & echo $!; wait"]
    log = tmp_path / "log"
    log.touch()
    running = start(shell, log, settings.environment())
    running.wait_until(lambda: bool(log.read_text().strip()), 10, "sh")
    child = int(log.read_text())

    running.end(signal.SIGKILL)

    assert not running.alive()
    assert ends(child)


@LINUX
def test_a_server_ends_with_the_run_that_started_it(tmp_path: Path) -> None:
    """When the run is killed, nobody ends its servers: the kernel does."""
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from scripts._services import processes, settings\n"
        "command = ['/bin/sleep', '60']\n"
        "running = processes.start(command, Path(sys.argv[1]), settings.environment())\n"
        "print(running.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "log")],
        check=False,
        capture_output=True,
        text=True,
    )

    assert -signal.SIGKILL == done.returncode
    assert ends(int(done.stdout))


def test_a_server_that_ends_at_once_is_told_with_its_last_words(tmp_path: Path) -> None:
    """Waiting stops when there is nothing to wait for."""
    running = start(["/bin/sh", "-c", "echo port taken"], tmp_path / "log", settings.environment())

    with pytest.raises(ServiceError, match=r"(?s)The server ended; .*port taken"):
        running.wait_until(lambda: False, 10, "The server")


def test_a_server_that_never_answers_is_ended(tmp_path: Path) -> None:
    """After its time nobody waits on, and the process is gone."""
    running = start(SLEEPER, tmp_path / "log", settings.environment())

    with pytest.raises(ServiceError, match="did not answer within 0 seconds"):
        running.wait_until(lambda: False, 0, "The server")

    assert not running.alive()


def test_a_folder_belongs_to_whom_servers_run_as() -> None:
    """A server writes in its folder, whoever runs the tests; its files follow."""
    made = folder("test")
    try:
        inside = made / "file"
        inside.touch()
        give(inside)

        run(["/bin/sh", "-c", f"echo written > {inside}"], "not writable")

        assert "written\n" == inside.read_text()
    finally:
        run(["/bin/rm", "-r", made], "not removed", own=True)


@pytest.mark.parametrize(("room", "beside"), [(0, True), (10**15, False)])
def test_a_folder_is_in_memory_where_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, *, beside: bool
) -> None:
    """Else it is where temporary files are."""
    monkeypatch.setattr(processes, "MEMORY", tmp_path)
    monkeypatch.setattr(processes, "ROOMY", room)
    made = folder("test")
    made.rmdir()

    assert beside == (made.parent == tmp_path)
