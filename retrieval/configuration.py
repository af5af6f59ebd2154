"""A configuration in words and numbers, so that a past one can be told apart and run again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from retrieval.answer import prompt, rank, rewrite, search

if TYPE_CHECKING:
    from retrieval.answer.answerer import Team
    from retrieval.settings import Settings


def describe(settings: Settings, team: Team) -> dict[str, Any]:
    """Describe a configuration so that it can be run again: prompts, models, weights, numbers."""
    return {
        "rewriter": team.rewriter.name if team.rewriter else "none",
        "rewrite_prompt": rewrite.REWRITE_PROMPT if team.rewriter else "",
        "embedder": team.embedder.identity,
        "reranker": team.reranker.name,
        "rerank_prompt": getattr(team.reranker, "prompt", ""),
        "rerank_seconds": settings.rerank_seconds,
        "writer": team.writer.name,
        "fallback": team.fallback.name,
        "write_prompt": prompt.SYSTEM if settings.has_service else "",
        "depth": search.DEPTH,
        "rrf_k": rank.RRF_K,
        "reranked": rank.RERANKED,
        "sources": settings.sources,
        "source_tokens": settings.source_tokens,
        "whole_corpus_tokens": settings.whole_corpus_tokens,
    }
