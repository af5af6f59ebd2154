"""What is said of an answer that is given again, in Japanese."""

from __future__ import annotations


def answer_afresh() -> str:
    """Label the button that has an answer made afresh."""
    return "改めて回答する"
