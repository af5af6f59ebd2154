"""The rules that Block Kit's limits are made of."""

from __future__ import annotations

import pytest

from bot.playground.rules import Problems, anything, one_of, several, shape, string, text, typed


def _found(rule, value):
    problems = Problems()
    rule(problems, value, "/x")
    return [one.removesuffix(" [json-pointer:/x]") for one in problems.found]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("ab", []),
        ("", ["must be more than 0 characters"]),
        ("abc", ["must be less than 3 characters"]),
        (1, ["must provide a string"]),
        (None, ["must provide a string"]),
    ],
)
def test_a_string_has_its_bounds(value, found):
    """In Slack's words."""
    assert found == _found(string(2), value)


def test_a_text_object_has_a_type_and_a_text():
    """And the pointer leads to what is wrong."""
    assert ["must provide an object"] == _found(text(2), "x")
    assert ["missing required field: text"] == _found(text(2), {"type": "mrkdwn"})
    wrong = {"type": "mrkdwn", "text": "x"}
    kinds = ["must be one of: plain_text [json-pointer:/x/type]"]
    assert kinds == _found(text(2, ("plain_text",)), wrong)


def test_a_list_has_its_bounds_and_each_item_its_rule():
    """Items are pointed to by number."""
    rule = several(string(2), 2)

    assert ["must provide an array"] == _found(rule, "ab")
    assert ["no fewer than 1 items allowed"] == _found(rule, [])
    assert ["no more than 2 items allowed"] == _found(rule, ["a", "b", "c"])
    assert ["must provide a string [json-pointer:/x/1]"] == _found(rule, ["a", 1])


def test_an_object_is_of_a_known_type_with_its_fields():
    """A field that has to be there is named."""
    rule = typed(a={"b!": string(2)})

    assert [] == _found(rule, {"type": "a", "b": "x"})
    assert ["missing required field: b"] == _found(rule, {"type": "a"})
    for odd in ("z", [], None, 3):
        assert [f"unsupported type: {odd} [json-pointer:/x/type]"] == _found(rule, {"type": odd})
    assert ["must provide an object"] == _found(rule, [])


def test_a_shape_has_all_its_fields_and_a_choice_its_values():
    """And anything is anything."""
    assert ["missing required field: a"] == _found(shape(a=anything), {})
    assert ["must provide an object"] == _found(shape(a=anything), 1)
    assert ["must be one of: a, b"] == _found(one_of("a", "b"), [])
    assert [] == _found(anything, object())
