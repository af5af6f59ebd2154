"""Tests of what browsers do not show before it is opened."""

from __future__ import annotations

import pytest

from retrieval.readers.unopened import is_unopened, openers


@pytest.mark.parametrize(
    ("name", "attributes", "declared", "unopened"),
    [
        ("dialog", {}, {}, True),
        ("dialog", {"open": ""}, {}, False),
        ("dialog", {"id": "a"}, {}, False),
        ("dialog", {"id": "b"}, {}, True),
        ("dialog", {}, {"display": "flex"}, False),
        ("p", {"popover": "manual"}, {}, True),
        ("p", {}, {}, False),
        ("datalist", {}, {}, True),
        ("iframe", {"id": "a"}, {"display": "block"}, True),
    ],
)
def test_an_element_is_seen_or_not(name, attributes, declared, unopened):
    """It depends on its kind, on who opens it and on its style."""
    assert unopened == is_unopened(name, attributes, declared, frozenset({"a"}))


def test_buttons_name_what_they_open():
    """Both attributes of HTML are known."""
    assert ["a"] == list(openers({"popovertarget": "a"}))
    assert ["b"] == list(openers({"commandfor": "b", "popovertarget": None}))
