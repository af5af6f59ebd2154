"""What those who help are told of what they press, and what their windows say, in German."""

from __future__ import annotations


def not_a_member() -> str:
    """Tell who pressed that it is for others."""
    return "Das kann nur, wer in diesem Channel hilft."


def not_in_the_channel() -> str:
    """Tell who picked somebody that they cannot see the question."""
    return "Bitte wähle ein Mitglied des Channels, an den diese Frage gegangen ist."


def has_it_already() -> str:
    """Tell who picked somebody that they have the question as it is."""
    return "Diese Frage liegt schon bei dieser Person."


def taken_before() -> str:
    """Tell who pressed that another was first."""
    return "Um diese Frage kümmert sich schon jemand."


def over_already() -> str:
    """Tell who pressed that a question is closed."""
    return "Diese Frage ist schon abgeschlossen."


def nobody_else() -> str:
    """Tell who pressed that there is nobody left to pass a question on to."""
    return "Es ist sonst niemand genannt, an den diese Frage gehen könnte."


def not_known_any_more() -> str:
    """Tell who pressed that a question is not known."""
    return "Diese Frage kenne ich nicht mehr."


def solved_thanks() -> str:
    """Tell who asked that those who help know."""
    return "Danke. Ich habe Bescheid gegeben."


def resolve_title() -> str:
    """Head the modal in which a question is closed; at most 24 characters."""
    return "Gelöst"


def resolve_answer() -> str:
    """Say what is typed into it first."""
    return "Was ist die Antwort?"


def resolve_answer_hint() -> str:
    """Say who reads it."""
    return "Wer gefragt hat, liest sie im Thread der Frage."


def resolve_page() -> str:
    """Say what is typed into it second."""
    return "Wo hätte sie stehen sollen?"


def resolve_page_hint() -> str:
    """Say what is a page."""
    return "Der Link einer Seite oder ihr Pfad. Ich schlage einen Absatz dafür vor."


def resolve_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "Abschließen"


def assign_title() -> str:
    """Head the modal in which somebody is picked; at most 24 characters."""
    return "Zuweisen"


def assign_label() -> str:
    """Say who is picked."""
    return "Wer kümmert sich von jetzt an um diese Frage?"


def assign_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "Zuweisen"


def answer_missing() -> str:
    """Ask for an answer where there is none."""
    return "Bitte schreibe die Antwort."


def home_handed_over() -> str:
    """Head what waits for people."""
    return "Fragen, die auf Menschen warten"


def none_handed_over() -> str:
    """Say that nothing waits for people."""
    return "Keine Frage wartet auf dich oder deine Channels."


def handed_over_line(state: str, when: str) -> str:
    """Say how a question stands, and until when it is to be answered."""
    return f"{state}, zu beantworten bis {when}"


def handed_over_late(state: str, when: str) -> str:
    """The same where that moment is past."""
    return f"{state}, und überfällig: zu beantworten war es bis {when}"


def handed_over_since(since: str, name: str) -> str:
    """Say which question it is: when it was handed over, and what it is called."""
    return f"Weitergegeben am {since} ({name})"


def see_card() -> str:
    """Label the link from there."""
    return "Ansehen, was weitergegeben wurde"
