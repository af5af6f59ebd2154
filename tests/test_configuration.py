"""What makes an answer is in its configuration."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.answer.answerer import Team
from retrieval.answer.model_reranker import ModelReranker
from retrieval.configuration import describe
from retrieval.settings import load
from tests.fakes.chat import ScriptedChat
from tests.fakes.team import (
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
)


def test_a_configuration_names_models_numbers_and_prompts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a service there is no prompt; another number of sources is another configuration."""
    monkeypatch.chdir(tmp_path)
    team = Team(
        store=MemoryStore(),
        embedder=BagEmbedder(),
        reranker=ScriptedReranker(),
        writer=FirstSentence(),
        fallback=FirstSentence(),
        traces=MemoryTraces(),
        clock=FixedClock(),
    )

    said = describe(load(), team)

    assert ("bag", "scripted", "first-sentence", "none") == (
        said["embedder"],
        said["reranker"],
        said["writer"],
        said["rewriter"],
    )
    assert "" == said["write_prompt"] == said["rerank_prompt"]
    assert said != describe(load(sources=7), team)
    judge = replace(team, reranker=ModelReranker(ScriptedChat()))
    assert "passages" in describe(load(), judge)["rerank_prompt"]
