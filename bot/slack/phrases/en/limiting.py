"""What is said to whoever asks more than is taken, in English."""

from __future__ import annotations

from bot.slack.phrases.en.counting import count


def too_many(most: int) -> str:
    """Say how much one person may ask within a minute."""
    return (
        f"That was more than {count(most, 'question')} within a minute, which is as much as I take "
        "from one person. I answer those; please ask the others again in a minute."
    )


def full() -> str:
    """Say that too much waits already."""
    return (
        "More questions are waiting than I can answer soon, so I have not taken yours. Please ask "
        "again in a few minutes."
    )


def too_many_calls(most: int) -> str:
    """Say how often one person may call for people."""
    return (
        f"I pass on at most {count(most, 'question')} of one person within ten minutes, and have "
        "not passed on any more. Please try it again later."
    )
