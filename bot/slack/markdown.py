"""Markdown from anywhere -> Markdown that is safe to send: parsed first, then written afresh.

What comes in is hostile: quotes stand in documents that anybody may have written. What goes out
calls nobody, holds no link but the known ones and no `<` or `>`; block quotes, lists, code and
tables are kept, images and what cannot be seen are not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.slack.escaping import (
    beside,
    code,
    fence,
    inline,
    line_start,
    link,
    plain,
    safe_address,
    shown,
    visible,
)

LONGEST = 40_000
"""Characters that are read; Slack itself takes no longer message."""
DEEPEST = 40
"""Levels of nesting that are kept; deeper Markdown is shown as the plain text it is."""
GROWTH = 6
"""How many times longer than its source the result may be; else it is shown as plain text."""
MOST_OPEN = 1_000
"""Marks of one paragraph that may open something, up to which parsing it stays fast."""
MOST_WORK = 30_000
"""Lines times nesting, and rows times columns, up to which a parse is worth its time."""

_OPENING = re.compile(r"[\[<&`*_~\\!]")
_NESTING = re.compile(r"(?:[\s>*+\-]|\d{1,9}[.)])*")
_EMPTY = re.compile(r"\n[ \t]*\n")
_ITEM = re.compile(r"(?:-|\d{1,9}\.)(?:\s|$)")


def sanitise(markdown: str, links: Collection[str] = (), *, written: bool = False) -> str:
    """Return Markdown that shows what `markdown` shows and does nothing else.

    Args:
        markdown: Any text at all; what is beyond `LONGEST` characters is cut off.
        links: The addresses that may be links; all others are shown as code.
        written: The code in it was escaped when it was written, and is read as what it shows.

    Returns:
        Blocks with one empty line between them, at most `GROWTH` times as long, made in time
        linear in the length.
    """
    text = visible(markdown[:LONGEST])
    if _too_dear(text):
        return plain(shown(text) if written else text, links)
    tokens = _parser().parse(text)
    if written:
        _read_entities(tokens)
    if any(token.level >= DEEPEST - 2 for token in tokens):
        return plain(text, links)
    allowed = {safe_address(address) or address for address in links}
    said = _join(_Writer(tokens, allowed).blocks(""), tight=False)
    return said if len(said) <= GROWTH * len(text) + 100 else plain(text, links)


def _read_entities(tokens: Iterable[Token]) -> None:
    """Undo in code what `entities` did: Markdown itself decodes it in text alone."""
    for token in tokens:
        if token.type in {"fence", "code_block", "code_inline"}:
            token.content = shown(token.content)
        _read_entities(token.children or ())


def _too_dear(text: str) -> bool:
    """Whether parsing or writing would take longer than its length deserves."""
    lines = text.split("\n")
    deepest = max(len(_NESTING.match(line)[0]) for line in lines)  # type: ignore[index]
    widest = max(line.count("|") for line in lines)
    if len(lines) * max(deepest - 20, widest) > MOST_WORK:
        return True
    return any(len(_OPENING.findall(part)) > MOST_OPEN for part in _EMPTY.split(text))


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": DEEPEST})
    return parser.enable(["table", "strikethrough"]).disable(["reference", "html_block"])


class _Writer:
    """Writes the blocks of a flat list of tokens, each container with its own marks."""

    def __init__(self, tokens: Sequence[Token], links: Collection[str]) -> None:
        self._tokens = tokens
        self._links = links
        self._at = 0

    def blocks(self, closing: str) -> list[str]:
        """Write blocks up to the token that closes their container."""
        said: list[str] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == closing:
                break
            block = self._block(token)
            if block.strip():
                said.append(block)
        return said

    def _block(self, token: Token) -> str:
        write = {
            "paragraph_open": self._paragraph,
            "heading_open": self._heading,
            "fence": self._code,
            "code_block": self._code,
            "bullet_list_open": self._list,
            "ordered_list_open": self._list,
            "blockquote_open": self._quote,
            "hr": self._rule,
            "table_open": self._table,
        }.get(token.type)
        return write(token) if write else plain(token.content, self._links)

    def _paragraph(self, _token: Token) -> str:
        return self._prose("paragraph_close")

    def _heading(self, _token: Token) -> str:
        """Write a heading in bold: Slack's own headings are louder than an answer should be."""
        said = self._prose("heading_close").replace("**", "")
        line = " ".join(part.strip() for part in said.split("\n"))
        return f"**{line}**" if line else ""

    def _code(self, token: Token) -> str:
        return fence(token.content, token.info) if token.content.strip() else ""

    def _quote(self, _token: Token) -> str:
        inner = _join(self.blocks("blockquote_close"), tight=False)
        return "\n".join(f"> {line}".rstrip() for line in inner.split("\n") if inner)

    def _rule(self, _token: Token) -> str:
        return "***"

    def _prose(self, closing: str) -> str:
        """Write the inline content of a paragraph or heading."""
        token = self._tokens[self._at]
        while self._tokens[self._at].type != closing:
            self._at += 1
        self._at += 1
        said = spans(token.children or [], self._links)
        return "\n".join(line_start(line.lstrip()) for line in said.split("\n")).strip()

    def _list(self, token: Token) -> str:
        """Write the items of a list, each with its mark, tightly."""
        closing = token.type.replace("open", "close")
        number = int(token.attrGet("start") or 1) if token.tag == "ol" else None
        items: list[str] = []
        while self._tokens[self._at].type != closing:
            self._at += 1
            mark = "-" if number is None else f"{number + len(items)}."
            inner = _join(self.blocks("list_item_close"), tight=True)
            first, *rest = inner.split("\n")
            margin = " " * (len(mark) + 1)
            lines = [f"{mark} {first}".rstrip(), *(f"{margin}{line}".rstrip() for line in rest)]
            items.append("\n".join(lines))
        self._at += 1
        return "\n".join(items)

    def _table(self, _token: Token) -> str:
        """Write a table, each row on a line."""
        rows: list[list[str]] = []
        while (token := self._tokens[self._at]).type != "table_close":
            self._at += 1
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                said = spans(token.children or [], self._links, cell=True)
                rows[-1].append(said.strip())
        self._at += 1
        head, *body = rows
        lines = [head, ["---"] * len(head), *body]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def spans(tokens: Sequence[Token], links: Collection[str], *, cell: bool = False) -> str:
    """Write inline tokens. In a table's cell, lines are joined and bars escaped."""
    pieces: list[tuple[str, str]] = []
    for kind, content in _pieces(tokens, links):
        if pieces and kind == "text" == pieces[-1][0]:
            pieces[-1] = ("text", pieces[-1][1] + content)
        else:
            pieces.append((kind, content))
    said: list[str] = []
    for kind, content in pieces:
        if kind == "text":
            said.append(inline(content, links))
        elif kind == "code":
            said.append(code(content).replace("|", "\\|") if cell else code(content))
        else:
            said.append(" " if cell and kind == "break" else content)
    return beside(said)


def _pieces(tokens: Sequence[Token], links: Collection[str]) -> list[tuple[str, str]]:
    """Take inline tokens apart: text still to be escaped, code, and what is written already."""
    pieces: list[tuple[str, str]] = []
    targets: list[tuple[str, int]] = []
    for token in tokens:
        if token.type == "link_open":
            targets.append((str(token.attrGet("href") or ""), len(pieces)))
        elif token.type == "link_close":
            target, start = targets.pop()
            pieces[start:] = _linked(pieces[start:], target, links)
        elif token.type in _WRITTEN:
            pieces.append(_WRITTEN[token.type])
        elif token.type == "code_inline":
            pieces.append(("code", token.content))
        else:
            broken = token.content.lower().replace(" ", "") in {"<br>", "<br/>"}
            pieces.append(_WRITTEN["hardbreak"] if broken else ("text", token.content))
    return pieces


_WRITTEN = {
    "softbreak": ("text", " "),
    "hardbreak": ("break", "  \n"),
    **dict.fromkeys(("strong_open", "strong_close"), ("mark", "**")),
    **dict.fromkeys(("em_open", "em_close"), ("mark", "*")),
    **dict.fromkeys(("s_open", "s_close"), ("mark", "~~")),
}


def _linked(
    label: list[tuple[str, str]], target: str, links: Collection[str]
) -> list[tuple[str, str]]:
    """Write a link: known addresses as links, others as label and address, the rest as label."""
    address = safe_address(target)
    words = "".join(text for kind, text in label if kind in ("text", "code"))
    if address and address in links:
        return [("link", link(words, address))]
    if not address or address.rstrip("/") == (safe_address(words) or words).rstrip("/"):
        return label
    return [*label, ("text", " ("), ("code", address), ("text", ")")]


def _join(blocks: Sequence[str], *, tight: bool) -> str:
    """Join blocks; in an item a list follows its sentence without an empty line."""
    said = ""
    for block in blocks:
        listed = tight and _ITEM.match(block)
        said += (("\n" if listed else "\n\n") if said else "") + block
    return said
