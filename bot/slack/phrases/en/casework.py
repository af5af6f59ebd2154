"""What the window of a case says, in English."""

from __future__ import annotations


def case_state(state: str) -> str:
    """Name the state of a case."""
    return _STATES.get(state, _STATES["new"])


_STATES = {
    "new": "new",
    "triaged": "triaged",
    "fixed": "fixed",
    "kept": "kept as a check",
    "dropped": "dropped",
    "withdrawn": "taken back",
}


def case_kind(kind: str) -> str:
    """Name where a case comes from."""
    return _KINDS.get(kind, _KINDS["imported"])


_KINDS = {
    "complaint": "Somebody disliked the answer",
    "praise": "Somebody liked the answer",
    "human": "A person gave the answer",
    "grade": "A sampled answer was graded",
    "imported": "Imported",
}


def case_event(what: str) -> str:
    """Name what was done with a case."""
    return _EVENTS.get(what, _EVENTS["moved"])


_EVENTS = {
    "labelled": "what is right was said",
    "moved": "its state was changed",
    "asked_in": "it was said where it is asked",
    "folded": "it was folded into another",
    "unfolded": "it was taken out again",
}


def case_stands(kind: str, state: str) -> str:
    """Say where a case comes from and what has become of it."""
    return f"{kind}. The case is {state}."


def case_folded(cases: int) -> str:
    """Say how many cases were folded into one."""
    return f"Cases folded into it, which ask the same: {cases}"


def case_step(day: str, what: str, state: str, note: str) -> str:
    """Tell a step that was taken with a case."""
    return f"{day}: {what}, then {state}" + (f": {note}" if note else "")


def case_reasons(reasons: str) -> str:
    """Say why people dislike the answer."""
    return f"Why people dislike it: {reasons}"


def case_named(pages: str) -> str:
    """Show the pages that people named as right."""
    return f"Pages that they named:\n\n{pages}"


def case_save() -> str:
    """Label the button that keeps what was decided."""
    return "Save"


def case_right() -> str:
    """Label the field for the right pages."""
    return "Pages that have the answer"


def case_right_hint() -> str:
    """Say how pages are given."""
    return "One a line: a link, a path, or collection:path."


def case_expected() -> str:
    """Label the field for the right answer."""
    return "What the answer should have been"


def case_refuse_label() -> str:
    """Label the box for questions that are rightly refused."""
    return "No page has the answer"


def case_refuse() -> str:
    """Label the choice that a refusal is right."""
    return "A refusal is right"


def case_state_label() -> str:
    """Label the field for the state."""
    return "What becomes of the case"


def case_note() -> str:
    """Label the field for the reason."""
    return "Why"


def case_note_hint() -> str:
    """Say when a reason is needed."""
    return "Needed to keep a case as a check or to drop it."


def case_fold() -> str:
    """Label the field for the case that asks the same."""
    return "Asks the same as"


def case_alone() -> str:
    """Label the choice that a case stands by itself."""
    return "No other case"


def case_needs_note() -> str:
    """Say that a reason is missing."""
    return "Please say why: whoever meets the case later wants to know."


def case_no_page() -> str:
    """Say that a page was not found."""
    return "I find no such page among those that you may search. Give its link or its path."


def case_pages_unknown() -> str:
    """Say that pages could not be looked up."""
    return "I could not look the page up just now. Try again, or give it as collection:path."


def case_not_folded() -> str:
    """Say that a case cannot be folded so."""
    return "It cannot be folded into that case: choose another."
