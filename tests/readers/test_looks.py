"""Tests of what CSS values hide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.css import styled
from retrieval.readers.looks import Looks, from_attributes
from retrieval.readers.sight import hides


@pytest.mark.parametrize(
    ("styles", "unreadable"),
    [
        (["color:#fff"], True),
        (["background:#000", "color:#111"], True),
        (["color:#fff", "", ""], True),
        (["font-size:1px"], True),
        (["font-size:10px", "font-size:.1em"], True),
        (["font-size:0", "font-size:14px"], False),
        (["background:navy", "color:#fff"], False),
        (["background:url(x.png)", "color:#fff"], False),
        (["background:var(--dark)", "color:#fff"], False),
        (["background:rgba(0,0,0,.8)", "color:#fff"], False),
        (["background:rgba(0,0,0,.01)", "color:#fff"], True),
        (["background:no-repeat", "color:#fff"], True),
        (["color:transparent"], True),
        (["color:transparent;-webkit-background-clip:text"], False),
        (["color:#fff", "color:#333"], False),
        (["background:#222"], False),
        (["zoom:0.001"], True),
        (["zoom:1%", "font-size:14px"], True),
        (["zoom:.1", "zoom:10"], False),
        (["zoom:.5"], False),
        (["transform:scale(.01)"], True),
        (["transform:scale(1, .01)"], True),
        (["scale:.5"], False),
        (["transform:scale(.01);animation:grow 1s"], False),
        (["font-size:1e-9px"], True),
        (["font-size:0.00000001px"], True),
        (["letter-spacing:-100px"], True),
        (["letter-spacing:-1em", ""], True),
        (["letter-spacing:-100px", "letter-spacing:normal"], False),
        (["letter-spacing:-.31em"], False),
        (["letter-spacing:2px"], False),
        (["color:oklch(100% 0 0)"], True),
        (["background:lab(0% 0 0)", "color:oklab(0 0 0)"], True),
        (["background:oklch(20% 0.1 200)", "color:oklch(100% 0 0)"], False),
        (["line-height:0;overflow:hidden"], True),
        (["font:16px/0 serif;overflow:clip"], True),
        (["line-height:0;overflow:hidden", ""], True),
        (["line-height:.1px;overflow:hidden"], True),
        (["line-height:0;overflow:hidden", "line-height:1.5"], False),
        (["line-height:0;overflow:hidden;height:40px"], False),
        (["overflow:hidden", "line-height:0"], False),
        (["line-height:0"], False),
        (["overflow:hidden;line-height:1"], False),
        (["line-height:0;overflow:hidden", "font:14px serif"], False),
    ],
)
def test_text_is_unreadable_by_colour_and_size(styles, unreadable):
    """Colour, what is behind it and size are handed down to what is inside."""
    looks = Looks()
    for style in styles:
        looks = looks.within(styled(style))

    assert unreadable == looks.unreadable


@pytest.mark.parametrize(
    ("style", "letters", "heaps"),
    [
        ("line-height:0", 40, False),
        ("line-height:0", 400, True),
        ("line-height:0%", 400, True),
        ("line-height:1px", 400, True),
        ("line-height:1.2", 400, False),
        ("line-height:normal", 400, False),
        ("font-size:75%;line-height:0", 170, False),
    ],
)
def test_lines_of_no_height_lie_on_each_other(style, letters, heaps):
    """One line is read, as in a note's number; of several nothing can be made out."""
    assert heaps == Looks().within(styled(style)).heaps(letters)


def test_attributes_name_colours_too():
    """Old pages and wikis set colours without CSS."""
    assert {"color": "white"} == from_attributes("font", {"color": "White"})
    assert {"background-color": "#336699"} == from_attributes("td", {"bgcolor": "336699"})
    assert {} == from_attributes("p", {"text": "white"})
    assert {"width": "0"} == from_attributes("img", {"width": "0", "height": " "})
    assert {} == from_attributes("td", {"width": "0"})


@given(st.text(alphabet="positnleafc:;-0159.px%() ,#colrdisay", max_size=120))
def test_any_style_is_looked_at_without_an_error(text):
    """Whatever is declared is hidden or shown."""
    declared = styled(f"{text};position:absolute;clip:{text};transform:{text};opacity:{text}")
    declared |= styled(f"line-height:{text};overflow:hidden;color:oklch({text})")
    declared |= styled(f"rotate:{text};scale:{text};translate:{text};filter:opacity({text})")

    assert hides(declared, "img") in {True, False}
    assert Looks().within(declared).unreadable in {True, False}
