"""Tests of scripts/explain.py: every hop readable."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.errors import TraceMissing
from retrieval.explaining import explain
from retrieval.ledger.ledger import Ledger
from retrieval.values import Packed, Ranked
from scripts import explain as command
from tests.test_tracing import RANKED, SOURCE, TRACE


@pytest.fixture(name="asked")
async def _asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    url = f"sqlite:///{tmp_path}/ledger.db"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.chdir(tmp_path)
    async with Ledger.open(url) as ledger:
        await ledger.record(TRACE)
    return monkeypatch


def test_each_hop_has_its_lines() -> None:
    """The plain form names each hop, what stood there and what failed."""
    text = "\n".join(command.lines(explain(TRACE)))

    for told in ("trace t1", "search (500 ms)", "score 7", "dropped", "7 is not in the quote"):
        assert told in text


def test_long_tables_and_texts_are_cut_unless_all_is_asked() -> None:
    """The first rows are shown and the rest counted; --all shows everything."""
    trace = replace(
        TRACE,
        ranked=Ranked((RANKED,) * 15, (), "identity"),
        packed=Packed((replace(SOURCE, text="long " * 100 + "END"),)),
    )
    short = "\n".join(command.lines(explain(trace)))
    full = "\n".join(command.lines(explain(trace), whole=True))

    assert "and 5 more" in short
    assert "END" not in short
    assert "more" not in full
    assert "END" in full


def test_control_characters_never_reach_the_terminal() -> None:
    """An escape sequence in a page is shown by its number."""
    trace = replace(TRACE, packed=Packed((replace(SOURCE, text="\x1b[2Jgone"),)))

    assert "\\u001b[2Jgone" in "\n".join(command.lines(explain(trace)))


async def test_the_command_prints_a_trace(
    asked: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The start of an id is enough, and the plain form is printed where no person looks."""
    asked.setattr(sys, "argv", ["explain", "t"])
    code = await command.main()

    assert 0 == code
    assert "Secret question?" in capsys.readouterr().out


async def test_the_command_prints_json(
    asked: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--json gives the hops as data."""
    asked.setattr(sys, "argv", ["explain", "t1", "--json"])
    await command.main()
    data = json.loads(capsys.readouterr().out)

    assert ["question", "rewrite"] == [hop["name"] for hop in data["hops"]][:2]


async def test_the_command_draws_for_a_terminal(
    asked: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal tables are drawn."""
    asked.setattr(sys, "argv", ["explain", "t1"])
    asked.setattr(sys.stdout, "isatty", lambda: True)
    await command.main()

    assert "━" in capsys.readouterr().out


async def test_a_trace_that_is_not_there(asked: pytest.MonkeyPatch) -> None:
    """An unknown id is a sentence."""
    asked.setattr(sys, "argv", ["explain", "zz"])
    with pytest.raises(TraceMissing, match="no trace zz"):
        await command.main()
