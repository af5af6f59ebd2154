"""What is said of answers whose pages say something else by now."""

from __future__ import annotations


def no_longer_says(page: str, date: str) -> str:
    """Say under an answer that a page does not say any more what is quoted."""
    return f"⚠️ {date}: “{page}” no longer says what is quoted here."


def quoted_page_gone(page: str, date: str) -> str:
    """Say under an answer that a page which is quoted is no more."""
    return f"⚠️ {date}: “{page}”, which is quoted here, is no longer there."


def answer_changed() -> str:
    """Tell somebody that an answer they got does not stand any more."""
    return "A page that I answered you from has changed since."


def your_question(text: str) -> str:
    """Repeat what was asked."""
    return f"You asked: “{text}”"


def the_answer() -> str:
    """Label the link to an answer."""
    return "The answer"


def it_said() -> str:
    """Introduce what a page said when it was quoted."""
    return "it said"


def it_says_now() -> str:
    """Introduce what a page says now."""
    return "It now says"


def page_is_gone() -> str:
    """Say that a page is no more."""
    return "The page is no longer there."


def says_nothing_like_it() -> str:
    """Say that a page has nothing left of what it said."""
    return "It no longer says anything like it."
