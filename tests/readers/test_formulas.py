"""Tests of formulas in HTML."""

from __future__ import annotations

from retrieval.readers.formulas import ELEMENTS, UNSEEN, has_formula


def test_a_page_has_a_formula_where_one_begins():
    """Elements of one alone are placeholders."""
    assert has_formula("a <math display=block>")
    assert has_formula("<MATH>")
    assert not has_formula("<mn> and <annotation>")


def test_what_nobody_sees_is_of_a_formula():
    """They are elements of one."""
    assert UNSEEN < ELEMENTS
