"""What is said to whoever grades answers, in German."""

from __future__ import annotations

_GRADES = {
    "right": "richtig",
    "partly": "teilweise richtig",
    "wrong": "falsch",
    "refuse": "hätte verweigert werden sollen",
}


def grade_kept(grade: str, left: int) -> str:
    """Acknowledge a grade; `left` is how many of the sample have none yet."""
    grade = _GRADES.get(grade, grade)
    return f"Danke, festgehalten als: {grade}. Noch {left} aus dieser Stichprobe."


def members_grade() -> str:
    """Say who grades."""
    return "Antworten bewertet nur, wer sich um die Dokumentation kümmert, im gefragten Kanal."


def not_in_a_sample() -> str:
    """Say that there is nothing to grade."""
    return "Diese Antwort ist in keiner Stichprobe mehr."


def read_by_others(channel: str) -> str:
    """Tell maintainers that guests or another organisation read along in a channel."""
    return (
        f"Im Channel {channel} schreibe ich nichts, was Fragen nennt (die Zahl der Nacht, Tickets, "
        "was das Tor zurückhält, Antworten zum Bewerten): Dort lesen Gäste oder Leute einer "
        "anderen Organisation mit, oder er hat zu viele Mitglieder, als dass ich sicher wäre. "
        "Behebe das, oder nenne in der Policy einen anderen Channel; eine Stichprobe zum Bewerten "
        "ist dann neu zu ziehen: python -m scripts.grade --slack --new. Ich sage das nur einmal."
    )
