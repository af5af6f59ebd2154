"""Tests of working out values that name variables or are sums."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.constants import resolved


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ("calc(0)", "0"),
        ("calc(1 - 1)", "0"),
        ("calc(2px + 3px * 2)", "8px"),
        ("calc((1 + 1) * -5000px)", "-10000px"),
        ("translatex(calc(-1 * 9999px))", "translatex(-9999px)"),
        ("calc(100% - 2px)", "calc(100% - 2px)"),
        ("calc(1 / 0)", "calc(1 / 0)"),
        ("var(--a)", "none"),
        ("var( --b , 1)", "0.5"),
        ("calc(var(--b) * 0)", "0"),
        ("var(--nowhere, none)", "var(--nowhere, none)"),
        ("var(--loop)", "var(--loop)"),
    ],
)
def test_values_are_worked_out_as_far_as_is_known(value, plain):
    """Variables of the element and around it, and sums of one unit; the rest stays as written."""
    around = {"--a": "none", "--b": "1", "--loop": "var(--loop)"}

    declared, variables = resolved({"x": value, "--b": "0.5"}, around)

    assert plain == declared["x"]
    assert {**around, "--b": "0.5"} == variables


def test_colours_stay_as_they_are_written():
    """A design that sets colours by variables may set them anew elsewhere."""
    declared, _ = resolved({"color": "var(--a)"}, {"--a": "#fff"})

    assert {"color": "var(--a)"} == declared


@given(st.text(alphabet="calvr()-+*/ .019px%,", max_size=200))
def test_any_value_is_worked_out_without_an_error(value):
    """Whatever is written comes to some text."""
    declared, _ = resolved({"x": value}, {"--a": value, "--r": "var(--a)"})

    assert isinstance(declared["x"], str)


@pytest.mark.parametrize("unit", ["calc(", "1 + ", "calc(1", "(", "var(--a)", "1*"])
def test_values_are_worked_out_in_no_time(unit):
    """Neither long values nor variables that double each time take long."""
    around = {f"--{one}": f"var(--{two})" * 9 for one, two in zip("abcdef", "bcdefg", strict=True)}
    start = time.process_time()
    for length in (290, 100_000):
        resolved({"x": f"calc({unit * (length // len(unit))}"}, around)

    assert time.process_time() - start < 1
