"""Markdown on the page: shown as Slack and as documents show it, and never as HTML of its own."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from bot.playground.page.markdown import decode, document, leaves, render, slack
from bot.playground.page.names import Names
from tests.bot.playground.page.reading_html import Read, hold_safe

NAMES = Names({"U1": "Ada <b>"}, {"C1": "general"}, "U1", "http://127.0.0.1:1", "abc")
HOSTILE = st.text() | st.lists(
    st.sampled_from(
        [
            "<script>",
            "</a>",
            "<img src=x onerror=1>",
            "[a](",
            "javascript:",
            ")",
            "`",
            "```",
            "\n",
            "|a|b|\n|-|-|\n",
            "<@U1|",
            ">",
            "&lt;",
            "&colon;",
            "![",
            "](",
            "<https://x|",
            "* ",
            "\t",
        ]
    )
).map("".join)


@given(HOSTILE)
@example('```js" onmouseover="x\n```')
@example("|a|\n|:-:|\n|<script>|")
def test_no_text_becomes_markup_of_its_own(text: str) -> None:
    """Whatever is written, only our tags and attributes and safe links come out."""
    hold_safe(slack(text, NAMES))
    hold_safe(render(*document(text)))


def test_slacks_entities_are_decoded_once_in_code_too() -> None:
    """`&lt;` is a bracket wherever Slack shows it, and what it spells is not read again."""
    html = slack("a &lt;b&gt; `&lt;@U1&gt; &amp;lt;`\n\n```\n&lt;x&gt; & y\n```", NAMES)

    assert "a <b> <@U1> &lt;\n<x> & y\n" == Read(html).words.replace("\n\n", "\n").lstrip()
    assert "<a> &lt;" == decode("&lt;a&gt; &amp;lt;")


def test_tokens_are_live_as_in_slack() -> None:
    """A mention that got through is shown as one, so that a fault of the sanitiser is seen."""
    read = Read(slack("<@U1> <#C1> <!channel> <@U9|zoe>", NAMES))

    assert "@Ada <b> #general @channel @zoe" == read.words.strip()


def test_links_to_our_pages_carry_the_trace_and_numbers_are_marks() -> None:
    """So the page can mark what an answer quotes, and a bare number looks like a footnote."""
    html = slack("[1](http://127.0.0.1:1/pages/a.md#h) [b](https://b.c/pages/a.md)", NAMES)

    assert ["http://127.0.0.1:1/pages/a.md?trace=abc#h", "https://b.c/pages/a.md"] == Read(
        html
    ).links
    assert 1 == html.count('class="cite"')


def test_tables_are_aligned_by_class_and_scroll_by_themselves() -> None:
    """The policy of the page allows no inline style, and a wide table must not widen the page."""
    html = slack("|a|b|\n|:-:|-:|\n|1|2|", NAMES)

    assert '<td class="to-center">1</td>' in html
    assert '<td class="to-right">2</td>' in html
    assert 'class="scroller" tabindex="0"' in html


def test_a_message_links_to_the_web_only() -> None:
    """What would lead to another place on the page's own site is shown as it was written."""
    read = Read(slack("[a](/cases) [b](x.md) [c](https://a.b)", NAMES))

    assert ["https://a.b"] == read.links
    assert ["/cases", "x.md"] == Read(render(*document("[a](/cases) [b](x.md)"))).links


def test_images_are_named_and_not_fetched() -> None:
    """No address of a document is called because somebody reads it."""
    read = hold_safe(slack("![a chart](https://evil.example/x.png)", NAMES))

    assert "Image: a chart" == read.words.strip()


def test_tags_of_documents_are_left_out_and_placeholders_stay() -> None:
    """`<br>` breaks a line, a known tag disappears, and `<name>` is a word of the text."""
    html = render(*document("one<br>two <kbd>Ctrl</kbd> run `x` <name> <NAME>"))

    assert "<br" in html
    assert "one two Ctrl run x <name> <NAME>" == " ".join(Read(html).words.split())


def test_what_holds_text_is_found_with_the_lines_of_its_block() -> None:
    """Words, code in a line and blocks of code are found, in order, each where it stands."""
    _, tokens = document("# A `b`\n\ntext\n\n```\ncode\n```")

    found = [(leaf.content, lines) for leaf, lines in leaves(tokens)]
    assert [("A ", (0, 1)), ("b", (0, 1)), ("text", (2, 3)), ("code\n", (4, 7))] == found
