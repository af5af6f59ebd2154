"""Tests of retrieval/policy_form.py: a table read by its form."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from retrieval.policy_form import Problems, Table

_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=4) | st.just("C0123"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(_VALUES)
def test_every_value_is_read_or_named(value: Any) -> None:
    """Whatever stands under a key, reading it gives its kind, with a problem where it is none."""
    problems = Problems()
    table = Table("", {"key": value}, problems)
    ids = table.ids("key", "channel")
    flag = table.flag("key")
    one = table.id("key", "channel")
    inner = list(table.table("key").each("channel"))
    chosen = table.choice("key", ("C0123", "other"), "other")

    assert all(name.startswith(("C", "G")) for name in (*ids, *(name for name, _ in inner)))
    assert flag is (value is True)
    assert one == (value if value == "C0123" else "")
    assert chosen == (value if value == "C0123" else "other")
    assert problems.found
    assert all(problem.startswith("key") for problem in problems.found)


def test_names_are_those_of_the_file() -> None:
    """A problem is named by the dotted key, places counted from 1; an id named twice is one."""
    problems = Problems()
    table = Table("", {"a": {"b": ["C01", "x", "C01"], "c": 1}}, problems)
    inner = table.table("a")

    assert ("C01",) == inner.ids("b", "channel")
    inner.rest()
    assert ["a.b[2]", "a.c"] == [problem.split(":")[0] for problem in problems.found]
