"""The index of a command's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retrieval.learn.evaluate import question
from retrieval.settings import load
from scripts.apart import open_apart, questions


async def test_the_index_that_people_ask_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Measuring makes an index of its own, and finds the page there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "vpn.md").write_text("# VPN\n\nThe client is in the portal.\n")
    row = {"question": "Where is the VPN client?", "gold_docs": ["corpus/vpn.md"]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(row) + "\n")
    settings = load(data=tmp_path / "data")
    gathered = questions(settings, [tmp_path / "questions.jsonl"])

    async with open_apart(settings, gathered) as apart:
        hops = await apart.answerer.retrieve(question(gathered.tasks[0], "history"))

    assert ["vpn.md"] == [hit.document.path for hit in hops.ranked.hits]
    assert not (tmp_path / "data" / "index").exists()
    assert (tmp_path / "data" / "evaluate" / "index").is_dir()
