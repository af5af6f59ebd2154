"""Markdown from anywhere keeps its shape and its words, and loses what is live in it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slack.escaping import visible
from bot.slack.markdown import GROWTH, LONGEST, sanitise
from tests.fakes.markdown import markdown
from tests.fakes.slack_reading import ALLOWED, hostile, live, shown, within


@given(st.one_of(hostile(40), markdown()))
@settings(max_examples=200, deadline=None)
def test_nothing_live_comes_through(text: str) -> None:
    """No input leaves a token, a call, an image or a link that is no source's."""
    assert [] == live(sanitise(text))


@given(st.one_of(hostile(40), markdown()))
@settings(max_examples=120, deadline=None)
def test_only_known_links_come_through(text: str) -> None:
    """With sources at hand, links lead to them and nowhere else."""
    safe = {"https://docs.example/leave", "https://docs.example/a_%28b%29?x=1%7C2#days"}

    assert [] == live(sanitise(text, ALLOWED), safe)


@given(hostile(30), st.lists(st.integers(0, 200), max_size=4))
@settings(max_examples=120, deadline=None)
def test_no_split_lets_anything_through(text: str, cuts: list[int]) -> None:
    """Cut into pieces at any places, sanitised apart and sent one after the other: harmless."""
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[a:b] for a, b in pairwise(places)]

    assert [] == live("\n\n".join(sanitise(piece) for piece in pieces))


@given(st.one_of(hostile(30), markdown()))
@settings(max_examples=120, deadline=None)
def test_the_words_survive(text: str) -> None:
    """Every word that a reader of the Markdown sees is still there, in its order."""
    seen = shown(re.sub(r"<br\s*/?>", "\n", visible(text)))

    assert within(seen, shown(sanitise(text)))


@given(hostile(20).filter(lambda text: not set("<>&`") & set(text)))
@settings(max_examples=60, deadline=None)
def test_sanitising_twice_is_sanitising_once(text: str) -> None:
    """What is safe already is left as it is, where no code is in it."""
    once = sanitise(text)

    assert live(once) == live(sanitise(once)) == []
    assert shown(once) == shown(sanitise(once))


@pytest.mark.parametrize(
    "text",
    [
        "A **bold** word, an *odd* one, a ~~gone~~ one and `code`.",
        "- one\n- two\n  - three\n- four",
        "1. one\n2. two",
        "7. seven\n8. eight",
        "> quoted\n>\n> - item",
        "```sh\nls -l\n\n  indented\n```",
        "| a | b |\n| --- | --- |\n| 1 | `x\\|y` |",
        "- one\n\n  ```\n  code\n  ```\n- two",
        "first  \nsecond",
        "***",
    ],
)
def test_harmless_markdown_stays(text: str) -> None:
    """Emphasis, lists, quotes, code, tables and rules come out as they went in."""
    assert text == sanitise(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Title *x*", "**Title *x***"),
        ("<!channel> <@U1>", "&lt;!channel&gt; &lt;@U1&gt;"),
        ("`<!here>`", "`&lt;!here&gt;`"),
        ("![a chart](https://evil.example/?q=1)", "a chart"),
        ("[portal](https://portal.example/x)", "portal (`https://portal.example/x`)"),
        ("[page](other.md#x)", "page"),
        ("<https://evil.example>", "`https://evil.example`"),
        ("[leave](https://docs.example/leave)", "[leave](https://docs.example/leave)"),
        ("[https://bank.example](https://docs.example/leave)", "[docs.example](https://docs.example/leave)"),
        ("https:![](x)//evil.com", "`https://evil.com`"),
        ("a &lt;!channel&gt; b", "a &lt;!channel&gt; b"),
        ("one<br>two", "one  \ntwo"),
        ("wrapped\nby hand", "wrapped by hand"),
        ("~~~\n```\n~~~", "````\n```\n````"),
        ("", ""),
    ],
)  # fmt: skip
def test_live_markdown_is_defused(text: str, expected: str) -> None:
    """Tokens are shown as text, images by their description, other links by their address."""
    assert expected == sanitise(text, ALLOWED)


@pytest.mark.parametrize(
    "text",
    [
        "> " * 20_000,
        ">" * 30 + "a\n" + "b\n" * 19_000,
        "- " * 30 + "a\n" + "b\n" * 19_000,
        "".join(" " * place + "- a\n" for place in range(280)),
        "|" + "a|" * 2_000 + "\n|" + "-|" * 2_000 + "\n" + "|a\n" * 10_000,
        "[" * 40_000,
        "![" * 20_000,
        "[a](" * 10_000,
        "*a **b _c " * 4_000,
        "`a``b```c" * 4_400,
        "<a " * 13_000,
        "<!-- " * 8_000,
        "&" * 40_000,
        "a\n=\n" * 10_000,
        "word " * 20_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_lengths_are_bounded(text: str) -> None:
    """Deep nesting, wide tables and unclosed marks neither blow up nor lose their words."""
    said = sanitise(text)

    assert len(said) <= GROWTH * len(text) + 100
    assert [] == live(said)
    assert within(shown(visible(text[:LONGEST])[:2_000]), shown(said[: GROWTH * 2_000]))
