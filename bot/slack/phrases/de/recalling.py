"""What is said of answers whose pages say something else by now, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import day as _day


def no_longer_says(page: str, date: str) -> str:
    """Say under an answer that a page does not say any more what is quoted."""
    return f"⚠️ {_day(date)}: In „{page}“ steht nicht mehr, was hier zitiert wird."


def quoted_page_gone(page: str, date: str) -> str:
    """Say under an answer that a page which is quoted is no more."""
    return f"⚠️ {_day(date)}: „{page}“, hier zitiert, gibt es nicht mehr."


def answer_changed() -> str:
    """Tell somebody that an answer they got does not stand any more."""
    return "Eine Seite, aus der ich dir geantwortet habe, hat sich seither geändert."


def your_question(text: str) -> str:
    """Repeat what was asked."""
    return f"Deine Frage: „{text}“"


def the_answer() -> str:
    """Label the link to an answer."""
    return "Die Antwort"


def it_said() -> str:
    """Introduce what a page said when it was quoted."""
    return "dort stand"


def it_says_now() -> str:
    """Introduce what a page says now."""
    return "Jetzt steht dort"


def page_is_gone() -> str:
    """Say that a page is no more."""
    return "Die Seite gibt es nicht mehr."


def says_nothing_like_it() -> str:
    """Say that a page has nothing left of what it said."""
    return "Nichts Ähnliches steht mehr dort."
