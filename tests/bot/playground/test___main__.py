"""The command that starts the demo."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.playground.__main__ import listen
from retrieval.errors import InputError
from tests.browser.served import ROOT, demo

CHILDREN = Path("/proc/self/task")


def _bot_of(pid: int) -> int:
    """Return the process of the bot that a demo started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    named = [(int(one), Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0")) for one in children]
    return next(one for one, words in named if words[1:3] == [b"-m", b"bot.playground.leash"])


def _refused(data: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Start one that ends by itself, with exit code 1 and a sentence."""
    done = subprocess.run(
        [sys.executable, "-m", "bot.playground", "--no-browser", "--port=0", *more],
        cwd=ROOT,
        env={**os.environ, "FOOTNOTE_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert 1 == done.returncode
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.skipif(not CHILDREN.is_dir(), reason="needs /proc to find the bot's process")
def test_it_starts_mends_and_stops(tmp_path: Path) -> None:
    """A bot that dies is started again; Ctrl-C and SIGTERM stop everything, without a traceback."""
    (tmp_path / "a.md").write_text("# Alpha\n\nThe key is kept in the safe.\n")
    with demo(tmp_path / "data", tmp_path / "a.md") as first:
        port = int(first.url.rstrip("/").rsplit(":", 1)[1])
        with demo(tmp_path / "data2", tmp_path / "a.md", port) as second:
            assert first.url != second.url
            assert "Starting the playground on " in second.printed[0]
            why = "Address already in use"
            assert f"Port {port} cannot be used ({why}); taking a free one.\n" in second.printed
            bot = _bot_of(second.process.pid)
            assert 0 == second.stop(signal.SIGTERM)
        refused = _refused(tmp_path / "data", "--docs=a.md")
        assert f"runs at {first.url} already" in refused.stderr
        killed = _bot_of(first.process.pid)
        os.kill(killed, signal.SIGKILL)
        assert first.process.stdout
        line = first.process.stdout.readline()
        assert "The bot stopped (code -9); starting it again.\n" == line
        assert 0 == first.stop(signal.SIGINT)

    for started in (first, second):
        assert "Stopped.\n" == started.printed[-1]
        assert "Traceback" not in "".join(started.printed)
    for gone in (bot, killed):
        with pytest.raises(ProcessLookupError):
            os.kill(gone, 0)


def test_a_folder_that_is_not_there_ends_it_in_a_sentence(tmp_path: Path) -> None:
    """With the exit code of a failure, and no page left behind."""
    assert "There is no folder" in _refused(tmp_path, "--docs=none").stderr


def test_a_data_folder_that_cannot_be_written_ends_it_in_a_sentence(tmp_path: Path) -> None:
    """As it ends indexing."""
    (tmp_path / "file").touch()

    assert "Make it writable" in _refused(tmp_path / "file" / "data").stderr


def test_a_port_that_cannot_be_used_is_replaced() -> None:
    """By a free one, which is said; a port that does not exist is a mistake."""
    said: list[str] = []
    taken, url = listen(0, said.append)
    port = taken.getsockname()[1]
    other, another = listen(port, said.append)
    with taken, other:
        assert url != another
        assert said[0].startswith(f"Port {port} cannot be used")

    with pytest.raises(InputError, match="ports go from 0 to 65535"):
        listen(70_000, said.append)
