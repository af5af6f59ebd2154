"""Tests of block directives as Markdown."""

from __future__ import annotations

import pytest

from retrieval.readers.directives import admonition, fenced, gfm, render


@pytest.mark.parametrize(
    ("name", "argument", "body", "lines"),
    [
        ("note", "", ["a"], ["> **Note**", ">", "> a"]),
        ("admonition", "Why", [":class: x", "", "a"], ["> **Why**", ">", "> a"]),
        ("code-block", "bash", [":linenos:", "ls"], ["```bash", "ls", "```"]),
        ("toctree", "", ["a", "b"], []),
        ("figure", "x.png", [":alt: A plan", "", "Caption"], ["![A plan](x.png)", "", "Caption"]),
        ("tab-item", "Linux", ["a"], ["**Linux**", "", "a"]),
        (
            "list-table",
            "",
            ["* - a", "  - b", "* - c", "  - d"],
            ["| a | b |", "| --- | --- |", "| c | d |"],
        ),
        (
            "csv-table",
            "T",
            [":header: x, y", "", "1, 2"],
            ["**T**", "", "| x | y |", "| --- | --- |", "| 1 | 2 |"],
        ),
        ("grid", "2", ["a"], ["a"]),
    ],
)
def test_directives_become_what_people_see(name, argument, body, lines):
    """Each kind of directive has its form in Markdown."""
    assert lines == render(name, argument, body, list)


def test_a_fence_is_longer_than_any_in_it():
    """Code that holds a fence is fenced with a longer one."""
    assert ["````md", "```", "````"] == fenced("md", ["```"])


def test_tables_are_even_and_their_pipes_escaped():
    """Short rows are filled up and a pipe in a cell stays in it."""
    assert ["| a\\|b | c |", "| --- | --- |", "| d |  |"] == gfm([["a|b", "c"], ["d"]])
    assert [] == gfm([])


def test_an_admonition_without_words_is_its_title():
    """Nothing is quoted where nothing is said."""
    assert ["> **Tip**"] == admonition("Tip", ["", ""])
