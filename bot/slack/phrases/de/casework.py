"""What the window of a case says, in German."""

from __future__ import annotations


def case_state(state: str) -> str:
    """Name the state of a case."""
    return _STATES.get(state, _STATES["new"])


_STATES = {
    "new": "neu",
    "triaged": "gesichtet",
    "fixed": "behoben",
    "kept": "als Prüfung behalten",
    "dropped": "verworfen",
    "withdrawn": "zurückgenommen",
}


def case_kind(kind: str) -> str:
    """Name where a case comes from."""
    return _KINDS.get(kind, _KINDS["imported"])


_KINDS = {
    "complaint": "Jemand fand die Antwort nicht gut",
    "praise": "Jemand fand die Antwort gut",
    "human": "Ein Mensch hat die Antwort gegeben",
    "grade": "Eine Antwort der Stichprobe wurde bewertet",
    "imported": "Importiert",
}


def case_event(what: str) -> str:
    """Name what was done with a case."""
    return _EVENTS.get(what, _EVENTS["moved"])


_EVENTS = {
    "labelled": "angegeben, was richtig ist",
    "moved": "Status geändert",
    "asked_in": "wo er gefragt wird, wurde gesagt",
    "folded": "mit einem anderen Fall zusammengelegt",
    "unfolded": "wieder herausgelöst",
}


def case_stands(kind: str, state: str) -> str:
    """Say where a case comes from and what has become of it."""
    return f"{kind}. Status des Falls: {state}."


def case_folded(cases: int) -> str:
    """Say how many cases were folded into one."""
    return f"Damit zusammengelegte Fälle mit derselben Frage: {cases}"


def case_step(day: str, what: str, state: str, note: str) -> str:
    """Tell a step that was taken with a case."""
    return f"{day}: {what}, dann {state}" + (f": {note}" if note else "")


def case_reasons(reasons: str) -> str:
    """Say why people dislike the answer."""
    return f"Was daran nicht stimmt: {reasons}"


def case_named(pages: str) -> str:
    """Show the pages that people named as right."""
    return f"Genannte Seiten:\n\n{pages}"


def case_save() -> str:
    """Label the button that keeps what was decided."""
    return "Speichern"


def case_right() -> str:
    """Label the field for the right pages."""
    return "Seiten, auf denen die Antwort steht"


def case_right_hint() -> str:
    """Say how pages are given."""
    return "Je Zeile eine: ein Link, ein Pfad oder Sammlung:Pfad."


def case_expected() -> str:
    """Label the field for the right answer."""
    return "Wie die Antwort hätte lauten sollen"


def case_refuse_label() -> str:
    """Label the box for questions that are rightly refused."""
    return "Auf keiner Seite steht die Antwort"


def case_refuse() -> str:
    """Label the choice that a refusal is right."""
    return "Es ist richtig, nicht zu antworten"


def case_state_label() -> str:
    """Label the field for the state."""
    return "Was aus dem Fall wird"


def case_note() -> str:
    """Label the field for the reason."""
    return "Warum"


def case_note_hint() -> str:
    """Say when a reason is needed."""
    return "Nötig, um einen Fall als Prüfung zu behalten oder zu verwerfen."


def case_fold() -> str:
    """Label the field for the case that asks the same."""
    return "Dieselbe Frage wie"


def case_alone() -> str:
    """Label the choice that a case stands by itself."""
    return "Kein anderer Fall"


def case_needs_note() -> str:
    """Say that a reason is missing."""
    return "Bitte gib an, warum: Wer den Fall später sieht, will es wissen."


def case_no_page() -> str:
    """Say that a page was not found."""
    return "Unter den Seiten, die du durchsuchen darfst, finde ich diese nicht. Gib ihren Link an."


def case_pages_unknown() -> str:
    """Say that pages could not be looked up."""
    return "Ich konnte die Seite gerade nicht nachschlagen. Bitte versuche es noch einmal."


def case_not_folded() -> str:
    """Say that a case cannot be folded so."""
    return "Damit lässt sich der Fall nicht zusammenlegen: Wähle einen anderen."
