"""Numbers with their noun, and days, in English."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """Say how many there are of something."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def day(iso: str) -> str:
    """Write a day that is given as 2025-01-31: English readers differ about any other order."""
    return iso
