"""What a person types, as Slack keeps it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.typed import encode, rich_text

PEOPLE = {"ada": "U1", "footnote": "U2"}
CHANNELS = {"general": "C1"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("@footnote how?", "<@U2> how?"),
        ("(@Ada) and @ada.", "(<@U1>) and <@U1>."),
        ("@nobody", "@nobody"),
        ("mail ada@footnote.com", "mail ada@footnote.com"),
        ("see #general", "see <#C1|general>"),
        ("issue #12", "issue #12"),
        ("@channel @here", "<!channel> <!here>"),
        ("<@U2> hi <!here>", "<@U2> hi <!here>"),
        ("a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("https://a.b/?x=1&y=2", "<https://a.b/?x=1&amp;y=2>"),
        ("<script>", "&lt;script&gt;"),
    ],
)
def test_names_and_links_become_tokens_and_the_rest_is_escaped(text, kept):
    """As Slack's own client sends it."""
    assert kept == encode(text, PEOPLE, CHANNELS)


@given(st.text(alphabet="@<>&#!|uU12 adahere/:.", max_size=40))
def test_no_angle_bracket_is_left_but_those_of_tokens(text):
    """Whatever is typed."""
    kept = encode(text, PEOPLE, CHANNELS)
    rest = re.sub(r"<(?:[@#!][^<>]*|https?://[^<>]*)>", "", kept)

    assert not set("<>") & set(rest)


def test_the_block_of_a_typed_message_names_users_and_channels():
    """As elements of their own, and text is unescaped in it."""
    elements = rich_text("<@U2> a &lt; b <!here> <#C1|general>")[0]["elements"][0]["elements"]

    assert ["user", "text", "broadcast", "text", "channel"] == [one["type"] for one in elements]
    assert " a < b " == elements[1]["text"]


def test_a_typed_address_is_a_link_in_it():
    """As Slack's client sends it, and not as text with brackets."""
    elements = rich_text("see <https://a.b/?x=1&amp;y=2>")[0]["elements"][0]["elements"]

    assert [
        {"type": "text", "text": "see "},
        {"type": "link", "url": "https://a.b/?x=1&y=2"},
    ] == elements
