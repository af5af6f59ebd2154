"""Slack's text becomes the text that people see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.decode import LONGEST, cut, decode, mentions, says_something


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


@pytest.mark.parametrize(
    ("text", "most", "left"),
    [
        ("how long", 8, "how long"),
        ("how long", 5, "how l"),
        ("how <@UANN|ann> long", 9, "how "),
        ("how <@UANN|ann> long", 14, "how "),
        ("how <@UANN|ann> long", 15, "how <@UANN|ann>"),
        ("a <b and no end", 5, "a <b "),
        ("a &amp; b", 3, "a "),
        ("a &amp; b", 6, "a "),
        ("a &amp; b", 7, "a &amp;"),
        ("R&D and more of it", 12, "R&D and more"),
    ],
)
def test_a_cut_leaves_no_halves(text: str, most: int, left: str) -> None:
    """Neither a token nor an entity ends in its middle."""
    assert left == cut(text, most)


@given(st.lists(st.sampled_from(["<", ">", "@U1", "&", "&lt;", "<@U1>", "x", "\n"])))
def test_any_text_is_cut_to_a_beginning_of_it(parts: list[str]) -> None:
    """Whatever it ends in, and never longer than is asked."""
    text = "".join(parts)

    assert text.startswith(cut(text, 9))
    assert len(cut(text, 9)) <= 9
    assert text * LONGEST == "" or len(cut(text * LONGEST)) <= LONGEST


def test_what_is_hidden_in_words_is_not_shown() -> None:
    """A joiner stays where an emoji or a script is spelt with it."""
    assert "carry over 👩\u200d💻 می\u200cخواهم" == decode(
        "car\u00adry\u200b o\u200cv\u200de\u2060r\ufeff 👩\u200d💻 می\u200cخواهم"
    )


@given(st.text())
def test_any_text_is_decoded(text: str) -> None:
    """No text breaks the decoding, and nothing is read twice."""
    assert isinstance(decode(text, "UBOT"), str)
