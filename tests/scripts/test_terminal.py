"""Errors become sentences, and each command leaves with the right exit code."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from retrieval.errors import InputError, StoreError
from scripts import terminal
from scripts.terminal import (
    columns,
    one_line,
    print_json,
    progress,
    refuse_unfit,
    run,
    visible,
    whole_number,
)


@pytest.mark.parametrize(
    ("error", "code"),
    [(StoreError("The disk is full."), 1), (InputError("No such file."), 2)],
    ids=["failed", "used wrongly"],
)
def test_a_known_error_is_its_sentence(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback: the sentence on standard error, and the family's exit code."""

    async def main() -> int:
        raise error

    with pytest.raises(SystemExit) as left:
        run(main)

    assert code == left.value.code
    assert f"{error}\n" == capsys.readouterr().err


COMMANDS = sorted(
    path.stem
    for path in Path(terminal.__file__).parent.glob("*.py")
    if "    run(main)" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("words", [["--collection", ""], ["--collection= "], ["list", " "]])
@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_argument_is_refused(
    command: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By every command, before it does anything; the option that it belongs to is named."""
    monkeypatch.setattr(sys, "argv", [command, *words])
    monkeypatch.delitem(sys.modules, f"scripts.{command}", raising=False)
    with pytest.raises(SystemExit) as left:
        runpy.run_module(f"scripts.{command}", run_name="__main__")

    which = "What --collection is given" if "--" in words[0] else "An argument"
    assert 2 == left.value.code
    assert f"{which} is empty. Give it a value, or leave it out.\n" == capsys.readouterr().err


def test_an_equals_sign_in_a_text_is_no_empty_argument() -> None:
    """Only what an option is given can be empty behind one."""
    refuse_unfit(["What is a=?", "--expected", "x="])
    with pytest.raises(InputError, match="What --expected is given is empty"):
        refuse_unfit(["--expected="])


@pytest.mark.parametrize("words", [["--collection", "a" * 200], ["--collection=a.b"]])
def test_what_no_collection_can_be_called_is_refused(words: list[str]) -> None:
    """However it is given; other options may be given anything."""
    refuse_unfit(["ask", "--docs", "a" * 200, "--collection", "docs", "why?"])
    with pytest.raises(InputError, match="cannot be the name of a collection"):
        refuse_unfit(words)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_is_too_long_is_refused(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By every command, before it loads a model or opens a ledger."""
    monkeypatch.setattr(sys, "argv", [command, "--collection", "a" * 200])
    monkeypatch.delitem(sys.modules, f"scripts.{command}", raising=False)
    with pytest.raises(SystemExit) as left:
        runpy.run_module(f"scripts.{command}", run_name="__main__")

    assert 2 == left.value.code
    assert "cannot be the name of a collection" in capsys.readouterr().err


def test_ctrl_c_says_that_nothing_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    """An interrupted command leaves with 130 and says what to do."""

    async def main() -> int:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as left:
        run(main)

    assert 130 == left.value.code
    assert "run it again" in capsys.readouterr().err


def test_json_keeps_every_script(capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed is JSON that people can read."""
    print_json({"text": "支払い"})

    printed = capsys.readouterr().out
    assert {"text": "支払い"} == json.loads(printed)
    assert "支払い" in printed


WRITES = """
from scripts import terminal
async def main():
    print("• Überstunden – 支払い 🙂")
    terminal.complain("Größe")
    terminal.print_json({"text": "é 支払い 🙂"})
    return 0
terminal.run(main)
"""
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "env",
    [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}, C_LOCALE],
    ids=["ascii", "cp1252", "C"],
)
def test_what_the_output_cannot_encode_is_written_out(env: dict[str, str]) -> None:
    """No character ends a command with a traceback, and JSON stays JSON."""
    done = subprocess.run(
        [sys.executable, "-"],
        input=WRITES.encode(),
        env={**os.environ, **env},
        capture_output=True,
        check=False,
        timeout=60,
    )
    encoding = "cp1252" if "cp1252" in env.values() else "ascii"
    line, _, printed = done.stdout.decode(encoding).partition("\n")

    assert 0 == done.returncode, done.stderr
    assert line.endswith(r"\u652f\u6255\u3044 \U0001f642")
    assert {"text": "é 支払い 🙂"} == json.loads(printed)
    assert "Größe".encode(encoding, "backslashreplace") + b"\n" == done.stderr


def test_progress_is_a_line_each_tenth_where_no_one_watches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without a terminal a thousand steps are ten lines or so."""
    step = progress("reading")
    for done in range(1, 1_001):
        step(done, 1_000)

    lines = capsys.readouterr().err.splitlines()
    assert 11 >= len(lines) >= 10
    assert "reading: 1000 of 1000" == lines[-1]


def test_of_few_things_that_take_long_is_told_how_far_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line where the last is some seconds ago; what is quick needs none."""
    seconds = iter([0.0, 1.0, 6.0, 6.0, 7.0, 12.0, 12.0])
    monkeypatch.setattr(terminal, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    step = progress("asking")
    for done in range(1, 5):
        step(done, 4)

    assert ["asking: 2 of 4", "asking: 4 of 4"] == capsys.readouterr().err.splitlines()


class Screen(io.StringIO):
    """A terminal that keeps what was drawn on it."""

    def isatty(self) -> bool:
        """Say that a person is looking."""
        return True


def _screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Make standard error a terminal of a hundred columns."""
    screen = Screen()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stderr", screen)
    return screen


def test_progress_is_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows done of total, the rate and the time left; standard output stays for the result."""
    screen = _screen(monkeypatch)
    step = progress("reading [b]")
    for done in range(4):
        step(done, 4)
    step(4, 4)
    drawn = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", screen.getvalue())
    last = drawn.rstrip().split("\n")[-1].split("\r")[-1]

    assert re.fullmatch(r"reading \[b\] ━+ 4/4 [\d,]+\.\d/s \d+:\d\d:\d\d", last.strip()), last
    assert not capsys.readouterr().out


def test_a_second_bar_follows_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts anew is drawn anew, under the bar that is full; the cursor is shown again."""
    screen = _screen(monkeypatch)
    step = progress("asking")
    for total in (2, 3):
        for done in range(1, total + 1):
            step(done, total)

    assert "2/2" in screen.getvalue()
    assert "3/3" in screen.getvalue().split("2/2")[-1]
    assert screen.getvalue().rfind("\x1b[?25h") > screen.getvalue().rfind("\x1b[?25l")


def test_a_bar_that_is_interrupted_leaves_the_terminal_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An error's sentence comes on a line of its own, and the cursor is shown again."""
    screen = _screen(monkeypatch)

    async def main() -> int:
        progress("reading")(1, 9)
        raise StoreError("The disk is full.")

    with pytest.raises(SystemExit):
        run(main)

    assert screen.getvalue().endswith("\n\x1b[?25hThe disk is full.\n")


def test_what_draws_bars_is_loaded_for_a_terminal_alone() -> None:
    """A command that writes to a file or to another program does not wait for it."""
    code = (
        "import sys; from scripts.terminal import progress; progress('x')(1, 20); "
        "print('rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "False\n" == done.stdout


def test_a_name_cannot_pose_as_a_line_or_command_the_terminal() -> None:
    """Line breaks, escape sequences and direction marks of a file's name are written out."""
    assert "a\\n[2] Forged\\u001b[31m\\u009b\\u202e.md" == visible(
        "a\n[2] Forged\x1b[31m\x9b\u202e.md"
    )
    assert "é 支払い.md" == visible("é 支払い.md")


@pytest.mark.parametrize("text", ["0", "1001", "-1", "1.5", "", "five", "9" * 5_000])
def test_what_is_no_number_in_range_is_refused(text: str) -> None:
    """The range is in the message; no number is too long to be looked at."""
    with pytest.raises(argparse.ArgumentTypeError, match="from 1 to 1000"):
        whole_number(1_000)(text)


def test_a_number_in_range_is_read() -> None:
    """Both ends belong to it."""
    assert [1, 1_000] == [whole_number(1_000)(text) for text in ("1", "1000")]


def test_a_text_on_one_line() -> None:
    """Line breaks become spaces, what a terminal would obey is written out, the rest is cut."""
    assert "a b" == one_line("a\n  b")
    assert "\\u001b[1m" == one_line("\x1b[1m")
    assert "aaaa…" == one_line("a" * 9, 5)


def test_only_a_terminal_has_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes to a file or another program has no width."""
    monkeypatch.setenv("COLUMNS", "72")

    assert columns() is None
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert 72 == columns()
