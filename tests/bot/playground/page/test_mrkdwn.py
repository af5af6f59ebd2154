"""Slack's mark-up on the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.page.mrkdwn import mrkdwn, plain
from bot.playground.page.names import Names
from tests.bot.playground.page.reading_html import hold_safe

NAMES = Names({"U1": "Ada"}, {"C1": "general"})
PIECES = [
    "*",
    "_",
    "~",
    "`",
    "```",
    "<",
    ">",
    "|",
    "\n",
    "<@U1>",
    "javascript:",
    "https://a.b",
    "x",
]


@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_no_text_becomes_markup_of_its_own(text: str) -> None:
    """Whatever is written, only our tags and attributes and safe links come out."""
    hold_safe(mrkdwn(text, NAMES))
    hold_safe(plain(text))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("*bold _both_*", "<strong>bold <em>both</em></strong>"),
        ("~gone~ 2*3*4 snake_case_name", "<s>gone</s> 2*3*4 snake_case_name"),
        ("`*raw* &lt;b&gt;`", "<code>*raw* &lt;b&gt;</code>"),
        ("&gt; quoted\nnot", "<blockquote>quoted</blockquote>not"),
        ("```\n&gt; x\n```", '<pre tabindex="0"><code>&gt; x</code></pre>'),
        ("a\nb :tada: :unknown:", "a<br>b 🎉 :unknown:"),
        ("<javascript:alert(1)|x>", "&lt;javascript:alert(1)|x&gt;"),
        ("<@U1> <#C1>", '<span class="mention">@Ada</span> <span class="mention">#general</span>'),
    ],
)
def test_mark_up_is_shown(text: str, html: str) -> None:
    """Styles need word boundaries, code is as it stands, and tokens are names."""
    assert html == mrkdwn(text, NAMES)


def test_links_are_shown_by_their_label_or_address() -> None:
    """Both of Slack's forms and a bare address lead where they say, in a window of their own."""
    for text in ("<https://a.b/c|label>", "<https://a.b/c>", "see https://a.b/c."):
        html = mrkdwn(text, NAMES)

        assert '<a href="https://a.b/c" target="_blank" rel="noopener noreferrer">' in html
