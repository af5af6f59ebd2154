"""Plain text is what a person reads."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.plain import linked, plain, unmarked, urls, visible
from tests.fakes.markdown import markdown


def test_a_page_is_read_in_lines() -> None:
    """Blocks stand on lines of their own, without their marks."""
    text = (
        "# Backups\n\nRun **daily**:\n\n1. [Open](x.md) it.\n2. `stop`\n\n"
        "| a | b |\n|-|-|\n| 1 | 2 |"
    )

    assert "Backups\nRun daily:\nOpen it.\nstop\na | b\n1 | 2" == plain(text)


def test_what_would_call_people_or_hide_is_gone() -> None:
    """Mentions and invisible characters are taken out, in code too."""
    assert "hi `x`" == plain("hi <!channel> \\`x\u200b\\`")
    assert "a" == plain("`a<@U123>`")
    assert "ab" == visible("a\u202e\x00b")


def test_a_quoted_text_brings_no_mark_up_along() -> None:
    """It stands on one line, and is cut where it is too long."""
    assert "do 'x' now" == unmarked("do\n`x`  **now**", 20)
    assert "do 'x' …" == unmarked("do `x` now", 8)


@given(markdown())
def test_any_text_can_be_read(text: str) -> None:
    """Whatever the text, reading it gives lines with words and nothing invisible."""
    said = plain(text)

    assert said == visible(said)
    assert all(line.strip() for line in said.split("\n")) or not said or "`" in text or "~" in text


@given(st.text(max_size=60).filter(lambda text: text.isalnum()))
def test_words_alone_stay_as_they_are(text: str) -> None:
    """A text without marks is read as it stands."""
    assert text == plain(text)


def test_a_megabyte_is_read_in_seconds() -> None:
    """Reading takes time linear in the text."""
    text = "Some *words* with a [link](https://a.example/x) and `code`.\n\n- item\n" * 15_000
    began = time.process_time()
    plain(text)

    assert time.process_time() - began < 10


def test_addresses_are_found() -> None:
    """An address ends before the punctuation after it."""
    text = "See (https://a.example/x) and https://b.example."

    assert ("https://a.example/x", "https://b.example") == urls(text)


def test_a_title_is_a_link_to_its_page() -> None:
    """None of its own marks ends the link, and an address that no link can have is left out."""
    assert "[Pay (2026)](<https://x.example/a (b)>)" == linked(
        "Pay [2026]", "https://x.example/a (b)", 80
    )
    assert ["Pay", "Pay"] == [linked("Pay", url, 80) for url in ("", "https://x.example/<b>")]
