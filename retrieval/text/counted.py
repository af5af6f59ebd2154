"""A number and what it counts -> "1 question", "2,000 questions"."""

from __future__ import annotations


def number_of(count: int, one: str, several: str = "") -> str:
    """Return a number with the English word for what it counts.

    Args:
        count: How many there are.
        one: The word for one of them, with its verb where there is one: "page has".
        several: The same for none or several; the word with an "s" if it is not given.
    """
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
