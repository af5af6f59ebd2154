"""What is said of an answer that is given again."""

from __future__ import annotations


def answer_afresh() -> str:
    """Label the button that has an answer made afresh."""
    return "Answer afresh"
