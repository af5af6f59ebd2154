"""Reads the current configuration from settings and files, and restores a recorded one.

Beside `wiring`; as there, an adapter is imported when it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.configuration import FORM, SHIPPED, Configuration, chosen
from retrieval.errors import SettingsError

if TYPE_CHECKING:
    from retrieval.settings import Settings


def today(settings: Settings) -> Configuration:
    """Return the current configuration, made of settings, weights and synonyms.

    Raises SettingsError, InputError for a file that is wrong.
    """
    from retrieval.answer.model_reranker import RERANK_PROMPT
    from retrieval.answer.prompt import SYSTEM
    from retrieval.answer.rewrite import REWRITE_PROMPT

    return Configuration(
        service=settings.has_service,
        rerank_service=bool(settings.rerank_url),
        settings=_plain(chosen(settings, service=settings.has_service)),
        prompts={"rewrite": REWRITE_PROMPT, "rerank": RERANK_PROMPT, "write": SYSTEM},
        weights=_weights(settings.weights_folder),
        quoting=_quoting(settings.weights_folder),
        synonyms=_synonyms(settings.synonyms_folder),
    )


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as JSON has them."""
    return {name: str(one) if isinstance(one, Path) else one for name, one in values.items()}


def _weights(folder: Path) -> dict[str, Any]:
    """Read the reranker weights of each collection, and those that Footnote brings."""
    from retrieval.models.lexical import SHIPPED as OURS
    from retrieval.models.lexical import plain_weights, read_weights

    files = sorted(folder.glob("*.rerank.json")) if folder.is_dir() else []
    own = {file.name.split(".")[0]: plain_weights(read_weights(file)) for file in files}
    return {SHIPPED: plain_weights(OURS), **own}


def _quoting(folder: Path) -> dict[str, Any]:
    """Read the quoting writer's numbers of each collection, and those that Footnote brings."""
    from retrieval.models.logistic import SHIPPED as OURS
    from retrieval.models.logistic import dump, load
    from retrieval.models.quoting import SUFFIX

    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    named = {SHIPPED: OURS, **{file.name.removesuffix(SUFFIX): file for file in files}}
    return {name: json.loads(dump(load(file))) for name, file in named.items()}


def _synonyms(folder: Path) -> dict[str, str]:
    """Read the synonym files, one a collection."""
    from retrieval.text.synonyms import parse, read

    texts = {}
    for file in sorted(folder.glob("*.txt")) if folder.is_dir() else []:
        texts[file.stem] = read(file)
        parse(texts[file.stem], str(file))
    return texts


def restore(settings: Settings, content: Mapping[str, Any]) -> tuple[Settings, Configuration]:
    """Return the settings and the configuration that a recorded one is run again with.

    Args:
        settings: The current ones, which say where services and indexes are.
        content: The configuration as `describe` told it, of whichever form.

    Raises:
        SettingsError: It needs a service that is not set now.
    """
    recorded = read(content, today(settings))
    if recorded.service and not settings.has_service:
        raise SettingsError(
            "This configuration has a model service write: set OPENAI_API_KEY or OPENAI_BASE_URL."
        )
    if recorded.rerank_service and not settings.rerank_url:
        raise SettingsError(
            "This configuration has a service rerank: set FOOTNOTE_RERANK_URL to its address."
        )
    return with_settings(settings, recorded), recorded


def with_settings(settings: Settings, configuration: Configuration) -> Settings:
    """Return settings with those of a configuration in place of their own."""
    known = {n: v for n, v in configuration.settings.items() if n in type(settings).model_fields}
    if not configuration.rerank_service:
        known["rerank_url"] = ""
    return settings.model_copy(update=known)


def read(content: Mapping[str, Any], now: Configuration) -> Configuration:
    """Read a configuration of either form; what it did not record is taken from the current one."""
    if content.get("form", 1) != FORM:
        return _first(content, now)
    return Configuration(
        service=content["service"],
        rerank_service=content["rerank_service"],
        settings=content["settings"],
        prompts={**now.prompts, **content["prompts"]},
        weights=content["weights"] or now.weights,
        quoting=content["quoting"],
        synonyms=content["synonyms"],
    )


def _first(content: Mapping[str, Any], now: Configuration) -> Configuration:
    """Read a configuration of the first form, which recorded less; the rest is as it is now."""
    service = bool(content.get("write_prompt"))
    told = {
        "sources": content["sources"],
        "source_tokens": content["source_tokens"],
        "rerank_seconds": content["rerank_seconds"],
        "rerank_model": "",
    }
    reranker = str(content["reranker"])
    lexical, judged = reranker.startswith("lexical("), bool(content.get("rerank_prompt"))
    if not lexical:
        told["rerank_model"] = reranker if judged else now.settings["rerank_model"]
    if service:
        told["writer_model"], told["rewriter_model"] = content["writer"], content["rewriter"]
        told["whole_corpus_tokens"] = content["whole_corpus_tokens"]
    prompts = {name: content.get(f"{name}_prompt", "") for name in ("rewrite", "rerank", "write")}
    return replace(
        now,
        service=service,
        rerank_service=now.rerank_service and not lexical and not judged,
        settings={**now.settings, **told},
        prompts={**now.prompts, **{name: text for name, text in prompts.items() if text}},
    )
