"""Tests of HTML tags inside Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.code import Vault
from retrieval.readers.page import Removals
from retrieval.readers.tags import escape_placeholders, nesting, to_markdown, without_tags


def _shown(text, removals=None):
    vault = Vault()
    return vault.show(to_markdown(text, vault, removals or Removals()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>a</b> <em>b</em> <s>c</s>", "**a** *b*"),
        ('<a href="x y">a</a>', "[a](x%20y)"),
        ("<kbd>Ctrl</kbd> <code>a&lt;b</code>", "`Ctrl` `a<b`"),
        ('<img src="x.png" alt="A plan">', "![A plan](x.png)"),
        ('<img src="x.png">', ""),
        ("| a<br>b |", "| a b |"),
        ("| a<p>b</p><ul><li>c</li></ul> |", "| a b • c |"),
        ("<your-name> and <Node-name>", "<your-name> and <Node-name>"),
        ("a &amp; b&nbsp;c &lt;x&gt; &copy;", "a & b c <x> ©"),
        ("1 < 2 and a<b", "1 < 2 and a<b"),
        ("<span style='color: red'>a</span>", "a"),
        ("- <input type='checkbox' checked> a", "- [x] a"),
        ("<script>x</script>a<style>y</style>", "a"),
        ("<math><mi>a</mi><mo>=</mo><mn>2</mn></math> or <ms>", "a=2 or <ms>"),
        ("<img hidden src=x.png>a", "a"),
        ("https <https://e.org> <me@e.org>", "https <https://e.org> <me@e.org>"),
    ],
)
def test_tags_become_markdown(text, shown):
    """What people see of a tag stays; placeholders and links are no tags."""
    assert shown == " ".join(_shown(text).split())


@pytest.mark.parametrize(
    "hidden",
    [
        "<span hidden>x</span>",
        '<div style="display: none">x<div>y</div>x</div>',
        "<p style='visibility:hidden'>x</p>",
        "<i style='font-size:0'>x</i>",
        "<span style='color:#fff'>x</span>",
        "<font color='white'>x</font>",
        "<span style='position:absolute;left:-999px'>x</span>",
        "<p style='opacity:0'>x</p>",
        "<p style='zoom:0.001'>x</p>",
        "<p style='position:fixed;inset:200vh'>x</p>",
        "<dialog>x</dialog>",
        "<div popover>x</div>",
        "<datalist><option value=a>x</option></datalist>",
        "<video src=v>x</video>",
        "<audio>x</audio>",
        "<canvas>x</canvas>",
        "<iframe srcdoc=v>x</iframe>",
        "<span style='color:oklch(100% 0 0)'>x</span>",
        "<span style='line-height:0;overflow:hidden'>x</span>",
        "<math><annotation encoding='application/x-tex'>x</annotation></math>",
        "<math><mphantom>x</mphantom></math>",
        "<img width=0 height=0 src=x.png alt=x>",
        "<img hidden src=x.png alt=x>",
    ],
)
def test_hidden_elements_go_and_are_counted(hidden):
    """What is not shown to people is not read to models."""
    removals = Removals()

    assert "ab" == _shown(f"a{hidden}b", removals)
    assert ("Took out 1 hidden element.",) == removals.sentences()


@pytest.mark.parametrize(
    "shown",
    [
        "<dialog open>x</dialog>",
        "<button popovertarget=p></button><div popover id=p>x</div>",
        "<button commandfor=p command=show-modal></button><dialog id=p>x</dialog>",
        "<div popover style='display:block'>x</div>",
    ],
)
def test_what_people_can_open_is_read(shown):
    """A dialog that stands open, or that a button of the page opens, is part of it."""
    removals = Removals()

    assert _shown(shown, removals).strip().endswith("x")
    assert () == removals.sentences()


def test_a_film_without_words_is_not_counted():
    """Nothing that could be read is taken out with it."""
    removals = Removals()

    assert "ab" == _shown("a<video><source src='v'></video>b", removals)
    assert () == removals.sentences()


def test_what_is_behind_a_tag_counts():
    """White on a dark element is read, white after it is not."""
    dark = "<div style='background:#000'>{}</div>"
    white = "<span style='color:white'>x</span>"

    assert "x" == _shown(dark.format(white)).strip()
    assert "a" == "".join(_shown(dark.format("a") + white).split())


def test_details_keep_summary_and_text():
    """A summary is bold, and the text under it is read."""
    assert ["**More**", "Text"] == (
        [*_shown("<details><summary>More</summary>\n\nText\n</details>").split("\n\n")[:1], "Text"]
    )


def test_nesting_counts_what_needs_an_end():
    """Items and breaks do not nest."""
    assert 2 == nesting("<div><b>x</b></div><li>a<li>b<br><br>")
    assert "a & b" == " ".join(without_tags("<p>a</p>&amp;<i>b</i>").split())


def test_placeholders_are_escaped_for_a_parser():
    """Only what HTML knows is a tag."""
    assert "&lt;name&gt;<td>" == escape_placeholders("<name><td>")


@given(st.text(alphabet="<>/ab\"'= &;#1|\n", max_size=200))
def test_any_text_is_turned_without_an_error(text):
    """Broken tags are text."""
    assert isinstance(_shown(text), str)
