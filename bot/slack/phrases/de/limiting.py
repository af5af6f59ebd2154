"""What is said to whoever asks more than is taken, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import count


def too_many(most: int) -> str:
    """Say how much one person may ask within a minute."""
    return (
        f"Das war mehr als {count(most, 'question')} in einer Minute, und mehr nehme ich von einer "
        "Person nicht an. Diese beantworte ich; stelle die übrigen bitte in einer Minute noch "
        "einmal."
    )


def full() -> str:
    """Say that too much waits already."""
    return (
        "Es warten mehr Fragen, als ich bald beantworten kann; deine habe ich deshalb nicht "
        "angenommen. Frage bitte in ein paar Minuten noch einmal."
    )


def too_many_calls(most: int) -> str:
    """Say how often one person may call for people."""
    return (
        f"Ich gebe von einer Person höchstens {count(most, 'question')} in zehn Minuten weiter und "
        "habe keine weitere weitergegeben. Versuche es bitte später noch einmal."
    )
