"""What is said while the bot works; a status follows its name, in English."""

from __future__ import annotations

from bot.slack.phrases.en.counting import count


def reading_question() -> str:
    """Say that the question arrived."""
    return "is reading the question …"


def searching(pages: int = 0) -> str:
    """Say that the pages are searched."""
    return f"is searching {count(pages, 'page')} …" if pages else "is searching the documentation …"


def reading(sources: int = 0) -> str:
    """Say that an answer is written from the best passages."""
    return f"is reading {count(sources, 'passage')} …" if sources else "is reading …"


def waiting(before: int = 0) -> str:
    """Say that others come first."""
    return f"has {count(before, 'question')} to answer before this one …"
