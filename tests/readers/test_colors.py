"""Tests of reading colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.colors import BLACK, WHITE, Color, color, from_hex


@pytest.mark.parametrize(
    "value",
    ["#fff", "#FFFFFF", "white", "rgb(255, 255, 255)", "rgb(100% 100% 100% / 1)", "hsl(9,0%,100%)"],
)
def test_white_is_white_however_it_is_written(value):
    """Names, hexadecimal digits and functions of CSS say the same."""
    assert color(value) == WHITE


def test_how_opaque_a_colour_is():
    """Four and eight digits, and a fourth number, say what shines through."""
    alphas = [
        found.alpha
        for value in ("#0000", "rgba(0,0,0,.5)", "transparent", "#000000ff")
        if (found := color(value)) is not None
    ]

    assert [0.0, 0.5, 0.0, 1.0] == alphas


@pytest.mark.parametrize("value", ["", "var(--x)", "#12", "rgb(1,2)", "rgb(a,b,c)", "chartreuser"])
def test_what_is_no_known_colour_is_none(value):
    """Nothing is guessed."""
    assert color(value) is None


def test_text_is_lost_on_nearly_its_own_colour():
    """Near white is lost on white, light grey is not; what shines through fades."""
    lost = [from_hex(one).lost_on(WHITE) for one in ("fefefe", "ebebeb", "d3d3d3", "000000")]

    assert [True, True, False, False] == lost
    assert Color(0, 0, 0, 0.05).lost_on(WHITE)
    assert not WHITE.lost_on(BLACK)


@given(st.text(alphabet="rgbhsla(),%/. #0123456789efwit-", max_size=30))
def test_any_value_is_a_colour_or_none(value):
    """Parts of a colour are shares, whatever was written."""
    found = color(value)

    assert found is None or all(0 <= part <= 1 for part in (*found.parts, found.alpha))
