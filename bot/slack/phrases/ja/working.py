"""What is said while the bot works; a status follows its name, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import count


def reading_question() -> str:
    """Say that the question arrived."""
    return "が質問を読んでいます…"


def searching(pages: int = 0) -> str:
    """Say that the pages are searched."""
    if pages:
        return f"が{count(pages, 'page')}を検索しています…"
    return "がドキュメントを検索しています…"


def reading(sources: int = 0) -> str:
    """Say that an answer is written from the best passages."""
    return f"が{count(sources, 'passage')}を読んでいます…" if sources else "が読んでいます…"


def waiting(before: int = 0) -> str:
    """Say that others come first."""
    return f"が先に{count(before, 'question')}に答えています…"
