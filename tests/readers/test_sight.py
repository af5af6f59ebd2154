"""Tests of what CSS puts out of sight."""

from __future__ import annotations

import pytest

from retrieval.readers.css import styled
from retrieval.readers.sight import HIDDEN, STRUCK, hides, moves, taken_as


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
    ("name", "style", "hidden"),
    [
        ("img", "width:0", True),
        ("svg", "height:1px", True),
        ("img", "width:40px;height:auto", False),
        ("img", "width:100%", False),
        ("p", "width:0", False),
    ],
)
def test_a_picture_is_as_large_as_it_says(name, style, hidden):
    """Nothing of it stands out of its box, as the words of a paragraph do."""
    assert hidden == hides(styled(style), name)


def test_what_moves_is_known():
    """By either property."""
    assert moves({"animation": "fade 1s"})
    assert moves({"animation-name": "fade"})
    assert not moves({"opacity": "0"})


def test_what_is_taken_out_is_named():
    """Struck through is one thing, hidden another, and hidden comes first."""
    struck = "text-decoration:line-through"

    assert STRUCK == taken_as(styled(struck))
    assert HIDDEN == taken_as(styled(f"{struck};display:none"))
    assert "" == taken_as(styled("text-decoration:underline"))
