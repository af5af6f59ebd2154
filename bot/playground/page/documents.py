"""The documents that were indexed, as pages: their anchors where links land, quotes marked."""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it.token import Token
from markupsafe import Markup

from bot.playground.page.markdown import document, leaves, render
from retrieval.errors import FootnoteError
from retrieval.ports import Reader, SourceFile
from retrieval.values import Anchor, Document

Span = tuple[int, int]
"""Where a quote stands in a document's text: offsets, half open."""

_CLOSING = ".,;:!?)]}”’»\"'"


class PageMissing(FootnoteError):
    """There is no such document among those that were indexed."""


class Library:
    """The documents under the roots that were indexed, read again each time they are opened."""

    def __init__(self, readers: Sequence[Reader], indexed: Collection[str] | None = None) -> None:
        """Take the readers that the index was made with, so that ids and anchors are the same.

        Of what stands under their roots only the `indexed` paths are shown, all of them when None.
        """
        self._readers = readers
        self._indexed = indexed
        self._files: dict[str, tuple[Reader, SourceFile]] | None = None

    def paths(self) -> list[str]:
        """List the paths of the documents, scanning the roots the first time."""
        if self._files is None:
            self._files = {
                file.path: (reader, file)
                for reader in self._readers
                for file in reader.scan().files
                if self._indexed is None or file.path in self._indexed
            }
        return sorted(self._files)

    def read(self, path: str) -> Document:
        """Read a document. Raises PageMissing, and UnreadableDocument with the reason."""
        self.paths()
        found = (self._files or {}).get(path)
        if found is None:
            raise PageMissing(f"No page {path!r} was indexed.")
        reader, file = found
        return reader.read(file)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A document as HTML; `headings` are (level, fragment, words) in order."""

    html: Markup
    headings: tuple[tuple[int, str, str], ...]
    marked: int


def rendered(page: Document, quotes: Iterable[Span] = ()) -> Rendered:
    """Render a document with its anchors, the quotes marked where their words are found."""
    parser, tokens = document(page.text)
    starts = _line_starts(page.text)
    marked = sum(_mark(tokens, page.text, starts, span) for span in sorted(set(quotes)))
    placed = _placed(tokens, page.anchors, starts)
    return Rendered(render(parser, placed), tuple(_headings(placed)), marked)


def _line_starts(text: str) -> list[int]:
    """Return the offset at which each line starts."""
    return [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]


def _line(starts: Sequence[int], offset: int) -> int:
    return bisect.bisect_right(starts, offset) - 1


def _placed(
    tokens: Sequence[Token], anchors: Iterable[Anchor], starts: Sequence[int]
) -> list[Token]:
    """Give each anchor its place: the id of its heading, else an empty element before its block."""
    lines = [(token.map[0], at) for at, token in enumerate(tokens) if token.map and not token.level]
    before: dict[int, list[Token]] = {}
    for anchor in anchors:
        line = _line(starts, anchor.offset)
        place = bisect.bisect_right(lines, (line, len(tokens))) - 1
        if not anchor.fragment or place < 0:
            continue
        at = lines[place][1]
        if tokens[at].type == "heading_open" and "id" not in tokens[at].attrs:
            tokens[at].attrSet("id", anchor.fragment)
        else:
            opened = Token("span_open", "span", 1, attrs={"id": anchor.fragment, "class": "anchor"})
            before.setdefault(at, []).extend((opened, Token("span_close", "span", -1)))
    return [one for at, token in enumerate(tokens) for one in (*before.get(at, ()), token)]


def _headings(tokens: Sequence[Token]) -> Iterable[tuple[int, str, str]]:
    """List the headings that can be linked to."""
    for token, inner in pairwise(tokens):
        if token.type == "heading_open" and token.attrs.get("id"):
            words = "".join(
                child.content
                for child in inner.children or ()
                if child.type in {"text", "code_inline"}
            )
            yield int(token.tag[1]), str(token.attrs["id"]), words


def _mark(tokens: Sequence[Token], text: str, starts: Sequence[int], span: Span) -> bool:
    """Mark a quote; False where its words are not found in the blocks that it stands in.

    Only letters and digits are compared: marks, escapes and line breaks of the source are not in
    what is shown.
    """
    first, last = _line(starts, span[0]), _line(starts, max(span[0], span[1] - 1))
    near = [leaf for leaf, (begin, end) in leaves(tokens) if begin <= last and end > first]
    wanted = _letters([leaf for leaf, _ in leaves(document(text[slice(*span)])[1])])
    letters = _letters(near)
    at = "".join(letter for letter, _, _ in letters).find("".join(x for x, _, _ in wanted))
    if at < 0 or not wanted:
        return False
    _set_marks(near, [(leaf, place) for _, leaf, place in letters[at : at + len(wanted)]])
    return True


def _letters(tokens: Sequence[Token]) -> list[tuple[str, int, int]]:
    """List the letters and digits of tokens, with the token and the place each stands at."""
    return [
        (letter, number, at)
        for number, token in enumerate(tokens)
        for at, letter in enumerate(token.content)
        if letter.isalnum()
    ]


def _set_marks(tokens: Sequence[Token], places: Sequence[tuple[int, int]]) -> None:
    """Mark what lies between the first and the last letter in each token, marks not nested."""
    for number, token in enumerate(tokens):
        own = [at for leaf, at in places if leaf == number]
        if not own:
            continue
        end = own[-1] + 1
        while end < len(token.content) and token.content[end] in _CLOSING:
            end += 1
        token.meta = {**token.meta, "marks": _merged([*token.meta.get("marks", []), (own[0], end)])}


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Put spans in order, those that meet made one."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
