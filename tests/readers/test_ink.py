"""Tests of which characters of a page people can see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.colors import BLACK, WHITE
from retrieval.readers.ink import INVISIBLE, Ink, shade

_BOX = (0.0, 0.0, 600.0, 800.0)


def _char(color=(0,), *, x=100.0, y=400.0, size=10.0, space="DeviceGray"):
    return {
        "object_type": "char",
        "text": "a",
        "size": size,
        "non_stroking_color": color,
        "ncs": space,
        "x0": x,
        "x1": x + 5,
        "top": y,
        "bottom": y + size,
    }


def _area(color, *, x=0.0, y=0.0, width=600.0, height=800.0):
    return {
        "fill": True,
        "non_stroking_color": color,
        "x0": x,
        "x1": x + width,
        "top": y,
        "bottom": y + height,
    }


def _shows(char, areas=(), pictures=(), others=()):
    return Ink(_BOX, [char, *others], list(areas), list(pictures)).shows(char)


@pytest.mark.parametrize(
    "char",
    [
        _char((1,)),
        _char((0.98, 0.98, 0.98)),
        _char((0, 0, 0, 0)),
        _char((INVISIBLE,)),
        _char(size=1.0),
        _char(x=700.0),
        _char(y=-50.0),
    ],
)
def test_what_people_cannot_see_is_not_shown(char):
    """White, near white, in no colour, tiny or off the page."""
    assert not _shows(char)


def test_what_is_behind_a_character_counts():
    """The smallest area around it is its paper; a picture or an unknown colour may be anything."""
    navy, grey = _area((0, 0, 0.5)), _area((0.2,), x=50, y=350, width=200, height=100)

    assert _shows(_char((1,)), [navy])
    assert not _shows(_char((0.2,)), [navy, grey])
    assert not _shows(_char((1,)), [navy, _area((1,), x=50, y=350, width=200, height=100)])
    assert _shows(_char((1,)), [], [_area(None)])
    assert _shows(_char((1,)), [_area(("P1",))])
    assert _shows(_char((0,)), [_area((0,), height=1.0, y=405.0)])


def test_an_ink_of_its_own_is_not_light():
    """One, of a colour that a printer mixes, is the full ink."""
    assert _shows(_char((1,), space="Separation"))


def test_the_text_of_a_scan_is_kept():
    """Invisible text over a picture of the whole page is what a machine read there."""
    hidden, scan = _char((INVISIBLE,)), _area(None)
    stamp, line = _char(y=780.0), _char(y=300.0)

    assert _shows(hidden, [], [scan])
    assert _shows(hidden, [], [scan], [stamp])
    assert not _shows(hidden, [], [scan], [line])
    assert not _shows(hidden, [], [_area(None, height=300.0)])
    assert not _shows(hidden)


@pytest.mark.parametrize(
    ("value", "color"),
    [
        ((1,), WHITE),
        (0, BLACK),
        ((1, 1, 1), WHITE),
        ((0, 0, 0, 1), BLACK),
        (None, None),
        ((), None),
    ],
)
def test_numbers_are_colours_by_how_many_they_are(value, color):
    """Grey, red-green-blue, or inks."""
    assert color == shade(value)


@given(st.one_of(st.none(), st.text(), st.lists(st.one_of(st.floats(), st.integers(), st.text()))))
def test_any_value_is_a_colour_or_none(value):
    """Damaged files hold anything."""
    found = shade(value)

    assert found is None or len(found.parts) == 3
