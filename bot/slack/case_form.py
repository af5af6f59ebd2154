"""The window of a case: what it is about, and the form in which a maintainer decides about it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.slack import phrases
from bot.slack.actions import plain_text
from bot.slack.blocks import Block
from bot.slack.escaping import visible
from bot.slack.payload import Payload, mapping, string
from bot.slack.reply.views import section
from retrieval.learn.listed import short
from retrieval.ports import CaseEvent, EvalCase, Label, Wording
from retrieval.text.shorten import shorten_line

CASE_VIEW = "footnote_case"
"""The `callback_id` of the window."""
RIGHT, EXPECTED, REFUSE, STATE, NOTE, FOLD = (
    f"footnote_case_{name}" for name in ("right", "expected", "refuse", "state", "note", "fold")
)
"""The fields; a block has the name of its field."""
DECIDED = ("new", "triaged", "fixed", "kept", "dropped")
ALONE = "-"
"""The value of standing by itself, among the cases that it may be folded into."""
MOST_PAGES, MOST_EVENTS = 5, 5
LONGEST, LONGEST_OPTION = 1_500, 75
"""Characters of a text that is shown, and of an option; Slack takes no longer option."""
LONGEST_FIELD = 3_000


@dataclass(frozen=True, slots=True)
class Said:
    """What a maintainer filled in. `fold` is None where that was not asked."""

    case: str
    right: tuple[str, ...]
    expected: str
    refuse: bool
    state: str
    note: str
    fold: str | None


def window(
    case: EvalCase, history: Sequence[CaseEvent], alike: Sequence[Wording]
) -> dict[str, Any]:
    """Return the window: the case in a few paragraphs, and below them what may be decided."""
    fields = [*_labelling(case.label), *_deciding(case), *_folding(case, alike)]
    return {
        "type": "modal",
        "callback_id": CASE_VIEW,
        "private_metadata": json.dumps({"case": case.id}),
        "title": plain_text(phrases.case_title()),
        "submit": plain_text(phrases.case_save()),
        "close": plain_text(phrases.close()),
        "blocks": [*map(section, _about(case, history)), {"type": "divider"}, *fields],
    }


def read(view: Payload) -> Said | None:
    """Read what was filled in; None for a window that is none of ours."""
    try:
        about = json.loads(string(view, "private_metadata"))
    except (ValueError, RecursionError):
        return None
    case = string(about, "case") if isinstance(about, Mapping) else ""
    values = mapping(mapping(view, "state"), "values")

    def field(name: str) -> Payload:
        return mapping(mapping(values, name), name)

    def chosen(name: str) -> str:
        return string(mapping(field(name), "selected_option"), "value")

    checked = field(REFUSE).get("selected_options")
    fold = chosen(FOLD)
    if not case:
        return None
    return Said(
        case=case,
        right=tuple(filter(None, map(str.strip, string(field(RIGHT), "value").split("\n")))),
        expected=string(field(EXPECTED), "value").strip(),
        refuse=bool(checked) if isinstance(checked, list) else False,
        state=chosen(STATE),
        note=string(field(NOTE), "value").strip(),
        fold={"": None, ALONE: ""}.get(fold, fold),
    )


def _about(case: EvalCase, history: Sequence[CaseEvent]) -> Iterable[str]:
    """Say what a case is about."""
    told = case.content
    yield phrases.case_question(str(told.get("question", ""))[:LONGEST])
    if told.get("standalone") not in {None, "", told.get("question")}:
        yield phrases.case_searched(str(told["standalone"])[:LONGEST])
    outcome = phrases.outcome(str(told.get("outcome", "")))
    if case.trace_id:
        yield phrases.case_answer(outcome, str(told.get("answer") or "")[:LONGEST])
    pages = list(dict.fromkeys(str(hit.get("path", "")) for hit in told.get("hits", ())))
    if pages:
        yield phrases.case_pages(", ".join(pages[:MOST_PAGES]))
    yield from _why(told.get("persons", ()))
    yield phrases.case_stands(phrases.case_kind(case.kind), phrases.case_state(case.state))
    if case.folded:
        yield phrases.case_folded(case.folded)
    for one in history[-MOST_EVENTS:]:
        day, what = f"{one.when:%Y-%m-%d}", phrases.case_event(one.what)
        yield phrases.case_step(day, what, phrases.case_state(one.state), one.note[:LONGEST])
    yield phrases.case_more(short(case.id))


def _why(persons: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    """Say why people dislike the answer, and which pages they named; not who they are."""
    given = [str(one["reason"]) for one in persons if one.get("reason")]
    if given:
        counted = {reason: given.count(reason) for reason in dict.fromkeys(given)}
        told = (f"{phrases.reason_name(name)} ({count})" for name, count in counted.items())
        yield phrases.case_reasons(", ".join(told))
    named = dict.fromkeys(str(one["page"]) for one in persons if one.get("page"))
    if named:
        yield phrases.case_named("\n\n".join(list(named)[:MOST_PAGES]))


def _labelling(label: Label) -> list[Block]:
    """Return the fields for what is right."""
    option = {"text": plain_text(phrases.case_refuse()), "value": "refuse"}
    refuse: Block = {"type": "checkboxes", "action_id": REFUSE, "options": [option]}
    if label.answerable is False:
        refuse["initial_options"] = [option]
    return [
        _typed(RIGHT, phrases.case_right(), "\n".join(label.right), phrases.case_right_hint()),
        _typed(EXPECTED, phrases.case_expected(), label.expected),
        _input(REFUSE, phrases.case_refuse_label(), refuse),
    ]


def _deciding(case: EvalCase) -> list[Block]:
    """Return the fields for what becomes of a case."""
    options = {state: _option(phrases.case_state(state), state) for state in DECIDED}
    state: Block = {
        "type": "static_select",
        "action_id": STATE,
        "options": list(options.values()),
    }
    if case.state in options:
        state["initial_option"] = options[case.state]
    return [
        _input(STATE, phrases.case_state_label(), state),
        _typed(NOTE, phrases.case_note(), case.label.note, phrases.case_note_hint()),
    ]


def _folding(case: EvalCase, alike: Sequence[Wording]) -> list[Block]:
    """Return the field for what a case is folded into; none where nothing asks the same."""
    others = {one.case: _option(f"{short(one.case)} {one.text}", one.case) for one in alike}
    if case.into and case.into not in others:
        others[case.into] = _option(case.into, case.into)
    if not others:
        return []
    alone = _option(phrases.case_alone(), ALONE)
    return [
        _input(
            FOLD,
            phrases.case_fold(),
            {
                "type": "static_select",
                "action_id": FOLD,
                "options": [alone, *others.values()],
                "initial_option": others.get(case.into, alone),
            },
        )
    ]


def _typed(name: str, label: str, value: str, hint: str = "") -> Block:
    """Return a field for text."""
    element: Block = {
        "type": "plain_text_input",
        "action_id": name,
        "multiline": True,
        "max_length": LONGEST_FIELD,
    }
    if value:
        element["initial_value"] = visible(value)[:LONGEST_FIELD]
    return _input(name, label, element) | ({"hint": plain_text(hint)} if hint else {})


def _input(name: str, label: str, element: Block) -> Block:
    return {
        "type": "input",
        "block_id": name,
        "optional": True,
        "label": plain_text(label),
        "element": element,
    }


def _option(text: str, value: str) -> Block:
    words = shorten_line(visible(text), LONGEST_OPTION) or value
    return {"text": plain_text(words), "value": value}
