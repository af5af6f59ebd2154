"""What Slack makes of outgoing text, written apart from what the text is made with."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

ALLOWED = ("https://docs.example/leave", "https://docs.example/a_(b)?x=1|2#days")
"""Addresses of sources in tests."""

_QUOTED = re.compile(r"^[ ]*(?:(?:-|\d+\.) +)*(?:> ?)*", re.MULTILINE)
_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]*://\S|\bwww\.\S|mailto:\S|[\w.]+@[\w-]+\.[a-z]{2}"
    r"|(?<![\w.-])[a-z0-9-]+\.(?:com|org|io|ru)\b(?![\w-]*\.?[\w-])",
    re.IGNORECASE,
)
_BROADCAST = re.compile(r"@(?:here|channel|everyone)\b", re.IGNORECASE)
UNSEEN = re.compile("[\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x08\x0b-\x1f]")

_parser = MarkdownIt("commonmark", {"maxNesting": 200}).enable(["table", "strikethrough"])
_tagless = MarkdownIt("commonmark", {"maxNesting": 200}).enable(["table", "strikethrough"])
_tagless.disable("html_block")


def live(text: str, links: Collection[str] = ()) -> list[str]:
    """Return everything in sent Markdown that would call somebody or lead somewhere."""
    found = [f"raw {mark}" for mark in re.findall(r"[<>]", _QUOTED.sub("", text))]
    found += [f"unseen {mark!r}" for mark in UNSEEN.findall(text)]
    for token in _leaves(_parser.parse(text)):
        if token.type in {"html_inline", "html_block", "image"}:
            found.append(f"{token.type} {token.content}")
        elif token.type == "link_open" and str(token.attrGet("href")) not in links:
            found.append(f"link {token.attrGet('href')}")
    for said in _texts(_parser.parse(text)):
        found += [f"bare {address}" for address in _ADDRESS.findall(said)]
        found += [f"call {call}" for call in _BROADCAST.findall(said)]
    return found


def shown(text: str) -> str:
    """Return the letters and digits that a reader of Markdown sees, images' descriptions too."""
    return letters("".join(_decoded(token) for token in _leaves(_tagless.parse(text))))


def _decoded(token: Token) -> str:
    """Return what a token shows; Slack decodes three entities, once, in code too."""
    if not token.type.startswith(("code", "fence")):
        return token.content
    said = token.content.replace("&lt;", "<").replace("&gt;", ">")
    return said.replace("&amp;", "&")


def letters(text: str) -> str:
    """Return the letters and digits of a text."""
    return "".join(filter(str.isalnum, text))


def within(part: str, whole: str) -> bool:
    """Whether the letters of one text stand in another, in order, with others between."""
    rest = iter(whole)
    return all(letter in rest for letter in part)


def _leaves(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from token.children if token.children and token.type != "image" else [token]


def _texts(tokens: list[Token]) -> Iterator[str]:
    """Yield runs of text as they stand beside each other, without code and links."""
    for token in tokens:
        run, depth = "", 0
        for child in token.children or ():
            depth += child.type == "link_open"
            depth -= child.type == "link_close"
            plain = child.type in {"text", "text_special"} and not depth
            run += child.content if plain else "\n"
        yield run


HOSTILE = (
    "<!channel>",
    "<!here|x>",
    "<@U1>",
    "<#C1|general>",
    "<!subteam^S1>",
    "<!date^1^{date}|x>",
    "<https://evil.com|bank>",
    "&lt;!channel&gt;",
    "&amp;lt;@U1&amp;gt;",
    "&#60;!here&#62;",
    "@channel",
    "@here",
    "@everyone",
    "bob@here.com",
    "https://evil.com/?q=1",
    "www.evil.com",
    "evil.com",
    "evil.com/x",
    "mailto:a@evil.com",
    "javascript:alert(1)",
    "ftp://evil.com",
    "[bank](https://evil.com)",
    "[https://bank.com](https://docs.example/leave)",
    "![x](https://evil.com/x.png)",
    "[a](https://docs.example/leave)",
    "[",
    "](",
    ")",
    "](https://evil.com)",
    "[x]: https://evil.com",
    "[x]",
    "https:",
    "//evil.com",
    "https",
    "://",
    "<",
    ">",
    "<!",
    "cha",
    "nnel>",
    "@",
    "here",
    "\\",
    "\\`",
    "`",
    "``",
    "```",
    "```sh",
    "~~~",
    "`x`",
    "*",
    "**",
    "_",
    "~~",
    "# ",
    "- ",
    "1. ",
    "> ",
    "| a | b |",
    "|---|---|",
    "| 1 | `x|y` |",
    "|",
    "---",
    "===",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "  \n",
    "<b>",
    "<!--",
    "-->",
    "<br>",
    "&",
    "&lt;",
    "&amp;",
    "\u200b",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\u200d",
    "👩‍💻",
    "é",
    "数据",
    "می‌خواهم",
    "word",
    " ",
    " ",
    "a",
    "1",
    ".",
    "!",
    "(",
    ":",
    "\r\n",
    "\x0b",
    "\x85",
    "\u2028",
    "\ud800",
    "![](x)",
    "![",
)


def hostile(most: int = 25) -> st.SearchStrategy[str]:
    """Build texts of what means something to Slack or Markdown, mixed with anything."""
    piece = st.one_of(st.sampled_from(HOSTILE), st.sampled_from(HOSTILE), st.text(max_size=6))
    return st.lists(piece, max_size=most).map("".join)
