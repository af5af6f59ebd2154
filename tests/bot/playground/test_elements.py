"""Elements as people use them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground import blocks
from bot.playground.elements import acted, filled, find, state
from bot.playground.values import Refused

WORD = {"type": "plain_text", "text": "x"}
OPTIONS = [{"text": WORD, "value": value} for value in ("a", "b")]
INPUT = {
    "type": "input",
    "block_id": "why",
    "label": WORD,
    "element": {"type": "plain_text_input", "action_id": "text", "initial_value": "so"},
}
BOXES = {
    "type": "section",
    "block_id": "which",
    "text": WORD,
    "accessory": {"type": "checkboxes", "action_id": "boxes", "options": OPTIONS},
}
GO = {"type": "actions", "elements": [{"type": "button", "action_id": "go", "text": WORD}]}


def test_a_view_says_what_was_filled_in_and_else_what_it_said_at_first():
    """By block and action; buttons say nothing."""
    view = [INPUT, BOXES, GO]

    assert {
        "why": {"text": {"type": "plain_text_input", "value": "so"}},
        "which": {"boxes": {"type": "checkboxes", "selected_options": []}},
    } == filled(view, {})
    changed = filled(view, {"text": "why not", "boxes": "a,b"})
    assert "why not" == changed["why"]["text"]["value"]
    assert ["a", "b"] == [one["value"] for one in changed["which"]["boxes"]["selected_options"]]


@pytest.mark.parametrize(
    ("kind", "value", "field", "expected"),
    [
        ("static_select", "b", "selected_option", OPTIONS[1]),
        ("radio_buttons", "c", "selected_option", None),
        ("multi_static_select", "b", "selected_options", OPTIONS[1:]),
        ("datepicker", "2026-11-30", "selected_date", "2026-11-30"),
        ("users_select", "", "selected_user", None),
        ("plain_text_input", "x", "value", "x"),
        ("plain_text_input", "", "value", None),
    ],
)
def test_each_input_says_its_choice_in_a_field_of_its_own(kind, value, field, expected):
    """As Slack's own does."""
    assert {"type": kind, field: expected} == state({"type": kind, "options": OPTIONS}, value)


def test_an_element_is_found_by_its_action():
    """One that is not there cannot be pressed."""
    block, element = find([INPUT, GO], "go", "")

    assert ("button", "go") == (element["type"], acted(block, element, "")["action_id"])
    with pytest.raises(Refused, match="action_not_found"):
        find([INPUT, GO], "odd", "")


anything = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(("type", "elements", "element", "accessory", "action_id", "options")),
            inner | st.sampled_from(("actions", "section", "input", "static_select", "button")),
            max_size=5,
        )
    ),
    max_leaves=10,
)


@given(st.lists(anything, max_size=3), st.text(max_size=3))
def test_no_blocks_that_slack_takes_break_the_filling_in(given_blocks, value):
    """Whatever stands in them."""
    if not blocks.check(given_blocks):
        assert isinstance(filled(given_blocks, {value: value}), dict)
