"""Tests of scripts/index_gate.py: what is worse by the cases is held back until people decide."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from retrieval import wiring
from retrieval.errors import GenerationDiscarded, InputError
from retrieval.ingest.chunk import Chunker
from scripts import index, ingest
from tests.fakes.gate import case
from tests.fakes.pages import FakeEmbedder

Command = Callable[..., Awaitable[tuple[int, Any]]]
PAGES = {
    "vpn.md": "# VPN\n\nRestart the VPN client when the connection is slow.\n",
    "travel.md": "# Travel\n\nTravel expenses are approved by the finance team.\n",
}


@dataclass
class Desk:
    """A folder of pages that is indexed, and commands over it."""

    run: Command
    folder: Path
    capsys: pytest.CaptureFixture[str]
    errors: list[str]

    async def used(self) -> str:
        """Name the generation in use."""
        _, found = await self.run("status", "--quick")
        return str(found["collections"][0]["in_use"])


@pytest.fixture(name="desk")
async def _desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    """Index two pages, and label a case that each of them answers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(wiring, "embedder", lambda settings: FakeEmbedder())
    (tmp_path / "pages").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "pages" / name).write_text(text)

    errors: list[str] = []

    async def run(*arguments: str, main: Any = index.main) -> tuple[int, Any]:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["x", *arguments, "--json"])
        code = await main()
        said = capsys.readouterr()
        errors.append(said.err)
        return code, json.loads(said.out) if said.out else None

    await run("pages", main=ingest.main)
    async with wiring.open_ledger(wiring.settings()) as ledger:
        await ledger.cases.add(_case("c1", "How do I restart the VPN client?", "vpn.md"))
        await ledger.cases.add(_case("c2", "Who approves travel expenses?", "travel.md"))
    return Desk(run, tmp_path, capsys, errors)


def _case(name: str, text: str, page: str) -> Any:
    found = case(name, f"docs:{page}")
    return replace(found, content={**found.content, "question": text})


async def test_a_new_making_goes_live_where_no_case_is_lost(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run itself measures both generations, and says what came of it."""
    monkeypatch.setattr(Chunker, "version", "another")
    code, (report,) = await desk.run("pages", main=ingest.main)

    assert (0, True, "0002") == (code, report["current"], await desk.used())
    assert "None of 2 cases got worse" in report["gate"]


async def test_a_new_making_that_loses_a_page_is_held_back_until_it_is_accepted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is listed with the lost case; accepted it is searched; then nothing is held back."""
    monkeypatch.setattr(Chunker, "version", "another")
    (desk.folder / "pages" / "vpn.md").unlink()
    _, (report,) = await desk.run("pages", main=ingest.main)
    kept = await desk.used()
    _, (held,) = await desk.run("held")
    again = await desk.run("gate")
    anew = await desk.run("gate", "--again")
    code, accepted = await desk.run("accept")

    assert (False, "0001") == (report["current"], kept)
    assert ["c1"] == sorted({one["case"] for one in held["lost"]})
    assert (1, held["made"]) == (again[0], again[1]["made"])
    assert 1 == anew[0]
    assert "gate_held" not in "".join(desk.errors)
    assert held["made"] < anew[1]["made"]
    assert (0, "accepted", "operator") == (code, accepted["state"], accepted["by"])
    assert "0002" == await desk.used()
    assert (0, []) == await desk.run("held")
    with pytest.raises(InputError, match="Nothing is held back"):
        await desk.run("accept")


async def test_what_was_thrown_away_is_built_again_only_by_name(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run says why it does nothing; whoever says build wants it, and the swap asks the gate."""
    monkeypatch.setattr(Chunker, "version", "another")
    (desk.folder / "pages" / "vpn.md").unlink()
    await desk.run("pages", main=ingest.main)
    code, thrown = await desk.run("discard")

    with pytest.raises(GenerationDiscarded, match="operator threw it away"):
        await desk.run("pages", main=ingest.main)
    built, _ = await desk.run("build")
    refused, _ = await desk.run("swap")
    forced, _ = await desk.run("swap", "--unchecked")

    assert (0, "discarded") == (code, thrown["state"])
    assert (0, 1, 0) == (built, refused, forced)
