"""Blocks tile the text and agree with CommonMark."""

from __future__ import annotations

import re
import time
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from retrieval.text.blocks import blocks
from tests.fakes.markdown import markdown


def kinds(text: str) -> list[tuple[str, str]]:
    """Return the blocks of a text, blank ones left out."""
    return [(b.kind, text[b.start : b.end]) for b in blocks(text) if b.kind != "blank"]


@given(markdown())
def test_blocks_tile_the_text(text: str) -> None:
    """Whatever the text, its blocks joined in order are the text, and none is empty."""
    found = blocks(text)

    assert text == "".join(text[b.start : b.end] for b in found)
    assert all(b.start < b.end and b.start <= b.content <= b.end for b in found)


_TABLE_LINES = (
    *("a|b", "a|", "-|-", "- | -", "---", "     -|-", "\t-|-", "    a|b"),
    *("> a|b", "> -|-", "- a|b", "  -|-", "!!! note", "x", ""),
)


@pytest.mark.parametrize("fragment", [False, True])
def test_what_may_head_a_table_is_told_once(fragment: bool) -> None:
    """A row and a line of dashes below it in other containers, or opening them, never overlap."""
    for lines in product(_TABLE_LINES, repeat=3):
        text = "\n".join(lines)
        found = blocks(text, fragment=fragment)

        assert text == "".join(text[b.start : b.end] for b in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> a|b\n-|-", [("quote", "> a|b\n-|-")]),
        ("> a|b\n> -|-", [("table", "> a|b\n> -|-")]),
        ("a|b\n    -|-", [("paragraph", "a|b\n    -|-")]),
        ("a|b\n- | -", [("paragraph", "a|b\n"), ("item", "- | -")]),
        ("- a|b\n  -|-\n  1|2", [("table", "- a|b\n  -|-\n  1|2")]),
        ("```\n# no\n```\n# yes", [("fence", "```\n# no\n```\n"), ("heading", "# yes")]),
        ("~~~ a ~ b\n```\n~~~\nx", [("fence", "~~~ a ~ b\n```\n~~~\n"), ("paragraph", "x")]),
        ("````\n```\n````\nx", [("fence", "````\n```\n````\n"), ("paragraph", "x")]),
        ("```\nnever closed\n\n# x", [("fence", "```\nnever closed\n\n# x")]),
        ("a\n===\nb", [("heading", "a\n===\n"), ("paragraph", "b")]),
        ("    code\n\n    more\nx", [("fence", "    code\n\n    more\n"), ("paragraph", "x")]),
        ("h\n|a|b|\n|-|-|\n|1|2|\n\nx", [
            ("paragraph", "h\n"), ("table", "|a|b|\n|-|-|\n|1|2|\n"), ("paragraph", "x"),
        ]),
        ("|a|b|\n|-|\n", [("paragraph", "|a|b|\n|-|\n")]),
        ("- a\n  - b\nlazy\n- c", [
            ("item", "- a\n"), ("item", "  - b\nlazy\n"), ("item", "- c"),
        ]),
        ("> a\nlazy\n\nb", [("quote", "> a\nlazy\n"), ("paragraph", "b")]),
        ("text\n2. no list", [("paragraph", "text\n2. no list")]),
        ("* * *\n- - -", [("rule", "* * *\n"), ("rule", "- - -")]),
        ("<!-- a\n\nb -->\nx", [("html", "<!-- a\n\nb -->\n"), ("paragraph", "x")]),
        ("!!! note\n    inside\nout", [
            ("admonition", "!!! note\n"), ("paragraph", "    inside\nout"),
        ]),
        (":::tip\nx\n:::", [
            ("admonition", ":::tip\n"), ("paragraph", "x\n"), ("admonition", ":::"),
        ]),
    ],
)  # fmt: skip
def test_block_rules(text: str, expected: list[tuple[str, str]]) -> None:
    """Fences, headings, tables, lists, quotes and admonitions begin and end where they should."""
    assert expected == kinds(text)


def test_an_item_knows_its_depth_and_where_its_words_begin() -> None:
    """Depth counts the items around, and content is what stands after the marker."""
    text = "- a\n  1. b\n\n     ```\n     c\n     ```\n"
    first, second, _, fence = blocks(text)

    assert (1, True, "a\n") == (first.depth, first.opens, text[first.content : first.end])
    assert (2, True, "b\n") == (second.depth, second.opens, text[second.content : second.end])
    assert ("fence", 2, False, 5) == (fence.kind, fence.depth, fence.opens, fence.indent)


def test_a_table_knows_where_its_body_begins() -> None:
    """The body of a table begins after its delimiter row."""
    text = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    (table,) = blocks(text)

    assert "| 1 | 2 |\n" == text[table.body : table.end]


def test_a_fragment_may_begin_within_a_list() -> None:
    """The first item of a fragment is an item however far it is indented."""
    text = "      - a\n      - b\n"

    assert ["item", "item"] == [block.kind for block in blocks(text, fragment=True)]
    assert ["fence"] == [block.kind for block in blocks(text)]


@pytest.mark.parametrize(
    "text",
    ["|" * 300_000, "`" * 300_000, "- " * 150_000, "> " * 150_000, "|\n" * 50_000,
     "".join(" " * (2 * n) + "- a\n" for n in range(500)), "<!--" * 75_000],
    ids=["pipes", "ticks", "items", "quotes", "rows", "nesting", "comments"],
)  # fmt: skip
def test_hostile_text_takes_linear_time(text: str) -> None:
    """Hundreds of thousands of marks take no longer than as much prose would."""
    began = time.process_time()
    blocks(text)

    assert time.process_time() - began < 3


_DELIBERATE = re.compile(r"^ *(?::::|!!!|===|\?\?\?)|^ {0,3}\[[^\]\n]+\]:", re.MULTILINE)


def test_blocks_agree_with_a_full_parser(evaldata: Path) -> None:
    """On real pages every leaf block is the one that markdown-it finds, at the same line."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable(["inline"])
    files = sorted(path for path in evaldata.glob("*/corpus/**/*.md") if path.is_file())[::15]
    differing = []
    for path in files:
        text = path.read_text("utf-8", errors="replace").replace("\r", "")
        if not _DELIBERATE.search(text) and _ours(text) != _theirs(parser, text):
            differing.append(path.name)

    assert [] == differing


_NAMES = {"item": "paragraph", "quote": "paragraph"}


def _ours(text: str) -> list[tuple[int, str, int]]:
    return [
        (text.count("\n", 0, b.start), _NAMES.get(b.kind, b.kind), b.level)
        for b in blocks(text)
        if b.kind != "blank" and (b.kind != "item" or text[b.content : b.end].strip())
    ]


def _theirs(parser: MarkdownIt, text: str) -> list[tuple[int, str, int]]:
    names = {
        "paragraph_open": "paragraph", "heading_open": "heading", "fence": "fence", "hr": "rule",
        "code_block": "fence", "html_block": "html", "table_open": "table",
    }  # fmt: skip
    return [
        (token.map[0], names[token.type], int(token.tag[1]) if token.type == "heading_open" else 0)
        for token in parser.parse(text)
        if token.type in names and token.map
    ]
