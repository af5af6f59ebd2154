"""What those who help are told of what they press, and what their windows say, in English."""

from __future__ import annotations


def not_a_member() -> str:
    """Tell who pressed that it is for others."""
    return "Only whoever helps in this channel can do that."


def not_in_the_channel() -> str:
    """Tell who picked somebody that they cannot see the question."""
    return "Please pick a member of the channel that this question was passed on to."


def has_it_already() -> str:
    """Tell who picked somebody that they have the question as it is."""
    return "They have this question already."


def taken_before() -> str:
    """Tell who pressed that another was first."""
    return "Somebody has this question already."


def over_already() -> str:
    """Tell who pressed that a question is closed."""
    return "This question is closed already."


def nobody_else() -> str:
    """Tell who pressed that there is nobody left to pass a question on to."""
    return "Nobody else is named to whom this question could go."


def not_known_any_more() -> str:
    """Tell who pressed that a question is not known."""
    return "I do not know this question any more."


def solved_thanks() -> str:
    """Tell who asked that those who help know."""
    return "Thank you. I have told them."


def resolve_title() -> str:
    """Head the modal in which a question is closed; at most 24 characters."""
    return "Resolved"


def resolve_answer() -> str:
    """Say what is typed into it first."""
    return "What is the answer?"


def resolve_answer_hint() -> str:
    """Say who reads it."""
    return "Whoever asked reads it, in their thread."


def resolve_page() -> str:
    """Say what is typed into it second."""
    return "Where should it have been written?"


def resolve_page_hint() -> str:
    """Say what is a page."""
    return "The link of a page, or its path. I suggest a paragraph for it."


def resolve_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "Resolve"


def assign_title() -> str:
    """Head the modal in which somebody is picked; at most 24 characters."""
    return "Give to"


def assign_label() -> str:
    """Say who is picked."""
    return "Who has this question from now on?"


def assign_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "Give"


def answer_missing() -> str:
    """Ask for an answer where there is none."""
    return "Please write the answer."


def home_handed_over() -> str:
    """Head what waits for people."""
    return "Questions that wait for people"


def none_handed_over() -> str:
    """Say that nothing waits for people."""
    return "No question waits for you or your channels."


def handed_over_line(state: str, when: str) -> str:
    """Say how a question stands, and until when it is to be answered."""
    return f"{state}, to be answered by {when}"


def handed_over_late(state: str, when: str) -> str:
    """The same where that moment is past."""
    return f"{state}, and overdue: it was to be answered by {when}"


def handed_over_since(since: str, name: str) -> str:
    """Say which question it is: when it was handed over, and what it is called."""
    return f"Handed over on {since} ({name})"


def see_card() -> str:
    """Label the link from there."""
    return "See what was handed over"
