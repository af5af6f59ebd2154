"""Tests of folding the lines of a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.blocks import Folder
from retrieval.readers.code import Vault
from retrieval.readers.page import Removals


def _fold(text):
    vault, removals = Vault(), Removals()
    lines = Folder(vault, removals).fold(text.split("\n"))
    shown = [one for line in lines for one in (vault.block(line) or [vault.show(line)])]
    return "\n".join(shown).strip("\n"), removals.sentences(), "\n".join(lines)


@pytest.mark.parametrize(
    "code",
    [
        "```bash\n# no heading\n{{ x }}\n```",
        "~~~ a ~~~\n```\n<!-- kept -->\n~~~",
        "````\n```\nx\n```\n````",
        "> ```\n> x\n> ```",
        "- ```\n  x\n  ```",
    ],
)
def test_fences_are_hidden_whole(code):
    """Whatever stands in a fence is code and comes back as it was."""
    shown, _, folded = _fold(code)

    assert code == shown
    assert "x" not in folded
    assert "kept" not in folded


def test_a_fence_in_a_quote_ends_with_the_quote():
    """An unclosed fence does not swallow what follows its container."""
    assert "after" in _fold("> ```\n> x\n\nafter")[2]


def test_an_unclosed_fence_runs_to_the_end():
    """Nothing after it is a heading."""
    assert "# y" not in _fold("```\nx\n# y")[2]


def test_indented_code_is_fenced_and_list_text_is_not():
    """Four columns more than the container make code."""
    assert "a\n\n```\nx\n\ny\n```" == _fold("a\n\n    x\n\n    y")[0]
    assert "1. a\n\n    b" == _fold("1. a\n\n    b")[0]
    assert "- a\n\n  ```\n  b\n  ```" == _fold("- a\n\n      b")[0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a <!-- x --> b", "a  b"),
        ("<!-- x\n\n# y\n-->\nb", "b"),
        ("`<!--` b", "`<!--` b"),
        ("a <!-- b", "a <!-- b"),
    ],
)
def test_comments_go_and_code_stays(text, shown):
    """A comment is taken out, over blank lines too, unless it is code or never ends."""
    assert shown == _fold(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "```{note}\na\n```",
        ":::{note}\na\n:::",
        ":::note\na\n:::",
        "!!! note\n    a",
        "??? note\n\n    a",
    ],
)
def test_admonitions_of_every_host_are_quotes(text):
    """The text of an admonition stays, as a quote under its name."""
    assert "> **Note**\n>\n> a" == _fold(text)[0]


def test_nested_directives_keep_their_text():
    """Tabs in tabs and notes in lists keep what they say, where they say it."""
    text = "- a\n\n  ````{tab-set}\n  ```{tab-item} Linux\n  Run it.\n  ```\n  ````\n"

    assert "- a\n\n  **Linux**\n\n  Run it." == _fold(text)[0]


def test_html_tables_become_gfm():
    """A table written in HTML is a table in Markdown."""
    assert (
        "| a | b |\n| --- | --- |\n| 1 | 2 |"
        == (_fold("<table><tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr></table>")[0])
    )


@given(st.text(alphabet="`~:!?=><-#{}| \nabt/\t1.", max_size=300))
def test_any_lines_are_folded_without_an_error(text):
    """Folding ends, and gives back lines."""
    assert isinstance(_fold(text)[0], str)
