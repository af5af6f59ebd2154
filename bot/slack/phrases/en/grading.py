"""What is said to whoever grades answers."""

from __future__ import annotations

_GRADES = {
    "right": "right",
    "partly": "partly right",
    "wrong": "wrong",
    "refuse": "should have been refused",
}


def grade_kept(grade: str, left: int) -> str:
    """Acknowledge a grade; `left` is how many of the sample have none yet."""
    grade = _GRADES.get(grade, grade)
    return f"Thank you, kept as: {grade}. {left} left of this sample."


def members_grade() -> str:
    """Say who grades."""
    return (
        "Only those who look after the documentation, in the channel that was asked, grade answers."
    )


def not_in_a_sample() -> str:
    """Say that there is nothing to grade."""
    return "That answer is in no sample any more."


def read_by_others(channel: str) -> str:
    """Tell maintainers that guests or another organisation read along in a channel."""
    return (
        f"I post nothing that names questions in the channel {channel} (the nightly number, "
        "tickets, what the gate holds back, answers for grading): guests or people of another "
        "organisation read it, or it has too many members for me to be sure. Mend that, or name "
        "another channel in the policy; a sample for grading is then to be drawn anew: "
        "python -m scripts.grade --slack --new. I say this once."
    )
