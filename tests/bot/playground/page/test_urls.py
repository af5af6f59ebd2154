"""Which links may be followed."""

from __future__ import annotations

import pytest

from bot.playground.page.urls import is_safe, is_web, with_trace


@pytest.mark.parametrize(
    "url",
    [
        "javascript:x",
        "JavaScript:x",
        "java\nscript:x",
        "\x01javascript:x",
        "data:x",
        "vbscript:x",
        "file:///x",
        "blob:x",
        "\u200bjavascript:x",
    ],
)
def test_a_link_that_runs_or_carries_something_is_none(url: str) -> None:
    """Also when white space or controls hide its scheme, which browsers pass over."""
    assert not is_safe(url)
    assert not is_web(url)


@pytest.mark.parametrize("url", ["https://a.b", "HTTP://a.b", "mailto:a@b.c"])
def test_a_link_to_the_web_or_to_mail_is_one(url: str) -> None:
    """These may stand in a message."""
    assert is_web(url)


@pytest.mark.parametrize("url", ["other.md#x", "/pages/a.md", "#x", "a/b:c"])
def test_a_link_within_the_site_is_safe_in_a_document(url: str) -> None:
    """A message has none, a document has many."""
    assert is_safe(url)
    assert not is_web(url)


def test_only_our_own_pages_are_given_the_trace() -> None:
    """A link elsewhere stays as it is, also one that only begins like ours."""
    origin = "http://127.0.0.1:3210"

    assert f"{origin}/pages/a.md?trace=t#h" == with_trace(f"{origin}/pages/a.md#h", origin, "t")
    assert f"{origin}/pages/a.md#h" == with_trace(f"{origin}/pages/a.md#h", origin, "")
    assert f"{origin}0/pages/a" == with_trace(f"{origin}0/pages/a", origin, "t")
