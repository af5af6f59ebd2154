"""Slack's own mark-up, mrkdwn -> HTML that is safe to show."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from bot.playground.page.emoji import replaced
from bot.playground.page.markdown import decode
from bot.playground.page.names import Names
from bot.playground.page.urls import is_web

_PARTS = re.compile(
    r"```\n?(?P<block>.+?)\n?```"
    r"|`(?P<code>[^`\n]+)`"
    r"|<(?P<sign>[@#!])(?P<id>[^<>|]{1,80})(?:\|(?P<label>[^<>]{0,200}))?>"
    r"|<(?P<url>[^<>|\s]{1,3000})(?:\|(?P<text>[^<>]*))?>"
    r"|(?P<bare>https?://[^\s<>|]*[^\s<>|.,;:!?)\]'\"])",
    re.DOTALL,
)
_STYLES = {"*": "strong", "_": "em", "~": "s"}
_STYLED = re.compile(
    r"(?<![\w*_~])(?P<mark>[*_~])(?P<inner>(?!\s)[^\n]*?(?<!\s))(?P=mark)(?![\w*_~])"
)
_QUOTED = re.compile(r"^(?:&gt;|>) ?(.*)$")
_DEPTH = 4


def mrkdwn(text: str, names: Names) -> Markup:
    """Render mrkdwn: quotes by line, then code, tokens, links and styles."""
    written: list[Markup] = []
    for quoted, lines in _runs(text):
        inner = _inline("\n".join(lines), names)
        written.append(Markup("<blockquote>{}</blockquote>").format(inner) if quoted else inner)
    return Markup("").join(written)


def plain(text: str) -> Markup:
    """Show plain text: escaped, with its line breaks and emoji."""
    return Markup("<br>").join(escape(line) for line in replaced(text).split("\n"))


def _runs(text: str) -> list[tuple[bool, list[str]]]:
    """Part text into quoted and other lines; what stands in a block of code is never a quote."""
    runs: list[tuple[bool, list[str]]] = []
    fenced = False
    for line in text.split("\n"):
        match = None if fenced else _QUOTED.match(line)
        fenced ^= line.count("```") % 2 == 1
        if not runs or runs[-1][0] != bool(match):
            runs.append((bool(match), []))
        runs[-1][1].append(match[1] if match else line)
    return runs


def _inline(text: str, names: Names) -> Markup:
    """Render what a line is made of."""
    written, at = [], 0
    for match in _PARTS.finditer(text):
        written += [_styled(text[at : match.start()]), _part(match, names)]
        at = match.end()
    return Markup("").join([*written, _styled(text[at:])])


def _part(match: re.Match[str], names: Names) -> Markup:
    """Render code, a token or a link."""
    if match["block"] is not None:
        return Markup('<pre tabindex="0"><code>{}</code></pre>').format(decode(match["block"]))
    if match["code"] is not None:
        return Markup("<code>{}</code>").format(decode(match["code"]))
    if match["sign"]:
        return names.mention(match["sign"], match["id"], decode(match["label"] or ""))
    url = decode(match["url"] or match["bare"])
    label = decode(match["text"] or url)
    if not is_web(url):
        return escape(decode(match[0]))
    return names.link_open(url) + escape(label) + Markup("</a>")


def _styled(text: str, depth: int = 0) -> Markup:
    """Render bold, italic and struck words."""
    written, at = [], 0
    for match in _STYLED.finditer(text) if depth < _DEPTH else ():
        tag = Markup(_STYLES[match["mark"]])  # noqa: S704  (one of our three)
        inner = _styled(match["inner"], depth + 1)
        written += [plain(decode(text[at : match.start()]))]
        written += [Markup("<{0}>{1}</{0}>").format(tag, inner)]
        at = match.end()
    return Markup("").join([*written, plain(decode(text[at:]))])
