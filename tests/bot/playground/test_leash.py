"""The leash that ends the bot with the process that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

HELD = """
import os, pathlib, sys
sys.path.insert(0, sys.argv[1])
from bot.playground import leash
leash.PATIENCE = 0.1
leash.main()
"""
POLITE = """
import signal, sys, threading
stopped = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stopped.set())
print("ready", flush=True)
while not stopped.wait(0.01): pass
print("finished", flush=True)
"""
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(600)
"""
ROOT = Path(__file__).parents[3]


def _run(tmp_path: Path, code: str) -> tuple[str, int]:
    """Run `code` as the bot, let go of the leash once it is ready; return what it said, and how."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__main__.py").write_text(code)
    (tmp_path / "bot" / "__init__.py").write_text(f"__path__.append({str(ROOT / 'bot')!r})")
    child = subprocess.Popen(
        [sys.executable, "-c", HELD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin
    assert child.stdout
    with child:
        assert "ready\n" == child.stdout.readline()
        child.stdin.close()
        return child.stdout.read(), child.wait(20)


def test_the_bot_finishes_when_it_is_let_go_of(tmp_path: Path) -> None:
    """As it does on SIGTERM from anybody."""
    assert ("finished\n", 0) == _run(tmp_path, POLITE)


def test_a_bot_that_does_not_finish_is_made_to(tmp_path: Path) -> None:
    """After a moment."""
    assert ("", 1) == _run(tmp_path, STUBBORN)


def test_it_outlives_nobody_who_was_killed(tmp_path: Path) -> None:
    """SIGKILL of the one who started it ends the pipe as well."""
    between = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', *sys.argv[1:]], stdin=subprocess.PIPE)\n"
        "time.sleep(600)"
    )
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__main__.py").write_text(POLITE)
    (tmp_path / "bot" / "__init__.py").write_text(f"__path__.append({str(ROOT / 'bot')!r})")
    parent = subprocess.Popen(
        [sys.executable, "-c", between, HELD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout
    with parent:
        assert "ready\n" == parent.stdout.readline()
        os.kill(parent.pid, signal.SIGKILL)

        assert "finished\n" == parent.stdout.read()
