"""A configuration: the prompts, settings and weights behind answers, so that it can be run again.

It holds no secret and no address: a configuration that needs a service is run with the one that
is set now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from retrieval.answer import rank, search
from retrieval.stages import STAGES

if TYPE_CHECKING:
    from retrieval.answer.answerer import Team
    from retrieval.settings import Settings

FORM = 2
"""The form of what `describe` returns; ledgers hold some of form 1, which said less."""

ALWAYS = (
    "embedding_model",
    "embedding_dims",
    "query_prefix",
    "passage_prefix",
    "rerank_model",
    "rerank_seconds",
    "sources",
    "source_tokens",
    "question_characters",
)
"""The settings that shape every answer."""
OF_A_SERVICE = (
    "writer_model",
    "rewriter_model",
    "context_tokens",
    "model_timeout",
    "whole_corpus_tokens",
)
"""The settings that shape answers where a model service writes."""

SHIPPED = ""
"""In place of a collection's name: what Footnote itself brings, for all that have nothing else."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What makes answers, apart from the code and the index.

    `service` says whether a model service writes, `rerank_service` whether one reranks. `settings`
    go by field, `prompts` by "rewrite", "rerank" and "write". Reranker `weights`, `quoting`
    numbers and `synonyms` go by collection, each as its file holds it.
    """

    service: bool = False
    rerank_service: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, Any] = field(default_factory=dict)
    quoting: Mapping[str, Any] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)


def chosen(settings: Settings, *, service: bool) -> dict[str, Any]:
    """Return the settings that shape answers, by field."""
    return {name: getattr(settings, name) for name in ALWAYS + (OF_A_SERVICE if service else ())}


def describe(configuration: Configuration, team: Team) -> dict[str, Any]:
    """Describe a configuration as JSON data: with it the same answers can be made again.

    Parts that are not used are left out: with them, equal configurations would have two ids.
    """
    lexical = team.reranker.name.startswith("lexical(")
    return {
        "form": FORM,
        "service": configuration.service,
        "rerank_service": configuration.rerank_service,
        "settings": dict(configuration.settings),
        "prompts": _sent(team),
        "weights": dict(configuration.weights) if lexical else {},
        "quoting": dict(configuration.quoting),
        "synonyms": dict(configuration.synonyms),
        "names": names(team),
        "stages": dict(STAGES),
        "numbers": numbers(),
    }


def names(team: Team) -> dict[str, str]:
    """Name who does the work."""
    return {
        "rewriter": team.rewriter.name if team.rewriter else "none",
        "embedder": team.embedder.identity,
        "reranker": team.reranker.name,
        "writer": team.writer.name,
        "fallback": team.fallback.name,
    }


def numbers() -> dict[str, int]:
    """Return the numbers of the code that people ask about."""
    return {"depth": search.DEPTH, "rrf_k": rank.RRF_K, "reranked": rank.RERANKED}


def _sent(team: Team) -> dict[str, str]:
    """Return the prompts that are sent, by what they ask for."""
    parts = {"rewrite": team.rewriter, "rerank": team.reranker, "write": team.writer}
    prompts = {name: getattr(part, "prompt", "") for name, part in parts.items()}
    return {name: prompt for name, prompt in prompts.items() if prompt}


def lacking(recorded: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what of a recorded configuration is missing from the one that was restored from it.

    Old code cannot be restored: its stages are compared by their version numbers.
    """
    told = [
        f"the {name} was {was}, and is now {now['names'][name]}"
        for name, was in named(recorded).items()
        if was != now["names"][name]
    ]
    stages = recorded.get("stages", {})
    told += [
        f"the code of {name} has changed ({stages[name]}, now {is_now})"
        for name, is_now in now["stages"].items()
        if stages.get(name, is_now) != is_now
    ]
    told += [
        f"{name} was {was}, and is now {is_now}"
        for name, is_now in now["numbers"].items()
        if (was := recorded.get("numbers", recorded).get(name, is_now)) != is_now
    ]
    if recorded.get("form", 1) < FORM:
        told.append("synonyms and versions of code were not recorded then, so today's are used")
    return tuple(told)


def named(recorded: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the names of the parts that did the work, whichever form the configuration has."""
    known = ("rewriter", "embedder", "reranker", "writer", "fallback")
    told: Mapping[str, str] = recorded.get("names", recorded)
    return {name: told[name] for name in known if name in told}
