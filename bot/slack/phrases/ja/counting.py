"""Numbers with their counter, and days, in Japanese."""

from __future__ import annotations

COUNTERS = {
    "answer": "件の回答",
    "minute": "分",
    "page": "ページ",
    "passage": "か所",
    "question": "件の質問",
    "second": "秒",
}
"""Japanese has no plural: a number is followed by the counter of what is counted."""


def count(value: int, noun: str) -> str:
    """Say how many there are of something; the noun is given in English."""
    return f"{value:,}{COUNTERS[noun]}"


def day(iso: str) -> str:
    """Write a day that is given as 2025-01-31."""
    parts = iso.split("-")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return iso
    year, month, number = map(int, parts)
    return f"{year}年{month}月{number}日"
