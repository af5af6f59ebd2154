"""A path to measure is put together from real parts, and measured without leaving a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.settings import Settings, load
from retrieval.values import Outcome, Question, Scope
from retrieval.wiring_learn import open_path
from tests.fakes.team import BagEmbedder, MemoryStore, MemoryTraces, facts

PAGES = {
    "leave.md": "# Parental leave\n\nParents get 26 weeks of paid leave.\n",
    "vpn.md": "# VPN\n\nInstall the VPN client from the self-service portal.\n",
}
ASKED = "How many weeks of paid parental leave do parents get?"


@pytest.fixture(name="settings")
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Keep everything in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    for name, text in PAGES.items():
        (tmp_path / "pages").mkdir(exist_ok=True)
        (tmp_path / "pages" / name).write_text(text, encoding="utf-8")
    return load(data=tmp_path / "data")


async def test_a_path_searches_the_index_and_keeps_no_trace(settings: Settings) -> None:
    """What is asked for measuring leaves nothing in the ledger: there is none afterwards."""
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    await ingest.run(wiring.folder_reader(settings, Path("pages")), "docs")

    async with open_path(settings) as path:
        answer = await path.answerer.answer(Question(ASKED, Scope(("docs",))))

    assert Outcome.ANSWERED is answer.outcome
    assert "26 weeks" in answer.claims[0].text
    assert settings.sources == path.budget.sources
    assert not (settings.data / "footnote.db").exists()


async def test_a_path_searches_the_store_it_is_given(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gate measures an index that nobody searches yet; traces are kept where they are asked."""
    monkeypatch.setattr(wiring, "embedder", lambda _: BagEmbedder())
    store, traces = MemoryStore(), MemoryTraces()
    store.put(facts("leave.md", "Parental leave"), PAGES["leave.md"])

    async with open_path(settings, store=store, traces=traces) as path:
        answer = await path.answerer.answer(Question(ASKED, Scope(("docs",))))

    assert store is path.store
    assert [answer.trace_id] == [trace.id for trace in traces.kept]
