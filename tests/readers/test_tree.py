"""Tests of the parts of an HTML tree."""

from __future__ import annotations

from retrieval.readers.tree import anchor, code, image, link, parse, span, void


def _first(source, name):
    return parse(source).find(name)


def test_links_keep_web_targets_only():
    """A link that runs a script is its words; one to itself is nothing."""
    assert "[a](/b%20c)" == link(_first('<a href="/b c">a</a>', "a"), "a")
    assert "a" == link(_first('<a href="data:x">a</a>', "a"), "a")
    assert "" == link(_first('<a href="#x">¶</a>', "a"), "¶")


def test_pictures_are_their_description():
    """A picture without a description shows nothing to a reader."""
    assert "![a](x.png)" == image(_first('<img src="x.png" alt="a">', "img"))
    assert "" == image(_first('<img src="x.png">', "img"))


def test_small_parts():
    """Breaks, boxes, ids, spans and code."""
    assert "[x] " == void(_first('<input type="checkbox" checked>', "input"))
    assert "\\\n" == void(_first("a<br>b", "br"))
    assert "\ufdd2x\ufdd3" == anchor(_first('<p id="x">a</p>', "p"))
    assert (3, 1) == tuple(
        span(_first('<table><td colspan="3" rowspan="x">', "td"), one)
        for one in ("colspan", "rowspan")
    )
    assert "`` a`b ``" == code("a`b")


def test_words_and_targets_of_links_cannot_break_them():
    """Brackets left open are escaped; what a browser leaves out of an address goes."""
    found = parse('<a href="https://e.org/x_(y)?a=<b>&#9;c d">see [1</a>').find("a")

    assert "[see \\[1](https://e.org/x_%28y%29?a=%3Cb%3Ec%20d)" == link(found, "see [1")
    assert "[see [1]](https://e.org/x_%28y%29?a=%3Cb%3Ec%20d)" == link(found, "see [1]")
