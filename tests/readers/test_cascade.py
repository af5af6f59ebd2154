"""Tests of which rule of a style sheet counts for an element."""

from __future__ import annotations

import time

from retrieval.readers.cascade import Sheet


def _element(tag="p", found="", classes=""):
    return tag, frozenset([found] if found else []), frozenset(classes.split())


def test_the_strongest_rule_counts():
    """Ids weigh more than classes, later rules more than earlier ones, what is important most."""
    sheet = Sheet(["#i{color:red} .a{color:blue} p{color:lime} .b{color:navy!important}"])

    assert {"color": "red"} == sheet.declared(_element(found="i", classes="a"), ())
    assert {"color": "blue"} == sheet.declared(_element(classes="a"), ())
    assert {"color": "navy"} == sheet.declared(_element(found="i", classes="b"), (), "color:tan")
    assert {"color": "tan"} == sheet.declared(_element(found="i"), (), "color: tan")


def test_what_is_around_an_element_decides():
    """Parents are looked at from the nearest outwards."""
    sheet = Sheet([".x b > p{color:red}"])
    bold, cross = _element("b"), _element("div", classes="x")

    assert {"color": "red"} == sheet.declared(_element(), (bold, cross))
    assert {} == sheet.declared(_element(), (_element("i"), bold, cross))
    assert {} == sheet.declared(_element(), (bold,))


def test_what_can_be_opened_is_not_hidden():
    """Tabs, menus and folded parts are shown by another rule; a rule that lost cannot show."""
    for other in (".t.on{display:block}", ".m:hover .t{display:block}", ".open > .t{display:flex}"):
        assert {} == Sheet([".t{display:none}" + other]).declared(_element(classes="t"), ())
    for other in (".t{display:block}", ".u.t{color:red}", ".t.on{display:none}"):
        sheet = Sheet([other + ".t{display:none}"])
        assert "none" == sheet.declared(_element(classes="t"), ())["display"]


def test_a_hostile_sheet_is_left_early():
    """A megabyte of rules over thousands of elements takes seconds, and is said."""
    began = time.monotonic()
    many = "".join(f".x{at} .a{{color:#fff}}" for at in range(25_000))
    for text in (many, ".a{color:#fff}" * 30_000, "a," * 500_000 + "b{color:red}"):
        sheet = Sheet([text])
        parents = tuple(_element("div") for _ in range(100))
        for _ in range(1_000):
            sheet.declared(_element(classes="a"), parents)

        assert sheet.spent or len(text) > 900_000

    assert time.monotonic() - began < 20
