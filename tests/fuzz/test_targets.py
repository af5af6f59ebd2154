"""What fuzzing starts from does no harm, and fuzzing says what it needs."""

from __future__ import annotations

import importlib
import sys

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz.engine import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed_passes(name: str) -> None:
    """Each target holds on its own seeds, and on none at all, a byte and half a character."""
    target = importlib.import_module(f"tests.fuzz.{name}")
    for data in (b"", b"\x00", b"\x01\xf0\x9f", *target.seeds()):
        target.one(data)
        assert len(data) <= target.LONGEST


def test_a_missing_engine_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without atheris the command says how to get it, and exits as used wrongly."""
    monkeypatch.setattr(sys, "argv", ["fuzz", "--minutes", "0.1"])
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)

    assert 2 == command.main()
    assert 'pip install "atheris>=3,<4"' in capsys.readouterr().err


def test_a_find_is_told_with_the_way_to_see_it_again() -> None:
    """The file of a crash is named in the command that runs it."""
    found = command.Result(12, 60.0, ".fuzz/reading-crash-1", "AssertionError: newlines")
    quiet = command.Result(12, 60.0, "", "")

    assert (True, False) == (found.failed, quiet.failed)
    assert (
        "reading: 12 runs in 1.0 minutes found something. See it again with: "
        "python -m tests.fuzz.engine reading .fuzz/reading-crash-1"
    ) in command.sentence("reading", found)
    assert "reading: 12 runs in 1.0 minutes found nothing." == command.sentence("reading", quiet)
