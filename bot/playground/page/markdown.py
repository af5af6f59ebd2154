"""Markdown -> HTML that is safe to show: none of the text's own markup reaches the page.

Two dialects: what Slack makes of a `markdown` block, and the text of an indexed document. HTML is
never passed on, links lead to web pages, mail or other pages only, and styles are classes, since
the page's content security policy allows no inline style.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup, escape

from bot.playground.page.names import Names
from bot.playground.page.urls import is_safe, is_web

_TAGS = (
    "a|b|big|br|center|code|del|details|div|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|"
    "mark|nobr|ol|p|picture|pre|s|samp|section|small|source|span|strike|strong|sub|summary|sup|"
    "table|tbody|td|th|thead|tr|u|ul|var|video|wbr"
)
_TAG = re.compile(rf"</?(?P<name>{_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_TOKEN = re.compile(r"<(?P<sign>[@#!])(?P<id>[^<>|]{1,80})(?:\|(?P<label>[^<>]{0,200}))?>")
_ALIGNED = re.compile(r"text-align:\s*(left|center|right)")

Marks = list[tuple[int, int]]


def slack(text: str, names: Names) -> Markup:
    """Render a `markdown` block as Slack does: its tokens live, entities decoded once."""
    parser = _parser(names)
    parser.validateLink = is_web  # type: ignore[method-assign]  # how the library is told
    parser.inline.ruler.before("autolink", "slack_token", _slack_token)
    tokens = parser.parse(text)
    for leaf, _ in leaves(tokens):
        if leaf.type != "text":
            leaf.content = decode(leaf.content)
    return render(parser, tokens)


def document(text: str) -> tuple[MarkdownIt, list[Token]]:
    """Parse a document's text; `render` makes HTML of what comes of it."""
    parser = _parser(Names())
    parser.inline.ruler.before("autolink", "known_tag", _known_tag)
    return parser, parser.parse(text)


def render(parser: MarkdownIt, tokens: Sequence[Token]) -> Markup:
    """Write parsed Markdown as HTML."""
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704  (see above)


def leaves(tokens: Sequence[Token]) -> Iterator[tuple[Token, tuple[int, int]]]:
    """Yield what holds text, in order, each with the lines (half open) of its block."""
    lines = (0, 0)
    for token in tokens:
        if token.map:
            lines = (token.map[0], token.map[1])
        if token.type in {"fence", "code_block"}:
            yield token, lines
        for child in token.children or ():
            if child.type in {"text", "code_inline"}:
                yield child, lines


def decode(text: str) -> str:
    """Decode the three entities of Slack, once."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _parser(names: Names) -> MarkdownIt:
    """Build a parser of CommonMark with tables and strikethrough, whose HTML is ours."""
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 40})
    parser.enable(["table", "strikethrough"])
    parser.validateLink = is_safe  # type: ignore[method-assign]  # how the library is told
    parser.renderer = _Renderer(names)
    return parser


def _slack_token(state: StateInline, silent: bool) -> bool:
    """Take `<@U1>`, `<#C1|name>` and `<!here>` for what Slack takes them."""
    match = _TOKEN.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("slack_token", "", 0)
        token.meta = match.groupdict()
    state.pos = match.end()
    return True


def _known_tag(state: StateInline, silent: bool) -> bool:
    """Leave out tags of HTML that a document is written with; `<br>` breaks the line."""
    match = _TAG.match(state.src, state.pos)
    if match is None:
        return False
    if not silent and match["name"].lower() == "br":
        state.push("hardbreak", "br", 0)
    state.pos = match.end()
    return True


class _Renderer(RendererHTML):
    """Writes tokens as HTML without inline styles, images or anything not escaped."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self._names = names

    def text(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        """Write text, its marked parts in `<mark>`."""
        return _marked(tokens[idx])

    def code_inline(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        """Write code in a line."""
        return f"<code>{_marked(tokens[idx])}</code>"

    def fence(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        """Write a block of code that can be scrolled by keyboard, named by its language."""
        token = tokens[idx]
        language = token.info.split()[:1]
        name = f' data-language="{escape(language[0])}"' if language else ""
        return f'<pre tabindex="0"{name}><code>{_marked(token)}</code></pre>\n'

    def code_block(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        """Write a block of indented code."""
        return f'<pre tabindex="0"><code>{_marked(tokens[idx])}</code></pre>\n'

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """Name an image by its description: nothing is fetched for the sake of a document."""
        told = self.renderInlineAsText(tokens[idx].children, options, env)
        return f'<span class="image">Image: {escape(told or "no description")}</span>'

    def slack_token(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        """Write a mention."""
        token = tokens[idx].meta
        return str(self._names.mention(token["sign"], token["id"], token["label"] or ""))

    def link_open(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        """Write a link; what leads away opens beside the page and is told nothing of it."""
        target = str(tokens[idx].attrGet("href") or "")
        inner = tokens[idx + 1]
        cites = inner.type == "text" and inner.content.strip("[]").isdigit()
        return str(self._names.link_open(target, "cite" if cites else ""))

    def table_open(self, *_: Any) -> str:
        """Wrap a table, so that a wide one scrolls and the page does not."""
        return '<div class="scroller" tabindex="0" role="group" aria-label="Table"><table>'

    def table_close(self, *_: Any) -> str:
        """Close the table and what it scrolls in."""
        return "</table></div>\n"

    @staticmethod
    def renderAttrs(token: Token) -> str:  # noqa: N802  (the library's name)
        """Write attributes, alignment as a class."""
        style = _ALIGNED.search(str(token.attrs.pop("style", "")))
        if style:
            token.attrs["class"] = f"to-{style[1]}"
        return RendererHTML.renderAttrs(token)


def _marked(token: Token) -> str:
    """Escape the text of a token, with its marked parts in `<mark>`."""
    marks: Marks = token.meta.get("marks", []) if token.meta else []
    written, at = [], 0
    for start, end in marks:
        written += [escape(token.content[at:start]), Markup("<mark>")]
        written += [escape(token.content[start:end]), Markup("</mark>")]
        at = end
    return "".join([*written, escape(token.content[at:])])
