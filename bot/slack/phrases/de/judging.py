"""What is said of opinions, in German."""

from __future__ import annotations


def ask_why() -> str:
    """Thank for a dislike and ask for its reason."""
    return (
        "Danke. Die Frage ist mit allem, was ich gefunden habe, aufgehoben, damit der Fehler "
        "behoben werden kann. Was stimmt an der Antwort nicht?"
    )


def reason_name(reason_: str) -> str:
    """Name a reason why somebody dislikes an answer, on a button and in a list."""
    return _REASONS.get(reason_, _REASONS["other"])


_REASONS = {
    "wrong_page": "Falsche Seite",
    "outdated": "Veraltet",
    "incomplete": "Unvollständig",
    "invented": "Erfunden",
    "not_asked": "Nicht meine Frage",
    "other": "Etwas anderes",
}


def name_the_page() -> str:
    """Label the button that asks for the right page."""
    return "Richtige Seite nennen"


def page_title() -> str:
    """Head the window that asks for the right page."""
    return "Die richtige Seite"


def page_submit() -> str:
    """Label the button that sends the link of the right page."""
    return "Senden"


def page_label() -> str:
    """Label the field for the link of the right page."""
    return "Link der Seite, auf der die Antwort steht"


def page_hint() -> str:
    """Say what becomes of the link."""
    return "Er wird mit deiner Meinung für die aufgehoben, die die Dokumentation pflegen."


def no_address() -> str:
    """Say that no link was given."""
    return "Bitte füge den Link einer Seite ein."


def page_kept() -> str:
    """Acknowledge the link of the right page."""
    return "Danke, ich hebe die Seite mit deiner Meinung auf."


def reason_kept(reason_: str) -> str:
    """Acknowledge a reason."""
    return f"Danke, notiert: {reason_}. Wenn du weißt, welche Seite stimmt, nenne sie mir."


def no_dislike() -> str:
    """Say why a reason or a page is not kept."""
    return "Du lehnst diese Antwort nicht mehr ab, deshalb kann ich das zu nichts notieren."


def keep_offer() -> str:
    """Offer to keep a person's answer."""
    return (
        "Das konnte ich nicht beantworten, du schon. Darf ich deine Nachricht als richtige "
        "Antwort aufheben? Ich werde dann daran gemessen."
    )


def keep_answer() -> str:
    """Label the button that keeps a person's answer."""
    return "Als Antwort aufheben"


def answer_kept_alone() -> str:
    """Acknowledge an answer that links to no page."""
    return (
        "Danke, deine Antwort ist aufgehoben. Wer die Dokumentation pflegt, sieht, dass es "
        "dazu noch keine Seite gibt."
    )


def answer_gone() -> str:
    """Say that an answer cannot be kept."""
    return "Aufheben kann ich nur, was du selbst geschrieben hast und was hier noch steht."


def answer_kept(pages: str) -> str:
    """Acknowledge an answer with the pages that it links to."""
    return f"Danke, deine Antwort ist mit ihrer Seite aufgehoben: {pages}"


def no_such_page() -> str:
    """Say what names a page, where what was typed names none."""
    return (
        "Bitte füge einen Link ein oder den Pfad einer Seite, die im Index ist, etwa hr/leave.md."
    )


def page_kept_unknown() -> str:
    """Acknowledge the link of the right page, which is not indexed."""
    return (
        "Danke, ich hebe die Seite mit deiner Meinung auf. Sie ist nicht unter denen, die ich im "
        "Index habe; wer sich um mich kümmert, sieht sie."
    )
