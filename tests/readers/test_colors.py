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


@pytest.mark.parametrize(
    ("value", "digits"),
    [
        ("oklch(100% 0 0)", "ffffff"),
        ("oklab(1 0 0 / 1)", "ffffff"),
        ("lab(100 none 0)", "ffffff"),
        ("lch(100% 0 120deg)", "ffffff"),
        ("hwb(90 100% 0%)", "ffffff"),
        ("color(srgb 1 1 1)", "ffffff"),
        ("color(display-p3 1 1 1)", "ffffff"),
        ("color(srgb-linear 0 0 0)", "000000"),
        ("oklch(0.628 0.2577 29.23)", "ff0000"),
        ("oklch(40.1% 0.123 21.57)", "7d2329"),
        ("oklab(40.101% 0.1147 0.0453)", "7d2329"),
        ("lab(29.2345% 39.3825 20.0664)", "7d2329"),
        ("lch(29.2345% 44.2 27)", "7d2329"),
        ("hwb(150deg 20% 10%)", "33e68c"),
        ("hwb(0 80% 80%)", "808080"),
        ("hsl(.5turn 100% 50%)", "00ffff"),
    ],
)
def test_newer_ways_of_naming_a_colour(value, digits):
    """The examples of CSS Color 4 come out as the colours that it gives for them."""
    found, wanted = color(value), from_hex(digits)

    assert found is not None
    assert wanted is not None
    assert wanted.parts == pytest.approx(found.parts, abs=1 / 255)


def test_how_opaque_a_colour_is():
    """Four and eight digits, and a fourth number, say what shines through."""
    alphas = [
        found.alpha
        for value in ("#0000", "rgba(0,0,0,.5)", "transparent", "#000000ff")
        if (found := color(value)) is not None
    ]

    assert [0.0, 0.5, 0.0, 1.0] == alphas


@pytest.mark.parametrize(
    "value",
    [
        "",
        "var(--x)",
        "#12",
        "rgb(1,2)",
        "rgb(a,b,c)",
        "chartreuser",
        "srgb(1 1 1)",
        "color(1 1 1)",
        "color()",
        "color(xyz 1 1 1)",
        "oklch(1 0)",
        "abc(1 1 1)",
    ],
)
def test_what_is_no_known_colour_is_none(value):
    """Nothing is guessed."""
    assert color(value) is None


def test_text_is_lost_on_nearly_its_own_colour():
    """Near white is lost on white, light grey is not; what shines through fades."""
    lost = [from_hex(one).lost_on(WHITE) for one in ("fefefe", "ebebeb", "d3d3d3", "000000")]

    assert [True, True, False, False] == lost
    assert Color(0, 0, 0, 0.05).lost_on(WHITE)
    assert not WHITE.lost_on(BLACK)


_NAMES = ("rgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch")


@given(st.text(alphabet="rgbhslaokcwn(),%/. #0123456789efwit-", max_size=30))
def test_any_value_is_a_colour_or_none(value):
    """Parts of a colour are shares, whatever was written."""
    for found in (color(value), *(color(f"{name}({value})") for name in _NAMES)):
        assert found is None or all(0 <= part <= 1 for part in (*found.parts, found.alpha))
