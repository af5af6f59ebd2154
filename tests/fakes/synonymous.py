"""Pages that are found by their synonyms alone, with a labelled case for each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase
from retrieval.settings import Settings, load
from tests.fakes.gate import case
from tests.fakes.team import BagEmbedder

NAMES = {
    "sabbatical": "timeout",
    "wireguard": "tunnel",
    "payslip": "wages",
    "lanyard": "badge",
    "mileage": "kilometres",
    "whiteboard": "sketching",
}
"""What a page calls a thing, and what people call it."""


def pages(folder: Path) -> Path:
    """Write the pages, and more that have the words of every question."""
    folder.mkdir(parents=True)
    for name in NAMES:
        text = f"# {name.title()}\n\nThe {name} needs form {name.upper()}-1.\n"
        (folder / f"{name}.md").write_text(text, "utf-8")
    for number in range(12):
        text = f"# Help {number}\n\nWhat do I do about it? Ask desk {number} what to do about it.\n"
        (folder / f"help{number}.md").write_text(text, "utf-8")
    return folder


def cases() -> list[EvalCase]:
    """Return a case for each page, asked in the words of people."""
    return [
        replace(
            case(f"case-{name}", f"docs:{name}.md"),
            content={"question": f"What do I do about {asked}?", "collections": ["docs"]},
        )
        for name, asked in NAMES.items()
    ]


def synonyms(folder: Path) -> str:
    """Write a folder of the synonyms; return its name."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = "\n".join(f"{asked}, {name}" for name, asked in NAMES.items())
    (folder / "docs.txt").write_text(f"{lines}\n", "utf-8")
    return folder.name


async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Index the pages and keep the cases, with an embedder that is quick."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(wiring, "embedder", lambda _: BagEmbedder())
    settings = load()
    reader = wiring.folder_reader(settings, pages(tmp_path / "pages"))
    await wiring.ingest(settings, BagEmbedder()).run(reader, "docs")
    async with wiring.open_ledger(settings) as ledger:
        await _keep(ledger)
    return settings


async def _keep(ledger: Ledger) -> None:
    for one in cases():
        await ledger.cases.add(one)
