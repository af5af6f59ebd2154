"""Tests of reading style sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.css import declarations, rules, styled


def _rules(text):
    return [
        (
            [f"{part.tag}{sorted(part.ids)}{sorted(part.classes)}" for part in rule.selector],
            rule.in_state,
            {prop: one.value for prop, one in rule.declared.items()},
        )
        for rule in rules(text)
    ]


def test_rules_are_read_with_their_selectors():
    """Each selector of a list is a rule; what does not bear on sight is left out."""
    assert [
        (["p[]['a', 'b']"], False, {"display": "none"}),
        (["*['x'][]", "b[][]"], False, {"display": "none"}),
    ] == _rules("/* a */ P.a.b, #x > b { display : NONE; padding: 0 } i { padding: 1px }")


def test_what_holds_only_at_times_is_marked():
    """States, attributes and neighbours are not told by names; parts of elements are none."""
    found = _rules(
        ".m:hover{display:block} .n[x='{']{display:none} a ~ .o{display:none}"
        ".p::before{display:none} :root{display:none}"
    )

    assert [("*[]['m']", True), ("*[]['n']", True), ("*[]['o']", True), ("html[][]", False)] == [
        (selector[-1], state) for selector, state, _ in found
    ]


@pytest.mark.parametrize(
    ("around", "holds"),
    [
        ("@media screen", True),
        ("@media (min-width: 40em) and (max-width:2000px)", True),
        ("@media(min-width:768px)", True),
        ("@supports (display: grid)", True),
        ("@media print", False),
        ("@media (max-width: 600px)", False),
        ("@media (prefers-color-scheme: dark)", False),
        ("@media not screen", False),
        ("@keyframes x", False),
    ],
)
def test_rules_for_other_screens_do_not_count(around, holds):
    """A page is read as on a wide screen."""
    assert holds == bool(_rules(f"{around} {{ .a {{ display: none }} }}"))


def test_nested_rules_stand_in_their_outer_one():
    """A rule in a rule is about what is inside, or about the same element."""
    found = _rules(".a { color: red; .b { color: blue } &.c { color: green } }")

    assert [
        ["*[]['a']", "*[]['b']"],
        ["*[]['a', 'c']"],
        ["*[]['a']"],
    ] == [selector for selector, _, _ in found]


def test_comments_escapes_and_shorthands_are_undone():
    """What a browser reads is read."""
    assert {"display": "none", "color": "red"} == styled(
        "dis/* */play:x; d\\69splay: none;color:red"
    )
    assert {"background-color": "#fff", "background-image": "none"} == styled("background: #FFF")
    assert {"font-size": "0", "line-height": "0"} == styled("font: 0/0 a")
    assert {"font-size": "1px", "line-height": "normal"} == styled("font: bold 1px a")
    assert declarations("color: red !important")["color"].important
    assert [["*[]['md:block']"]] == [one[0] for one in _rules(".md\\:block{display:block}")]


@given(st.text(alphabet="abc.#:>{}()[];,@/*\"'\\ \n&~+-0px", max_size=200))
def test_any_sheet_is_read_without_an_error(text):
    """Broken sheets are read as far as they go."""
    assert all(rule.declared for rule in rules(f"{text} a{{color:red}} {text}"))
    assert isinstance(styled(text), dict)


def test_shorthands_of_sides_are_read_as_what_they_set():
    """One to four values are those of top, right, bottom and left; functions stay whole."""
    assert {
        "top": "1px",
        "right": "calc(2px + 1em)",
        "bottom": "1px",
        "left": "calc(2px + 1em)",
    } == (styled("inset: 1px calc(2px + 1em)"))
    assert {"margin-top": "0", "margin-left": "auto"} == styled("margin: 0 auto 4px")
    assert {} == styled("inset: 1px 1px 1px 1px 1px")
