"""What is said of opinions: why somebody dislikes an answer, and which page is right."""

from __future__ import annotations


def ask_why() -> str:
    """Thank for a dislike and ask for its reason."""
    return (
        "Thank you. The question is kept with all that I found, so that it can be mended. "
        "What is wrong with the answer?"
    )


def reason_name(reason_: str) -> str:
    """Name a reason why somebody dislikes an answer, on a button and in a list."""
    return _REASONS.get(reason_, _REASONS["other"])


_REASONS = {
    "wrong_page": "Wrong page",
    "outdated": "Outdated",
    "incomplete": "Incomplete",
    "invented": "Made up",
    "not_asked": "Not what I asked",
    "other": "Something else",
}


def name_the_page() -> str:
    """Label the button that asks for the right page."""
    return "Give the right page"


def page_title() -> str:
    """Head the window that asks for the right page."""
    return "The right page"


def page_submit() -> str:
    """Label the button that sends the link of the right page."""
    return "Send"


def page_label() -> str:
    """Label the field for the link of the right page."""
    return "Link of the page that has the answer"


def page_hint() -> str:
    """Say what becomes of the link."""
    return "It is kept with your opinion for those who look after the documentation."


def no_address() -> str:
    """Say that no link was given."""
    return "Please paste the link of one page."


def page_kept() -> str:
    """Acknowledge the link of the right page."""
    return "Thank you, I keep that page with your opinion."


def reason_kept(reason_: str) -> str:
    """Acknowledge a reason."""
    return f"Thank you, noted: {reason_}. If you know which page is right, tell me."


def no_dislike() -> str:
    """Say why a reason or a page is not kept."""
    return "You do not dislike that answer any more, so I have nothing to note this with."


def keep_offer() -> str:
    """Offer to keep a person's answer."""
    return (
        "I could not answer this, and you did. May I keep what you wrote as the right answer?"
        " I am then measured by it."
    )


def keep_answer() -> str:
    """Label the button that keeps a person's answer."""
    return "Keep this as the answer"


def answer_kept_alone() -> str:
    """Acknowledge an answer that links to no page."""
    return (
        "Thank you, your answer is kept. Those who look after the documentation see that it "
        "has no page yet."
    )


def answer_gone() -> str:
    """Say that an answer cannot be kept."""
    return "I can keep only what you wrote yourself and what still stands here."


def answer_kept(pages: str) -> str:
    """Acknowledge an answer with the pages that it links to."""
    return f"Thank you, your answer is kept with its page: {pages}"


def no_such_page() -> str:
    """Say what names a page, where what was typed names none."""
    return "Please paste a link, or the path of a page that is indexed, such as hr/leave.md."


def page_kept_unknown() -> str:
    """Acknowledge the link of the right page, which is not indexed."""
    return (
        "Thank you, I keep that page with your opinion. It is not among the pages that I have "
        "indexed; those who look after me see it."
    )
