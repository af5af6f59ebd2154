"""`scripts.tape`: storms that are played again, and recorded."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.playground import tapes
from bot.playground.clock import MovableClock
from bot.playground.player import Outcome
from bot.playground.server import Playground
from retrieval.errors import InputError
from scripts import tape
from tests.playground import ADA, DIRECT, ManualClock, playground

TAPE = """{"tape": 1, "about": "A storm."}
{"at": 0, "do": "post", "as": "ada", "in": "dm", "text": "how?", "name": "q"}
{"at": 1, "do": "expect", "answers": {"q": 0}}
"""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A stage without a bot."""

    playground: Playground
    clock: MovableClock
    url: str

    async def kill(self) -> None:
        """Kill nothing."""


@pytest.fixture(name="ready")
async def _ready(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[_Ready]:
    """Put a stage without a bot in the place of the real one."""
    clock = MovableClock(ManualClock())
    async with playground(clock=clock) as pg:
        stands = _Ready(pg.playground, clock, pg.url)

        @asynccontextmanager
        async def stage(
            docs: Path, say: Callable[[str], None], ledger: str
        ) -> AsyncIterator[_Ready]:
            yield stands

        monkeypatch.setattr("bot.playground.stage.stage", stage)
        monkeypatch.setattr("bot.playground.player.QUIET", 0.01)
        monkeypatch.setattr("bot.playground.player.PATIENCE", 0.05)
        yield stands


async def _ran(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["tape", *arguments])
    return await tape.main()


async def test_a_tape_that_comes_to_what_it_expects_is_a_success(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    ready: _Ready,
) -> None:
    """Each tape is named with what it is about."""
    path = tmp_path / "storm.jsonl"
    path.write_text(TAPE, encoding="utf-8")

    async def played(_tape: tapes.Tape, _docs: Path) -> Outcome:
        return Outcome(2)

    monkeypatch.setattr(tape, "_played", played)

    assert 0 == await _ran(monkeypatch, "play", str(path))
    assert [f"{path}: A storm.", "  as expected (2 looks)"] == capsys.readouterr().out.splitlines()


async def test_what_is_not_as_expected_is_said_and_an_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As sentences, and as JSON."""
    path = tmp_path / "storm.jsonl"
    path.write_text(TAPE, encoding="utf-8")

    async def played(_tape: tapes.Tape, _docs: Path) -> Outcome:
        return Outcome(1, ["step 2: answers to q should be 0 and is 1."])

    monkeypatch.setattr(tape, "_played", played)
    codes = [await _ran(monkeypatch, "play", str(path))]
    said = capsys.readouterr().out
    codes.append(await _ran(monkeypatch, "play", str(path), "--json"))
    told = json.loads(capsys.readouterr().out)

    assert [1, 1] == codes
    assert "answers to q should be 0 and is 1." in said
    assert 1 == len(told[str(path)]["wrong"])


async def test_a_tape_is_played_on_a_stage(tmp_path: Path, ready: _Ready) -> None:
    """With what it has."""
    read = tapes.parse(TAPE.splitlines())
    ready.playground.link.carry = ready.playground.deliveries.acknowledged  # type: ignore[method-assign,assignment]
    outcome = await tape._played(read, tmp_path)

    assert ([], 2) == (outcome.wrong, outcome.checked)


async def test_what_is_done_until_the_end_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    ready: _Ready,
) -> None:
    """And can be read again."""

    class Stop:
        """Lets somebody ask before it ends."""

        async def wait(self) -> None:
            ready.playground.workspace.post(ADA, DIRECT, "how?")

    monkeypatch.setattr(tape, "stop_signal", Stop)
    path = tmp_path / "new.jsonl"

    assert 0 == await _ran(monkeypatch, "record", str(path), "--about", "Mine.")
    assert ["post", "expect"] == [step.do for step in tapes.read(path).steps]
    printed = capsys.readouterr().out
    assert f"Recording what is done at {ready.url}" in printed
    assert f"2 steps are in {path}." in printed


async def test_a_tape_goes_where_there_is_a_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before anything is started."""
    with pytest.raises(InputError, match="no folder"):
        await _ran(monkeypatch, "record", str(tmp_path / "none" / "x.jsonl"))
