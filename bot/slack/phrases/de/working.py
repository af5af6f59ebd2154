"""What is said while the bot works; a status follows its name, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import count


def reading_question() -> str:
    """Say that the question arrived."""
    return "liest die Frage …"


def searching(pages: int = 0) -> str:
    """Say that the pages are searched."""
    return f"durchsucht {count(pages, 'page')} …" if pages else "durchsucht die Dokumentation …"


def reading(sources: int = 0) -> str:
    """Say that an answer is written from the best passages."""
    return f"liest {count(sources, 'passage')} …" if sources else "liest …"


def waiting(before: int = 0) -> str:
    """Say that others come first."""
    return f"beantwortet vorher noch {count(before, 'question')} …"
