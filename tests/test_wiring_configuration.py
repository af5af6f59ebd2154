"""A configuration that was recorded is run again, whatever has changed since."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import SettingsError
from retrieval.learn.evaluate import NoTraces
from retrieval.models.features import NAMES
from retrieval.models.lexical import Weights, write_weights
from retrieval.settings import Settings, load
from retrieval.values import Trace
from retrieval.wiring_configuration import restore, today
from retrieval.wiring_learn import open_path
from tests.fakes.team import MemoryStore

SERVICE = {"openai_base_url": "http://127.0.0.1:1/v1"}


class Kept(NoTraces):
    """Remembers configurations."""

    def __init__(self) -> None:
        self.content: Mapping[str, Any] = {}
        self.traces: list[Trace] = []

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Remember one."""
        self.content = configuration
        return await super().configure(configuration)


@pytest.fixture(name="settings")
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Keep everything in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return load(data=tmp_path / "data")


async def _recorded(
    settings: Settings, configuration: Mapping[str, Any] | None = None
) -> tuple[str, Mapping[str, Any], tuple[str, ...]]:
    """Return the id and the content that a path's configuration is recorded with."""
    kept = Kept()
    paths = open_path(settings, configuration=configuration, store=MemoryStore(), traces=kept)
    async with paths as path:
        return path.configuration, kept.content, path.lacking


def _learn(settings: Settings, weight: float) -> None:
    """Change what an organisation has learnt: weights and synonyms."""
    weights = Weights((weight,) * len(NAMES), "cases")
    write_weights(settings.weights_folder / "docs.rerank.json", weights)
    settings.synonyms_folder.mkdir(parents=True, exist_ok=True)
    (settings.synonyms_folder / "docs.txt").write_text(f"vpn, tunnel {weight:g}\n", "utf-8")


async def test_a_recorded_configuration_comes_back_whole(settings: Settings) -> None:
    """Settings, models, weights and synonyms may all be others by now: its id is the same."""
    past = settings.model_copy(
        update={**SERVICE, "writer_model": "large", "sources": 3, "rerank_model": "judge"}
    )
    _learn(past, 0.5)
    was, content, _ = await _recorded(past)
    _learn(past, 0.25)
    present = settings.model_copy(update={**SERVICE, "rerank_url": "http://127.0.0.1:1"})

    now, _, _ = await _recorded(present)
    again, _, lost = await _recorded(present, content)

    assert was == again != now
    assert () == lost


async def test_without_a_service_then_there_is_none_now(settings: Settings) -> None:
    """The quoting writer answers again, with its numbers and our weights of then."""
    _learn(settings, 0.5)
    was, content, _ = await _recorded(settings)
    _learn(settings, 0.25)

    again, _, lost = await _recorded(settings.model_copy(update=SERVICE), content)

    assert (was, ()) == (again, lost)


async def test_a_prompt_of_then_is_sent_again(settings: Settings) -> None:
    """Not the one that stands in the code now."""
    past = settings.model_copy(update=SERVICE)
    _, content, _ = await _recorded(past)

    restored, made = restore(past, {**content, "prompts": {"write": "As it was."}})

    assert "As it was." == made.prompts["write"]
    assert today(past).prompts["rewrite"] == made.prompts["rewrite"]
    assert restored.writer_model == past.writer_model


async def test_a_service_that_is_not_set_is_named(settings: Settings) -> None:
    """A key and an address are no part of a configuration."""
    chosen = {**SERVICE, "rerank_url": "http://127.0.0.1:1", "rerank_model": "judge"}
    _, content, _ = await _recorded(settings.model_copy(update=chosen))

    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        restore(settings, content)
    with pytest.raises(SettingsError, match="FOOTNOTE_RERANK_URL"):
        restore(settings.model_copy(update=SERVICE), content)


async def test_weights_of_other_features_do_not_fit(settings: Settings) -> None:
    """They are named; nothing is measured with others in silence."""
    _, content, _ = await _recorded(settings)
    other = {"": {"weights": {"gone": 1.0}, "learnt_on": "cases"}}

    with pytest.raises(SettingsError, match="weights of all collections fit it no more"):
        await _recorded(settings, {**content, "weights": other})
    with pytest.raises(SettingsError, match="numbers fit it no more"):
        await _recorded(settings, {**content, "quoting": {"": {}}})


FIRST = {
    "rewriter": "small",
    "rewrite_prompt": "Word anew.",
    "embedder": "elsewhere",
    "reranker": "lexical(00000000)",
    "rerank_prompt": "",
    "rerank_seconds": 2.0,
    "writer": "large",
    "fallback": "quoting(0)",
    "write_prompt": "Write.",
    "depth": 100,
    "rrf_k": 60,
    "reranked": 30,
    "sources": 4,
    "source_tokens": 300,
    "whole_corpus_tokens": 0,
}
"""A configuration as it was recorded before weights and synonyms were."""


async def test_one_of_the_first_form_is_run_as_far_as_it_tells(settings: Settings) -> None:
    """What it does not tell is as it is now, and said."""
    present = settings.model_copy(update={**SERVICE, "rerank_url": "http://127.0.0.1:1"})

    restored, made = restore(present, FIRST)
    _, content, lost = await _recorded(present, FIRST)

    assert ("large", "small", 4, "") == (
        restored.writer_model,
        restored.rewriter_model,
        restored.sources,
        restored.rerank_url,
    )
    assert ("Write.", "Word anew.") == (made.prompts["write"], made.prompts["rewrite"])
    assert content["names"]["reranker"].startswith("lexical(")
    assert ["embedder", "reranker", "fallback"] == [said.split()[1] for said in lost[:3]]
    assert "not recorded then" in lost[3]


async def test_a_judge_of_the_first_form_is_a_chat_model(settings: Settings) -> None:
    """It had a prompt; and a writer without one was the one that quotes."""
    judged = {**FIRST, "reranker": "judge", "rerank_prompt": "Judge.", "write_prompt": ""}

    restored, made = restore(settings.model_copy(update=SERVICE), judged)

    assert ("judge", "Judge.") == (restored.rerank_model, made.prompts["rerank"])
    assert not made.service
