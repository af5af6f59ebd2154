"""What is said of a question that was handed over to people, in English."""

from __future__ import annotations

_SHORT = {
    "cited": "the answer rests on it",
    "dropped": "what was written from it did not pass a check ({detail})",
    "unused": "read, and no answer seen in it",
    "same": "says the same as {detail}",
    "crowded": "enough of this page was read already",
    "below": "others came before it, and there was no room left",
    "status": "not in use: {detail}",
    "early": "not in force before {detail}",
    "over": "in force until {detail}",
    "aside": "said in the thread not to be it",
}
"""Why a passage was not the answer; `{detail}` is a page, a day, a status or a check."""

_STATES = {
    "open": "Nobody has it",
    "claimed": "Somebody has it",
    "resolved": "Resolved",
    "solved": "Solved",
}


def fell_short(why: str, detail: str) -> str:
    """Say why a passage was not the answer."""
    return _SHORT.get(why, _SHORT["below"]).format(detail=detail)


def stands(state: str) -> str:
    """Say how a question stands."""
    return _STATES.get(state, _STATES["open"])


def i_have_it() -> str:
    """Label the button with which somebody takes a question on."""
    return "I have it"


def not_ours() -> str:
    """Label the button with which a question is passed on to others."""
    return "Not ours"


def not_ours_ask() -> str:
    """Ask whether a question shall go to others."""
    return "It goes to whoever is asked next, and leaves this channel."


def give_to() -> str:
    """Label the button with which somebody is picked."""
    return "Give to …"


def resolved() -> str:
    """Label the button with which a question is closed."""
    return "Resolved"


def solved_button() -> str:
    """Label the button with which whoever asked closes a question."""
    return "It is solved"


def handed_by_rule(thread: str) -> str:
    """Head a question that nobody passed on but a rule, after whose it is."""
    return f"got no answer that helped: {thread}"


def near_passages() -> str:
    """Head the passages that came nearest, each with why it was not the answer."""
    return "Nearest, and why each fell short:"


def owners(names: str) -> str:
    """Name the owners of the pages that came nearest."""
    return f"Owners: {names}"


def due(when: str) -> str:
    """Say until when a question is to be answered."""
    return f"To be answered by {when}"


def has_it(other: str, thread: str) -> str:
    """Say, after who has a question, whose it is."""
    return f"has the question of {other}: {thread}"


def has_resolved(other: str, thread: str) -> str:
    """Say, after who closed a question, whose it was."""
    return f"has resolved the question of {other}: {thread}"


def has_handed_on(other: str, thread: str) -> str:
    """Say, after who passed a question on to others, whose it is."""
    return f"has passed on the question of {other} to whoever is asked next: {thread}"


def has_solved(thread: str) -> str:
    """Say after whose question it is that they need no help any more."""
    return f"needs no more help: {thread}"


def taken() -> str:
    """Tell who asked, after whoever took the question, what comes now."""
    return "has this question now. I keep quiet in this thread from here on, unless you mention me."


def taken_private(question: str) -> str:
    """Tell who asked in private, after whoever took the question."""
    return f"has the question that you asked in private: {question}"


def passed_to_others() -> str:
    """Tell who asked that others are asked now."""
    return "This question has gone on to another team."


def others_asked() -> str:
    """Tell who asked that those who were told do not see it, and others are asked."""
    return "Those I passed this question on to cannot see it where I put it. Others are asked now."


def nobody_reached() -> str:
    """Tell who asked that nobody is left who could be asked."""
    return (
        "I could not reach anybody with this question: those I passed it on to "
        "cannot see it, and nobody else is named. Please ask a person directly."
    )


def answered_by() -> str:
    """Tell who asked, after whoever answered, what the answer is."""
    return "has answered this question:"


def stands_in(page: str) -> str:
    """Say where an answer stands, or should."""
    return f"It belongs in {page}."


def out_of_hours(when: str) -> str:
    """Tell who asked when the people who help are back."""
    return f"They are not at work at the moment, and are back on {when}."


def passed_on_by_rule(where: str) -> str:
    """Tell who asked that their question was passed on by itself."""
    return f"I have passed this question on to {where}."


def given_to_you(thread: str) -> str:
    """Tell somebody, after who did it, that a question was given to them."""
    return f"has given you a question: {thread}"


def due_soon(when: str) -> str:
    """Remind those who help of a question, before its deadline."""
    return f"This question is to be answered by {when}."


def due_soon_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return f"This question is to be answered by {when}, and nobody has it yet."


def overdue(when: str) -> str:
    """Remind those who help of a question, after its deadline."""
    return f"This question was to be answered by {when}."


def overdue_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return f"This question was to be answered by {when}, and nobody has it yet."


def overdue_still(when: str) -> str:
    """Remind them once more, when as long again has passed."""
    return f"This question is still not answered. It was to be answered by {when}."


def overdue_still_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return (
        f"This question is still not answered, and nobody has it. It was to be answered by {when}."
    )


def overdue_last(when: str) -> str:
    """Remind them the last time."""
    return (
        f"This question was to be answered by {when}. This is my last reminder, and it stays open "
        "until somebody closes it."
    )


def overdue_last_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return (
        f"This question was to be answered by {when}, and nobody has taken it. This is my last "
        "reminder, and it stays open until somebody closes it."
    )


def overdue_elsewhere(when: str, card: str) -> str:
    """Tell whoever looks after the bot of a question that nobody has answered in time."""
    return f"A question was to be answered by {when}, and is not: {card}"


def the_card() -> str:
    """Label the link to what those who help were told."""
    return "what was handed over"


def says_solved() -> str:
    """Tell those who help, after who asked, that nothing is left to do."""
    return "says that this is solved. Nothing is left to do."


def suggestion(page: str) -> str:
    """Head a paragraph that is suggested for a page."""
    return f"A suggestion for {page}:"


def suggestion_nowhere() -> str:
    """Head a suggested paragraph for which no page is known."""
    return "A suggestion for the page that should say it:"


def page_not_indexed() -> str:
    """Say of the page that was named with an answer that it cannot be searched."""
    return (
        "That page is not indexed yet, so answers cannot come from it: those who look after me can "
        "have it indexed."
    )


def goes_below(heading: str) -> str:
    """Say where on a page a paragraph belongs."""
    return f"Below the heading {heading}"


def goes_last() -> str:
    """The same where no heading is near."""
    return "At the end of the page"
