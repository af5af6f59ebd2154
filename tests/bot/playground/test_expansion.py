"""How many blocks Slack makes of markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.expansion import expanded


@pytest.mark.parametrize(
    ("markdown", "count"),
    [
        ("", 0),
        ("one\ntwo", 1),
        ("one\n\ntwo", 2),
        ("# a\n# b\ntext", 3),
        ("- a\n- b\n  more\n\n- c", 1),
        ("1. a\n2. b\n\nafter", 2),
        ("```\n# not\n\n- a heading\n```\nafter", 2),
        ("| a |\n|---|\n| b |", 1),
        ("> a\n> b\n\n> c", 2),
        ("a\n\n---\n\nb", 3),
        ("~~~\n```\n~~~\nx", 2),
    ],
)
def test_each_part_is_a_block(markdown, count):
    """Headings, rules, fences, tables, quotes, lists and paragraphs."""
    assert count == expanded(markdown)


@given(st.text(alphabet="#->|`~ ab1.\n", max_size=80))
def test_there_are_never_more_blocks_than_lines(markdown):
    """And none without a line that says something."""
    lines = [line for line in markdown.splitlines() if line.strip()]

    assert bool(lines) <= expanded(markdown) + (not lines)
    assert expanded(markdown) <= len(lines)
