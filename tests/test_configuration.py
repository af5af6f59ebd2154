"""What makes an answer is in its configuration."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from retrieval.answer.answerer import Team
from retrieval.answer.generate import ModelWriter
from retrieval.answer.model_reranker import ModelReranker
from retrieval.answer.rewrite import ModelRewriter
from retrieval.configuration import Configuration, chosen, describe, lacking
from retrieval.settings import load
from retrieval.stages import STAGES
from tests.fakes.chat import ScriptedChat
from tests.fakes.team import (
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
)


def _team() -> Team:
    return Team(
        store=MemoryStore(),
        embedder=BagEmbedder(),
        reranker=ScriptedReranker(),
        writer=FirstSentence(),
        fallback=FirstSentence(),
        traces=MemoryTraces(),
        clock=FixedClock(),
    )


def test_a_configuration_names_models_numbers_and_prompts() -> None:
    """Without a service there is no prompt, and it is JSON; another number is another one."""
    made = Configuration(settings={"sources": 5}, prompts={"write": "Write."})

    said = describe(made, _team())

    assert json.loads(json.dumps(said)) == said
    assert {
        "embedder": "bag",
        "reranker": "scripted",
        "writer": "first-sentence",
        "fallback": "first-sentence",
        "rewriter": "none",
    } == said["names"]
    assert {} == said["prompts"]
    assert STAGES == said["stages"]
    assert said != describe(replace(made, settings={"sources": 7}), _team())


def test_the_prompts_that_are_sent_are_in_it() -> None:
    """Each with what it asks for; another prompt is another configuration."""
    chat = ScriptedChat()
    team = replace(
        _team(),
        reranker=ModelReranker(chat, "Judge."),
        writer=ModelWriter(chat, "Write."),
        rewriter=ModelRewriter(chat, "Word anew."),
    )

    said = describe(Configuration(service=True), team)

    assert {"rewrite": "Word anew.", "rerank": "Judge.", "write": "Write."} == said["prompts"]


def test_settings_of_a_service_shape_nothing_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writing model is no other configuration where nobody asks it; secrets never are."""
    monkeypatch.chdir(tmp_path)
    settings = load(openai_api_key=SecretStr("sk-secret"), openai_base_url="https://u:p@h/v1")

    without, with_it = chosen(settings, service=False), chosen(settings, service=True)

    assert "writer_model" not in without
    assert "gpt-4.1" == with_it["writer_model"]
    assert not {"sk-secret", "https://u:p@h/v1"} & {str(value) for value in with_it.values()}


def test_what_does_not_come_back_is_said() -> None:
    """Other models, other code and other numbers in it are named, and nothing else is."""
    now = describe(Configuration(), _team())
    then = {
        **now,
        "names": {**now["names"], "embedder": "other"},
        "stages": {**now["stages"], "rank": 0},
        "numbers": {**now["numbers"], "depth": 50},
    }

    assert () == lacking(now, now)
    assert (
        "the embedder was other, and is now bag",
        f"the code of rank has changed (0, now {STAGES['rank']})",
        "depth was 50, and is now 100",
    ) == lacking(then, now)


def test_a_configuration_of_the_first_form_told_less() -> None:
    """What it did tell is compared, and what it did not is said."""
    now = describe(Configuration(), _team())
    then = {**now["names"], **now["numbers"], "writer": "older", "write_prompt": ""}

    told = lacking(then, now)

    assert "the writer was older, and is now first-sentence" == told[0]
    assert "not recorded then" in told[1]
    assert 2 == len(told)
