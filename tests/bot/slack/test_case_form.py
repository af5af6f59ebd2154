"""The window of a case shows what is known, and what is filled in is read back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.playground.blocks import check_view
from bot.slack import phrases
from bot.slack.case_form import (
    ALONE,
    EXPECTED,
    FOLD,
    NOTE,
    REFUSE,
    RIGHT,
    STATE,
    Said,
    read,
    window,
)
from retrieval.ports import CaseEvent, EvalCase, Label, Wording
from tests.outgoing import problems

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PERSON = {"person": "UANN", "reason": "outdated", "page": "https://wiki.example/pay"}
CONTENT = {
    "question": "Why so?",
    "standalone": "Why is it so?",
    "outcome": "answered",
    "answer": "So.",
    "hits": [{"path": "pay"}, {"path": "pay"}],
    "persons": [PERSON, {**PERSON, "person": "UBEN", "page": ""}],
}
LABEL = Label(("docs:a.md", "hr:b.md"), "Thus.", answerable=False, note="it was wrong")
CASE = EvalCase("c" * 32, "t1", NOW, "kept", "UANN", "C1", CONTENT, label=LABEL, folded=2)
EVENT = CaseEvent("c1", NOW, "UMAIN", "moved", "kept", "it was wrong")


def _field(view: dict[str, Any], name: str) -> dict[str, Any]:
    element: dict[str, Any]
    (element,) = [one["element"] for one in view["blocks"] if one.get("block_id") == name]
    return element


def _filled(view: dict[str, Any], **said: Any) -> dict[str, Any]:
    """Return a window as Slack sends it, with what its fields begin with or what is given."""
    values = {}
    for block in view["blocks"]:
        if block["type"] == "input":
            element, name = block["element"], block["block_id"]
            value = {
                "value": element.get("initial_value"),
                "selected_option": element.get("initial_option"),
                "selected_options": element.get("initial_options", []),
            }
            values[name] = {name: value | said.get(name.removeprefix("footnote_case_"), {})}
    return {"private_metadata": view["private_metadata"], "state": {"values": values}}


def test_it_shows_what_is_known() -> None:
    """Question, answer, pages, what was done, and why people dislike it without who they are."""
    shown = str(window(CASE, [EVENT], []))

    for told in (
        phrases.case_question("Why so?"),
        phrases.case_searched("Why is it so?"),
        phrases.case_pages("pay"),
        f"{phrases.reason_name('outdated')} (2)",
        "https://wiki.example/pay",
        phrases.case_folded(2),
        "it was wrong",
    ):
        assert told in shown
    assert "UANN" not in shown


def test_an_answer_that_was_none_is_no_empty_line() -> None:
    """Of a refusal its outcome is said, in a sentence of its own."""
    refused = {**CONTENT, "outcome": "not_in_context", "answer": ""}
    view = window(replace(CASE, content=refused), (), ())

    assert "No answer (not in the documentation)." in json.dumps(view)


def test_slack_takes_it() -> None:
    """With fields filled and empty, with cases to fold into and without, and with long texts."""
    content = {**CONTENT, "question": "x" * 9_000}
    long = replace(CASE, content=content, label=Label(expected="y" * 9_000))
    bare = EvalCase("c1", "", NOW, "withdrawn", "", "", {"question": "Q?"}, kind="human")
    for case, alike in ((CASE, [Wording("c2", "z" * 99)]), (long, []), (bare, [])):
        view = window(case, [EVENT] * 9, alike)

        assert [] == check_view(view, "modal")
        assert [] == problems("views.open", {"view": view})


def test_what_is_left_as_it_is_comes_back() -> None:
    """A window that is sent without a change says what the case said."""
    view = window(replace(CASE, into="c2"), [], [Wording("c3", "Same?")])

    assert Said(CASE.id, LABEL.right, "Thus.", refuse=True, state="kept", note="it was wrong",
                fold="c2") == read(_filled(view))  # fmt: skip


def test_what_is_filled_in_is_read() -> None:
    """Each field; empty ones say nothing, and standing alone is an answer."""
    view = window(CASE, [], [Wording("c2", "Same?")])
    said = read(
        _filled(
            view,
            right={"value": " a.md \n\nhttps://x \n"},
            expected={"value": None},
            refuse={"selected_options": []},
            state={"selected_option": {"value": "fixed"}},
            note={"value": " why "},
            fold={"selected_option": {"value": "c2"}},
        )
    )

    assert Said(CASE.id, ("a.md", "https://x"), "", refuse=False, state="fixed", note="why",
                fold="c2") == said  # fmt: skip
    alone = read(_filled(view, fold={"selected_option": {"value": ALONE}}))
    assert alone is not None
    assert "" == alone.fold


_json = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5),
    lambda part: (
        st.lists(part, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [RIGHT, EXPECTED, REFUSE, STATE, NOTE, FOLD, "value", "selected_option"]
            ),
            part,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(metadata=st.text() | _json.map(json.dumps) | st.just('{"case": "c1"}'), values=_json)
def test_a_forged_window_is_read_or_not(metadata: str, values: Any) -> None:
    """Whatever is in it, it says something of a case or is none of ours."""
    said = read({"private_metadata": metadata, "state": {"values": values}})

    assert said is None or said.case
