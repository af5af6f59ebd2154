"""One block's Markdown -> what a person reads of it: links, emphasis, tags and entities undone.

A single pass over the marks, in time linear in the text. It follows CommonMark's delimiter
rules except the rule of three and the order of crossing emphasis, which change no word.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left

_TAG_NAMES = (
    "a abbr acronym address article aside audio b base bdi bdo big blockquote body br button "
    "canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div "
    "dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hr html i iframe img input ins kbd label legend li link main map mark menu meta "
    "meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby "
    "s samp script search section select slot small source span strike strong style sub summary "
    "sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul "
    "var video wbr"
)
_TAGS = frozenset(_TAG_NAMES.split())
_BREAKING_NAMES = (
    "address article aside blockquote br caption dd details dialog div dl dt figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody "
    "tfoot thead tr ul"
)
_BREAKING = frozenset(_BREAKING_NAMES.split())
_MARK = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~\n])"
    r"|(?P<code>`+)"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\])"
    r"|(?P<tag><(?=[A-Za-z/!?@#]))"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<run>\*+|(?<![^\W_])_+|_+(?![^\W_])|~~)"
    r"|(?P<url>https?://[^\s<>()\[\]`*\"']+)"
)
_PLAIN = re.compile(r"[\\`\[\]<&*_~]")
_TARGET = re.compile(
    r"\(\s*+(?:<[^<>\n]*+>|(?>(?:\\.|[^()\s<\\]|\((?>(?:[^()\s]|\([^()\s]*+\))*)\))*))"
    r"(?>(?:\s++(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?)\s*+\)"
)
_TICKS = re.compile(r"`+")
_HOLDING = re.compile(r"`+|\\.|[\[\]]", re.DOTALL)
_LABEL = re.compile(r"\[[^\[\]\n]{0,300}+\]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,100}\]:?")
_LINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[\w.+-]+@[\w.-]+)>")
MENTION = re.compile(
    r"<(?:@[A-Z0-9]|#[A-Z0-9]|!(?:here|channel|everyone|subteam|date))[^<>\n]{0,200}>"
)
"""A mention as Slack writes it: whatever shows it would call people."""
_ELEMENT = re.compile(r"<(/?)([A-Za-z][\w.:-]*+)([^<>]*+)>")
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SPACES = re.compile(
    r"[ \t\r\f\v\u00a0]*+\n[ \t\r\f\v\u00a0\n]*+|[ \t\r\f\v\u00a0]{2,}|[\t\r\f\v\u00a0]"
)
_BREAK = "\x1e"
"""Stands for a line break that a tag made, until white space is tidied."""


def inline(text: str) -> str:
    """Return the words of one block, its inline marks undone; line breaks become spaces."""
    if _PLAIN.search(text):
        text = _Undoing(text).run()
    return tidy(text)


def tidy(text: str) -> str:
    """Return `text` on one line with single spaces, but for the breaks that a tag made."""
    text = _SPACES.sub(" ", text).strip()
    if _BREAK in text:
        return "\n".join(line for part in text.split(_BREAK) if (line := part.strip()))
    return text


class _Undoing:
    """The pieces of a text as they come out, and which of them may still turn out to be marks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.out: list[str] = []
        self.brackets: list[int] = []
        self.openers: dict[str, list[list[int]]] = {"*": [], "_": [], "~": []}
        self.ticks: dict[int, list[int]] | None = None
        self.comments = True

    def run(self) -> str:
        text, out, at = self.text, self.out, 0
        while mark := _MARK.search(text, at):
            begin, end = mark.span()
            if begin > at:
                out.append(text[at:begin])
            at = _UNDO[mark.lastgroup or ""](self, begin, end)
        out.append(text[at:])
        for char, stack in self.openers.items():
            for place, size in stack:
                out[place] = char * size
        return "".join(out)

    def escape(self, begin: int, end: int) -> int:
        self.out.append(self.text[begin + 1 : end])
        return end

    def url(self, begin: int, end: int) -> int:
        self.out.append(self.text[begin:end])
        return end

    def entity(self, begin: int, end: int) -> int:
        self.out.append(html.unescape(self.text[begin:end]))
        return end

    def code(self, begin: int, end: int) -> int:
        if self.ticks is None:
            self.ticks = {}
            for run in _TICKS.finditer(self.text):
                self.ticks.setdefault(len(run[0]), []).append(run.start())
        places = self.ticks.get(end - begin, [])
        at = bisect_left(places, end)
        if at == len(places):
            self.out.append(self.text[begin:end])
            return end
        inside = self.text[end : places[at]]
        close = places[at] + end - begin
        if inside[:1] == inside[-1:] == " " and inside.strip():
            inside = self.padded(inside[1:-1], begin, close)
        self.out.append(inside)
        return close

    def padded(self, inside: str, begin: int, end: int) -> str:
        """Leave code apart from the words that it touches.

        A part of a text may begin within code, so that what stands between two spans is taken for
        one: its spaces part words.
        """
        before = " " if self.text[begin - 1 : begin].isalnum() else ""
        return before + inside + (" " if self.text[end : end + 1].isalnum() else "")

    def open(self, begin: int, end: int) -> int:
        if note := _FOOTNOTE.match(self.text, begin):
            return note.end()
        self.brackets.append(len(self.out))
        self.out.append(self.text[begin:end])
        return end

    def close(self, begin: int, end: int) -> int:
        if self.brackets:
            place = self.brackets.pop()
            target = _TARGET.match(self.text, end) or _LABEL.match(self.text, end)
            if target:
                self.out[place] = ""
                return target.end()
        self.out.append(self.text[begin:end])
        return end

    def run_of_marks(self, begin: int, end: int) -> int:
        text, mark, size = self.text, self.text[begin], end - begin
        before = text[begin - 1] if begin else " "
        after = text[end] if end < len(text) else " "
        opens = not after.isspace() and (after.isalnum() or not before.isalnum())
        closes = not before.isspace() and (before.isalnum() or not after.isalnum())
        stack = self.openers[mark]
        while closes and size and stack:
            used = min(size, stack[-1][1])
            size -= used
            stack[-1][1] -= used
            if not stack[-1][1]:
                self.out[stack.pop()[0]] = ""
        if opens and size:
            stack.append([len(self.out), size])
        self.out.append(mark * size)
        return end

    def tag(self, begin: int, end: int) -> int:
        text = self.text
        if text.startswith("<!--", begin) and self.comments:
            stop = text.find("-->", begin)
            self.comments = stop >= 0
            if stop >= 0:
                return stop + 3
        if mention := MENTION.match(text, begin):
            return mention.end()
        if link := _LINK.match(text, begin):
            self.out.append(link[0][1:-1].removeprefix("mailto:"))
            return link.end()
        element = _ELEMENT.match(text, begin)
        if element is None or not self.element(element):
            self.out.append("<")
            return end
        return element.end()

    def element(self, element: re.Match[str]) -> bool:
        """Put out what a tag stands for; return whether it is a tag and no placeholder."""
        closing, name, rest = element.groups()
        name = name.lower()
        if name not in _TAGS and not closing and "=" not in rest and not rest.endswith("/"):
            return False
        if name in _BREAKING:
            self.out.append(_BREAK)
        elif name in ("td", "th"):
            self.out.append(" ")
        elif name == "img" and (alt := _ALT.search(rest)):
            self.out.append(alt[1] or alt[2] or "")
        return True


_UNDO = {
    "escape": _Undoing.escape,
    "url": _Undoing.url,
    "entity": _Undoing.entity,
    "code": _Undoing.code,
    "open": _Undoing.open,
    "close": _Undoing.close,
    "run": _Undoing.run_of_marks,
    "tag": _Undoing.tag,
}


def held_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of code and of links, in order and apart: no sentence ends inside one."""
    if "`" not in text and "[" not in text:
        return []
    spans: list[tuple[int, int]] = []
    undoing = _Undoing(text)
    brackets: list[int] = []
    at = 0
    while mark := _HOLDING.search(text, at):
        begin, at = mark.span()
        if mark[0][0] == "`":
            stop = undoing.code(begin, at)
            if stop > at:
                spans.append((begin, stop))
            at = stop
        elif mark[0] == "[":
            brackets.append(begin)
        elif brackets and mark[0] == "]":
            opened = brackets.pop()
            if target := _TARGET.match(text, at) or _LABEL.match(text, at):
                at = target.end()
                while spans and spans[-1][0] > opened:
                    spans.pop()
                spans.append((opened, at))
    return spans
