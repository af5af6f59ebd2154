"""Tests of what CSS values hide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.css import styled
from retrieval.readers.looks import Looks, from_attributes, hides


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "visibility:collapse",
        "content-visibility:hidden",
        "opacity:0.01",
        "opacity:0%",
        "position:absolute;left:-9999px",
        "position:fixed;top:-100vh",
        "position:relative;left:-60em",
        "text-indent:-999px",
        "transform:translateX(-9999px)",
        "transform:scale(0)",
        "position:absolute;clip:rect(0 0 0 0)",
        "clip:rect(1px, 1px, 1px, 1px)",
        "clip-path:inset(50%)",
        "clip-path:circle(0)",
        "width:1px;height:1px;overflow:hidden",
        "max-height:0;overflow:hidden",
        "filter:opacity(0)",
        "filter:blur(1px) opacity(0%)",
        "opacity:-1",
        "opacity:1e-3",
        "scale:0",
        "scale:1 0",
        "translate:-9999px",
        "translate:0 -9999px",
        "transform:rotateX(90deg)",
        "transform:rotate3d(0, 1, 0, .25turn)",
        "rotate:y -90deg",
        "rotate:1 0 0 100grad",
        "position:fixed;inset:200vh",
        "position:fixed;top:100%",
        "position:absolute;inset:auto auto auto -9999px",
        "margin:0 0 0 -5000px",
    ],
)
def test_what_is_out_of_sight_is_hidden(style):
    """Switched off, seen through, moved away or cut off."""
    assert hides(styled(style))


@pytest.mark.parametrize(
    "style",
    [
        "display:block",
        "opacity:0;animation:fade 1s forwards",
        "opacity:.5",
        "position:absolute;left:-50%",
        "left:-9999px",
        "margin-left:-100%",
        "transform:translate(-50%,-100%)",
        "clip:auto",
        "clip:rect(auto auto auto auto)",
        "clip-path:inset(10%)",
        "height:1px",
        "text-indent:2em",
        "filter:opacity(.8)",
        "filter:opacity()",
        "filter:drop-shadow(0 0 2px black)",
        "scale:1.1",
        "scale:none",
        "translate:-50% -50%",
        "translate:none",
        "rotate:90deg",
        "transform:rotate(90deg)",
        "transform:rotateZ(90deg)",
        "transform:rotateY(180deg)",
        "transform:rotateY(90deg) translateZ(100px)",
        "zoom:1",
        "position:fixed;inset:0",
        "position:absolute;top:100%",
        "margin:0 -15px",
        "margin:0 auto",
    ],
)
def test_what_designs_use_every_day_is_shown(style):
    """Bubbles, columns and what fades in are there to be read."""
    assert not hides(styled(style))


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
    ],
)
def test_text_is_unreadable_by_colour_and_size(styles, unreadable):
    """Colour, what is behind it and size are handed down to what is inside."""
    looks = Looks()
    for style in styles:
        looks = looks.within(styled(style))

    assert unreadable == looks.unreadable


def test_attributes_name_colours_too():
    """Old pages and wikis set colours without CSS."""
    assert {"color": "white"} == from_attributes("font", {"color": "White"})
    assert {"background-color": "#336699"} == from_attributes("td", {"bgcolor": "336699"})
    assert {} == from_attributes("p", {"text": "white"})


@given(st.text(alphabet="positnleafc:;-0159.px%() ,#colrdisay", max_size=120))
def test_any_style_is_looked_at_without_an_error(text):
    """Whatever is declared is hidden or shown."""
    declared = styled(f"{text};position:absolute;clip:{text};transform:{text};opacity:{text}")
    declared |= styled(f"rotate:{text};scale:{text};translate:{text};filter:opacity({text})")

    assert hides(declared) in {True, False}
    assert Looks().within(declared).unreadable in {True, False}
