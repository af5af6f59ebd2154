"""What stands around an answer, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import day as _day
from bot.slack.phrases.de.instead import broken as _broken


def refusal() -> str:
    """Say that there is no answer."""
    return "In der Dokumentation steht dazu nichts."


def nearest() -> str:
    """Head the pages that come nearest."""
    return "Die nächstliegenden Seiten:"


def sources() -> str:
    """Head the list of sources."""
    return "Quellen"


def conflict() -> str:
    """Say that two pages contradict each other."""
    return "Die Dokumentation widerspricht sich:"


def owner(name: str) -> str:
    """Name the owner of a page."""
    return f"zuständig: {name}"


def verified(day: str) -> str:
    """Say when a page was last verified."""
    return f"geprüft am {_day(day)}"


def changed(day: str) -> str:
    """Say when a page was last changed, where nobody says that it was verified."""
    return f"geändert am {_day(day)}"


def verified_long_ago(day: str) -> str:
    """Mark a claim whose page was last verified long before another one that is quoted."""
    return f"(Seite zuletzt am {_day(day)} geprüft)"


def changed_long_ago(day: str) -> str:
    """Mark a claim whose page was last changed so long ago, where nobody says it was verified."""
    return f"(Seite zuletzt am {_day(day)} geändert)"


def note(kind: str, subject: str) -> str:
    """Word a fact about an answer; an empty string for a kind that nobody knows."""
    if kind == "live":
        return _LIVE.get(subject, "")
    said = _day(subject) if kind in _DATED else subject
    typed, _, meant = subject.partition(" → ")
    return _NOTES.get(kind, "").format(subject=said, typed=typed, meant=meant)


_LIVE = {
    "state": "Keine Seite kann wissen, wie es gerade steht. Eine Statusseite oder ein Dashboard "
    "könnte es.",
    "people": "Keine Seite kann wissen, wer gerade wo ist. Ein Dienstplan oder ein Kalender "
    "könnte es.",
    "figures": "Keine Seite enthält Zahlen von heute oder aus einem Zeitraum. Ein Bericht oder "
    "eine Datenbank könnte es.",
    "own": "Keine Seite kennt deine eigenen Daten. Das System, in dem sie stehen, könnte es.",
    "everything": "Ich antworte aus wenigen Abschnitten und kann nicht alles auflisten. Die Suche "
    "des Wikis selbst kann es.",
    "world": "Keine eurer Seiten kann das wissen. Das Web könnte es.",
}
"""What would know, by the kind of question that no page answers."""


_DATED = ("stale", "differs")
"""Notes that are about a day."""
_NOTES = {
    "asked_before": "So am {subject} beantwortet und als hilfreich bewertet; alles Zitierte ist "
    "seither unverändert.",
    "differs": "Die hier zitierten Seiten sagen nicht dasselbe; die neueste davon ist vom "
    "{subject}.",
    "stale": "Nichts, was hier zitiert ist, wurde innerhalb eines Jahres geprüft; die neueste "
    "Seite ist vom {subject}.",
    "respelt": "Keine Seite enthält „{typed}“; gelesen als „{meant}“.",
    "search_degraded": "Die Suche war nicht vollständig: {subject}",
    "writer_degraded": "Ohne das Sprachmodell zitiert: {subject}",
    "set_aside": "Noch einmal gesucht, ohne die Seiten, die ich zuvor zitiert habe.",
    "uncovered": "Ein Teil der Frage ist nicht beantwortet.",
    "unanswered": "Nicht beantwortet ist dieser Teil der Frage: {subject}",
    "question_cut": "Nur die ersten {subject} Zeichen der Frage wurden gelesen.",
    "history_cut": "Nur der letzte Teil dieses Threads wurde gelesen.",
    "history_missing": "Die Nachrichten vor dieser konnten nicht gelesen werden.",
    "history_own": "Slack zeigt mir diesen Thread gerade nicht; gelesen habe ich nur, was man mich "
    "darin gefragt hat und was ich geantwortet habe.",
    "files_unread": "Diese Dateien wurden nicht gelesen: {subject}",
    "files_cut": "Von diesen Dateien wurde nur der Anfang gelesen: {subject}",
    "links_unread": "Verlinkte Nachrichten wurden nicht gelesen, weil nicht alle hier sie sehen "
    "dürfen oder ich selbst nicht.",
    "channels_unread": "Was Leute in Channels schreiben, gehört nicht zur Dokumentation; ich weiß "
    "also nicht, was dort gesagt wurde: {subject}",
}


def private_channel() -> str:
    """Stand for a channel whose name is not for everyone."""
    return "ein privater Channel"


def failure(reason: str, trace_id: str = "") -> str:
    """Say why there is no answer."""
    return reason or _broken(trace_id)


def continued() -> str:
    """Open a message that goes on where the one before ended."""
    return "(Fortsetzung)"


def helpful() -> str:
    """Label the button for an answer that helped."""
    return "Hilfreich"


def unhelpful() -> str:
    """Label the button for an answer that did not."""
    return "Nicht hilfreich"


def footer(trace_id: str) -> str:
    """Name the trace of an answer."""
    return f"Spur {trace_id}"
