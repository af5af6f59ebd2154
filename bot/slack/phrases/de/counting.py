"""Numbers with their noun, and days, in German."""

from __future__ import annotations

NOUNS = {
    "answer": ("Antwort", "Antworten"),
    "minute": ("Minute", "Minuten"),
    "page": ("Seite", "Seiten"),
    "passage": ("Abschnitt", "Abschnitte"),
    "question": ("Frage", "Fragen"),
    "second": ("Sekunde", "Sekunden"),
}
"""One and many; all but the passage are feminine."""


def number(value: int) -> str:
    """Write a number with points between the thousands."""
    return f"{value:,}".replace(",", ".")


def count(value: int, noun: str) -> str:
    """Say how many there are of something; the noun is given in English."""
    one, many = NOUNS[noun]
    return f"{number(value)} {one if value == 1 else many}"


def day(iso: str) -> str:
    """Write a day that is given as 2025-01-31."""
    parts = iso.split("-")
    return ".".join(reversed(parts)) if len(parts) == 3 else iso
