"""What is said of a question that was handed over to people, in German."""

from __future__ import annotations

_SHORT = {
    "cited": "die Antwort stützt sich darauf",
    "dropped": "was daraus geschrieben wurde, bestand eine Prüfung nicht ({detail})",
    "unused": "gelesen, ohne darin eine Antwort zu sehen",
    "same": "sagt dasselbe wie {detail}",
    "crowded": "von dieser Seite war schon genug gelesen",
    "below": "andere kamen davor, und es war kein Platz mehr",
    "status": "nicht in Gebrauch: {detail}",
    "early": "gilt erst ab {detail}",
    "over": "galt bis {detail}",
    "aside": "im Thread hieß es, dass es das nicht ist",
}
"""Why a passage was not the answer; `{detail}` is a page, a day, a status or a check."""

_STATES = {
    "open": "Noch ohne Zuständige",
    "claimed": "In Arbeit",
    "resolved": "Gelöst",
    "solved": "Erledigt",
}


def fell_short(why: str, detail: str) -> str:
    """Say why a passage was not the answer."""
    return _SHORT.get(why, _SHORT["below"]).format(detail=detail)


def stands(state: str) -> str:
    """Say how a question stands."""
    return _STATES.get(state, _STATES["open"])


def i_have_it() -> str:
    """Label the button with which somebody takes a question on."""
    return "Ich kümmere mich"


def not_ours() -> str:
    """Label the button with which a question is passed on to others."""
    return "Nicht für uns"


def not_ours_ask() -> str:
    """Ask whether a question shall go to others."""
    return "Die Frage geht an die Nächsten, die dafür genannt sind, und aus diesem Channel hinaus."


def give_to() -> str:
    """Label the button with which somebody is picked."""
    return "Zuweisen …"


def resolved() -> str:
    """Label the button with which a question is closed."""
    return "Gelöst"


def solved_button() -> str:
    """Label the button with which whoever asked closes a question."""
    return "Hat sich erledigt"


def handed_by_rule(thread: str) -> str:
    """Head a question that nobody passed on but a rule, after whose it is."""
    return f"hat keine Antwort bekommen, die hilft: {thread}"


def near_passages() -> str:
    """Head the passages that came nearest, each with why it was not the answer."""
    return "Am nächsten kam, jeweils mit dem Grund, warum es nicht reicht:"


def owners(names: str) -> str:
    """Name the owners of the pages that came nearest."""
    return f"Zuständig: {names}"


def due(when: str) -> str:
    """Say until when a question is to be answered."""
    return f"Zu beantworten bis {when}"


def has_it(other: str, thread: str) -> str:
    """Say, after who has a question, whose it is."""
    return f"kümmert sich um die Frage von {other}: {thread}"


def has_resolved(other: str, thread: str) -> str:
    """Say, after who closed a question, whose it was."""
    return f"hat die Frage von {other} gelöst: {thread}"


def has_handed_on(other: str, thread: str) -> str:
    """Say, after who passed a question on to others, whose it is."""
    return f"hat die Frage von {other} an die Nächsten weitergegeben: {thread}"


def has_solved(thread: str) -> str:
    """Say after whose question it is that they need no help any more."""
    return f"braucht keine Hilfe mehr: {thread}"


def taken() -> str:
    """Tell who asked, after whoever took the question, what comes now."""
    return (
        "kümmert sich jetzt um diese Frage. Ich bin in diesem Thread von nun an still, "
        "solange mich niemand erwähnt."
    )


def taken_private(question: str) -> str:
    """Tell who asked in private, after whoever took the question."""
    return f"kümmert sich um die Frage, die du privat gestellt hast: {question}"


def passed_to_others() -> str:
    """Tell who asked that others are asked now."""
    return "Diese Frage ist an ein anderes Team gegangen."


def others_asked() -> str:
    """Tell who asked that those who were told do not see it, and others are asked."""
    return (
        "Die, an die ich diese Frage weitergegeben habe, "
        "können sie dort nicht sehen. Jetzt sind andere gefragt."
    )


def nobody_reached() -> str:
    """Tell who asked that nobody is left who could be asked."""
    return (
        "Ich konnte mit dieser Frage niemanden erreichen: Die, an die ich sie weitergegeben "
        "habe, können sie nicht sehen, und sonst ist niemand genannt. Bitte frag jemanden direkt."
    )


def answered_by() -> str:
    """Tell who asked, after whoever answered, what the answer is."""
    return "hat diese Frage beantwortet:"


def stands_in(page: str) -> str:
    """Say where an answer stands, or should."""
    return f"Sie gehört auf die Seite {page}."


def out_of_hours(when: str) -> str:
    """Tell who asked when the people who help are back."""
    return f"Sie arbeiten gerade nicht und sind wieder da: {when}."


def passed_on_by_rule(where: str) -> str:
    """Tell who asked that their question was passed on by itself."""
    return f"Ich habe diese Frage weitergegeben: {where}."


def given_to_you(thread: str) -> str:
    """Tell somebody, after who did it, that a question was given to them."""
    return f"hat dir eine Frage zugewiesen: {thread}"


def due_soon(when: str) -> str:
    """Remind those who help of a question, before its deadline."""
    return f"Diese Frage ist zu beantworten bis {when}."


def due_soon_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return f"Diese Frage ist zu beantworten bis {when}, und noch kümmert sich niemand darum."


def overdue(when: str) -> str:
    """Remind those who help of a question, after its deadline."""
    return f"Diese Frage war zu beantworten bis {when}."


def overdue_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return f"Diese Frage war zu beantworten bis {when}, und noch kümmert sich niemand darum."


def overdue_still(when: str) -> str:
    """Remind them once more, when as long again has passed."""
    return f"Diese Frage ist immer noch nicht beantwortet. Zu beantworten war sie bis {when}."


def overdue_still_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return (
        "Diese Frage ist immer noch nicht beantwortet, und niemand kümmert sich darum. Zu "
        f"beantworten war sie bis {when}."
    )


def overdue_last(when: str) -> str:
    """Remind them the last time."""
    return (
        f"Diese Frage war zu beantworten bis {when}. Das ist meine letzte Erinnerung; offen bleibt "
        "sie, bis jemand sie schließt."
    )


def overdue_last_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return (
        f"Diese Frage war zu beantworten bis {when}, und niemand hat sie übernommen. Das ist meine "
        "letzte Erinnerung; offen bleibt sie, bis jemand sie schließt."
    )


def overdue_elsewhere(when: str, card: str) -> str:
    """Tell whoever looks after the bot of a question that nobody has answered in time."""
    return f"Eine Frage war zu beantworten bis {when} und ist es nicht: {card}"


def the_card() -> str:
    """Label the link to what those who help were told."""
    return "was weitergegeben wurde"


def says_solved() -> str:
    """Tell those who help, after who asked, that nothing is left to do."""
    return "sagt, dass sich das erledigt hat. Es ist nichts mehr zu tun."


def suggestion(page: str) -> str:
    """Head a paragraph that is suggested for a page."""
    return f"Ein Vorschlag für {page}:"


def suggestion_nowhere() -> str:
    """Head a suggested paragraph for which no page is known."""
    return "Ein Vorschlag für die Seite, die es sagen sollte:"


def page_not_indexed() -> str:
    """Say of the page that was named with an answer that it cannot be searched."""
    return (
        "Die Seite ist noch nicht im Index, also können Antworten nicht aus ihr kommen: Wer sich "
        "um mich kümmert, kann sie aufnehmen lassen."
    )


def goes_below(heading: str) -> str:
    """Say where on a page a paragraph belongs."""
    return f"Unter die Überschrift {heading}"


def goes_last() -> str:
    """The same where no heading is near."""
    return "Ans Ende der Seite"
