"""Numbers with their noun, in English."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """Say how many there are of something."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
