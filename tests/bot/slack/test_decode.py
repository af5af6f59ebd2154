"""Slack's text becomes the text that people see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.decode import decode, mentions, says_something


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("<@UBOT> hello", "hello"),
        ("<@UBOT|footnote> hello", "hello"),
        ("ask <@UANN|ann> or <@UBOB>", "ask @ann or @UBOB"),
        ("in <#C1|general> or <#C2>", "in #general or #C2"),
        ("<!here> <!channel|@channel>", "@here @channel"),
        ("<!subteam^S1|@ops> <!subteam^S2>", "@ops @group"),
        ("<!date^1392734382^{date}|Feb 18> then", "Feb 18 then"),
        ("see <https://a.example/x>", "see https://a.example/x"),
        ("see <https://a.example|the page>", "see the page (https://a.example)"),
        ("see <https://a.example|a.example>", "see a.example"),
        ("<mailto:ann@a.example|ann@a.example>", "ann@a.example"),
        ("a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"),
        ("&amp;lt; is written so", "&lt; is written so"),
        ("`if  x:`", "`if  x:`"),
    ],
)
def test_tokens_and_entities_become_words(sent: str, shown: str) -> None:
    """Tokens show what Slack shows for them, entities the character they stand for."""
    assert shown == decode(sent, "UBOT")


def test_everyone_who_is_mentioned_is_named_in_order() -> None:
    """Mentions are found with and without a label, groups and channels left out."""
    assert ["UANN", "UBOB"] == mentions("<@UANN|ann> <!here> <#C1|x> <@UBOB>")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hi", True),
        ("你好", True),
        ("2", True),
        (":tada: :+1:", False),
        ("👋🏽 !?", False),
        ("", False),
    ],
)
def test_emoji_and_marks_say_nothing(text: str, says: bool) -> None:
    """A letter or a digit of any script says something."""
    assert says == says_something(text)


@given(st.text())
def test_any_text_is_decoded(text: str) -> None:
    """No text breaks the decoding, and nothing is read twice."""
    assert isinstance(decode(text, "UBOT"), str)
