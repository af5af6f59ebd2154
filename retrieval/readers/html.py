"""HTML pages (.html, .htm, with or without ERB) and fragments of HTML -> Markdown."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, XMLParsedAsHTMLWarning
from bs4.element import Comment, Doctype, NavigableString, PageElement, PreformattedString, Tag

from retrieval.readers import frontmatter, tags, templating
from retrieval.readers.blocks import Folder
from retrieval.readers.code import Vault, hide_spans
from retrieval.readers.decode import decode, strip_hidden
from retrieval.readers.directives import admonition, fenced, gfm
from retrieval.readers.facts import address
from retrieval.readers.headings import outline
from retrieval.readers.page import Options, Page, Removals
from retrieval.readers.templating import ANCHOR, ANCHOR_END
from retrieval.values import Metadata

_DEEPEST = 150
_SILENT = frozenset(
    [
        "script",
        "style",
        "template",
        "svg",
        "noscript",
        "head",
        "iframe",
        "object",
        "embed",
        "canvas",
        "video",
        "audio",
        "select",
        "button",
        "textarea",
        "dialog",
        "map",
        "area",
        "link",
        "meta",
    ]
)
_AROUND = frozenset({"nav", "header", "footer", "aside"})
_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "complementary", "dialog"})
_BANNER = re.compile(
    r"(?:^|[-_\s])(?:cookie|consent|breadcrumb|breadcrumbs|skip-?link|skip-?to|sidebar|toc"
    r"|table-of-contents|pagination|navbar|site-?nav|site-?header|site-?footer|headerlink)"
    r"(?:$|[-_\s])",
    re.IGNORECASE,
)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "ul",
    ]
)
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "del": "~~", "s": "~~", "strike": "~~"}
_CODE = frozenset({"code", "kbd", "samp", "tt", "var"})
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LANGUAGE = re.compile(r"(?:language|lang|highlight|highlight-source|brush)[-:]\s*([\w+#.-]+)")
_ESCAPED = re.compile(r"(?m)^([ \t]*)(#{1,6} |>|[-+*] |\d{1,9}[.)] |={3,}$|-{3,}$|```|~~~)")
_MOST_CELLS = 200_000


def read(data: bytes, options: Options) -> Page:
    """Return the content of a page of HTML; what surrounds it on every page is left out.

    Raises UnreadableDocument when it is not text.
    """
    removals = Removals()
    head = frontmatter.split(decode(data, removals), removals)
    source = head.body
    if options.path.lower().endswith(".erb"):
        source = templating.erb(source, head.values)
    source = templating.unwrap_html(source, head.values)
    page = page_of(source, removals, head.metadata)
    return replace(page, title=head.title or page.title, url=head.url or page.url)


def page_of(source: str, removals: Removals, known: Metadata, *, whole: bool = True) -> Page:
    """Return the page that the HTML `source` (decoded) makes; other formats end here too.

    A `whole` page has navigation and footers around its content, which are left out.
    """
    soup = _parse(source)
    title, url = _title(soup), _canonical(soup)
    markdown = _Markdown(removals, whole=whole).convert(_content(soup))
    vault = Vault()
    text = hide_spans("\n".join(Folder(vault, removals).fold(markdown.split("\n"))), vault)
    done = outline(text, vault, "ids")
    return Page(done.text, title or done.title, done.anchors, known, url, removals.sentences())


def fragment(source: str, removals: Removals) -> str:
    """Return the Markdown of a piece of HTML that stands inside a page of another format."""
    return _Markdown(removals).convert(_parse(source))


def _parse(source: str) -> Tag:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        return BeautifulSoup(tags.escape_placeholders(source), "lxml")


def _title(soup: Tag) -> str:
    """Return the words of the first h1, or of the title element where there is none."""
    for name in ("h1", "title"):
        for found in soup.find_all(name):
            words = " ".join(found.get_text(" ").split())
            if words:
                return words
    return ""


def _canonical(soup: Tag) -> str:
    link = soup.find("link", rel="canonical")
    href = link.get("href") if isinstance(link, Tag) else None
    return address({"canonical": href})


def _content(soup: Tag) -> Tag:
    """Return the main part of the page, or all of it where none is named."""
    for found in (soup.find("main"), soup.find(attrs={"role": "main"})):
        if isinstance(found, Tag) and found.get_text(strip=True):
            return found
    articles = [one for one in soup.find_all("article") if isinstance(one, Tag)]
    alone = len(articles) == 1 and articles[0].get_text(strip=True)
    return articles[0] if alone else soup


class _Markdown:
    """Writes the Markdown of a tree; `whole` pages also lose navigation and footers."""

    def __init__(self, removals: Removals, *, whole: bool = False) -> None:
        self._removals, self._whole = removals, whole
        self._cells = 0

    def convert(self, root: Tag) -> str:
        """Return the Markdown of everything below `root`."""
        return "\n".join(self._blocks(root, 0)).strip("\n") + "\n"

    # --- blocks -------------------------------------------------------------------------------

    def _blocks(self, parent: Tag, depth: int) -> list[str]:
        """Return lines: every block of `parent` with a blank line between."""
        lines: list[str] = []
        inline: list[PageElement] = []

        def flush() -> None:
            words = self._paragraph(inline, depth)
            inline.clear()
            if words:
                lines.extend(["", *words.split("\n")] if lines else words.split("\n"))

        if depth > _DEEPEST:
            words = " ".join(parent.get_text(" ").split())
            return [words] if words else []
        for child in parent.children:
            if isinstance(child, Tag) and not self._left_out(child) and _is_block(child):
                flush()
                block = self._block(child, depth + 1)
                if block:
                    lines.extend(["", *block] if lines else block)
            else:
                inline.append(child)
        flush()
        return lines

    def _left_out(self, tag: Tag) -> bool:
        if tag.name in _SILENT:
            return True
        attributes = {key: value for key, value in tag.attrs.items() if isinstance(value, str)}
        if tags.hides(attributes):
            if tag.get_text(strip=True):
                self._removals.add("hidden element")
            return True
        if not self._whole or tag.name in {"html", "body", "main"}:
            return False
        return self._surrounds(tag, attributes)

    def _surrounds(self, tag: Tag, attributes: dict[str, str]) -> bool:
        """Whether this is navigation, a header or a footer rather than content."""
        if "admonition" in (tag.get("class") or []):
            return False
        if tag.name in _AROUND:
            return tag.name in {"nav", "footer"} or not (
                tag.find_parent(["main", "article"]) or (tag.name == "header" and tag.find("h1"))
            )
        if attributes.get("role") in _ROLES:
            return True
        classes = tag.get("class") or []
        names = " ".join([*classes, str(tag.get("id", ""))])
        return bool(_BANNER.search(names)) and not tag.find(["main", "article", "h1"])

    def _block(self, tag: Tag, depth: int) -> list[str]:
        anchor = _anchor(tag)
        lines = self._kind(tag, depth)
        if anchor and lines:
            lines[0] = anchor + lines[0]
        return lines

    def _kind(self, tag: Tag, depth: int) -> list[str]:
        name = tag.name
        if name == "pre":
            return self._pre(tag)
        if name == "table":
            return self._table(tag, depth)
        if name in {"ul", "ol", "menu"}:
            return self._list(tag, depth)
        if name == "dl":
            return self._definitions(tag, depth)
        if name == "hr":
            return ["---"]
        if name[0] == "h" and name[1:].isdigit():
            words = " ".join(self._inline(tag.children, depth).split())
            return [f"{'#' * int(name[1])} {words}"] if words else []
        if "admonition" in (tag.get("class") or []):
            return self._admonition(tag, depth)
        lines = self._blocks(tag, depth)
        if name in {"summary", "legend", "dt"} and len(lines) == 1:
            return [f"**{lines[0]}**"] if not lines[0].startswith("**") else lines
        if name == "blockquote":
            return [f"> {line}".rstrip() for line in lines]
        return lines

    def _admonition(self, tag: Tag, depth: int) -> list[str]:
        title = tag.find(class_="admonition-title")
        words = "Note"
        if isinstance(title, Tag):
            words = " ".join(title.extract().get_text(" ").split())
        return admonition(words, self._blocks(tag, depth))

    def _pre(self, tag: Tag) -> list[str]:
        code = tag.find("code")
        classes = [
            *(tag.get("class") or []),
            *((code.get("class") if isinstance(code, Tag) else None) or []),
        ]
        language = next((m[1] for one in classes if (m := _LANGUAGE.match(one))), "")
        if classes[:1] == ["code"] and "literal-block" in classes[2:]:  # as docutils writes it
            language = classes[1]
        for line_break in tag.find_all("br"):
            line_break.replace_with("\n")
        text = tag.get_text().strip("\n").replace("\r\n", "\n")
        return (
            fenced(language, [line.rstrip() for line in text.split("\n")]) if text.strip() else []
        )

    def _list(self, tag: Tag, depth: int) -> list[str]:
        start = str(tag.get("start", "1"))
        number = int(start) if start.isdigit() and len(start) < 7 else 1
        lines: list[str] = []
        for item in tag.children:
            if not isinstance(item, Tag) or self._left_out(item):
                continue
            marker = f"{number}. " if tag.name == "ol" else "- "
            number += 1
            body = (
                self._blocks(item, depth + 1) if item.name == "li" else self._block(item, depth + 1)
            )
            if not body:
                continue
            tight = _tighten(body)
            if item.name != "li" and lines:
                lines.extend(" " * len(marker) + line if line else "" for line in tight)
                continue
            lines.append(f"{marker}{_anchor(item)}{tight[0]}")
            lines.extend(" " * len(marker) + line if line else "" for line in tight[1:])
        return lines

    def _definitions(self, tag: Tag, depth: int) -> list[str]:
        lines: list[str] = []
        for item in tag.find_all(["dt", "dd"]):
            if item.find_parent("dl") is not tag or self._left_out(item):
                continue
            body = self._blocks(item, depth + 1)
            if body and item.name == "dt":
                lines.extend([*([""] if lines else []), f"{_anchor(item)}**{' '.join(body)}**", ""])
            elif body and "field-list" in (tag.get("class") or []) and lines:
                lines[-2:] = [f"{lines[-2]} {body[0]}", *body[1:], ""]
            elif body:
                lines.extend([*body, ""])
        return lines[:-1] if lines and not lines[-1] else lines

    # --- tables -------------------------------------------------------------------------------

    def _table(self, tag: Tag, depth: int) -> list[str]:
        rows = [row for row in tag.find_all("tr") if row.find_parent("table") is tag]
        rows = [row for row in rows if not self._left_out(row)]
        caption = tag.find("caption")
        lines: list[str] = []
        if isinstance(caption, Tag) and (words := caption.get_text(" ", strip=True)):
            lines = [f"**{words}**", ""]
        grid = self._grid(rows, depth)
        if (len(grid) == 1 and len(grid[0]) == 1) or (
            grid and max(map(len, grid)) == 1 and tag.find(["pre", "ul", "ol"])
        ):
            cells = tag.find_all(["td", "th"])
            for cell in (c for c in cells if c.find_parent("table") is tag):
                lines.extend([*self._blocks(cell, depth + 1), ""])
            return lines[:-1] if lines else []
        return [*lines, *gfm(grid)]

    def _grid(self, rows: list[Tag], depth: int) -> list[list[str]]:
        """Return the cells by row; a spanning cell stands in each place that it covers."""
        grid: list[list[str]] = []
        below: dict[int, tuple[int, str]] = {}
        for row in rows:
            cells: list[str] = []
            for cell in row.find_all(["td", "th"], recursive=False):
                _fill(cells, below)
                words = "" if self._left_out(cell) else self._cell(cell, depth)
                across, down = _span(cell, "colspan"), _span(cell, "rowspan")
                for _ in range(across):
                    if down > 1:
                        below[len(cells)] = (down - 1, words)
                    cells.append(words)
                self._cells += across
                if self._cells > _MOST_CELLS:
                    return grid
            _fill(cells, below)
            if any(cells):
                grid.append(cells)
        return grid

    def _cell(self, cell: Tag, depth: int) -> str:
        """Return a cell on one line; items of a list in it stand behind bullets."""
        parts: list[str] = []
        for line in self._blocks(cell, depth + 2):
            words = line.strip()
            if words.startswith("- "):
                words = "• " + words[2:]
            if words and not words.startswith("```"):
                parts.append(words.removesuffix("\\"))
        return _anchor(cell) + " ".join(parts)

    # --- text ---------------------------------------------------------------------------------

    def _paragraph(self, elements: Iterable[PageElement], depth: int) -> str:
        words = self._inline(elements, depth)
        lines = (" ".join(line.split()) for line in words.split("\n"))
        text = "\n".join(line for line in lines if line).removesuffix("\\")
        return _ESCAPED.sub(r"\1\\\2", text)

    def _inline(self, elements: Iterable[PageElement], depth: int) -> str:
        return "".join(self._pieces(elements, depth))

    def _pieces(self, elements: Iterable[PageElement], depth: int) -> Iterator[str]:
        for one in elements:
            if isinstance(one, Comment):
                if str(one).strip():
                    self._removals.add("HTML comment")
            elif isinstance(one, Doctype | PreformattedString):
                continue
            elif isinstance(one, NavigableString):
                yield strip_hidden(_SPACE.sub(" ", str(one).replace("\xa0", " ")), self._removals)
            elif isinstance(one, Tag) and depth <= _DEEPEST:
                if not self._left_out(one):
                    yield self._tag(one, depth + 1)
            elif isinstance(one, Tag):
                yield one.get_text(" ")

    def _tag(self, tag: Tag, depth: int) -> str:
        name = tag.name
        if name == "br":
            return "\\\n"
        if name == "img":
            return _image(tag)
        if name == "input":
            checked = "[x] " if tag.has_attr("checked") else "[ ] "
            return checked if tag.get("type") == "checkbox" else ""
        if name in _CODE or (name == "span" and "literal" in (tag.get("class") or [])):
            return _code(tag.get_text())
        inner = self._inline(tag.children, depth)
        if name == "a":
            return _anchor(tag) + _link(tag, inner)
        if name in _MARKS and inner.strip():
            edge = _MARKS[name]
            before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
            return f"{before}{edge}{inner.strip()}{edge}{after}"
        if name == "q":
            return f'"{inner}"'
        return f" {inner} " if name in _BLOCKS else _anchor(tag) + inner


def _is_block(tag: Tag) -> bool:
    if tag.name in _BLOCKS:
        return True
    return tag.name not in _CODE and tag.find(list(_BLOCKS - {"dialog"})) is not None


def _anchor(tag: Tag) -> str:
    """Return the marked id of an element, or the name of an anchor."""
    found = tag.get("id") or (tag.get("name") if tag.name == "a" else "")
    fragment = found if isinstance(found, str) else ""
    return f"{ANCHOR}{fragment}{ANCHOR_END}" if fragment and not _SPACE.search(fragment) else ""


def _link(tag: Tag, inner: str) -> str:
    href = tag.get("href")
    words = inner.strip()
    if words in {"#", "¶", "🔗", "§"}:
        return ""
    if (
        not isinstance(href, str)
        or not words
        or href.strip().lower().startswith(("javascript:", "data:", "vbscript:"))
    ):
        return inner
    before = " " if inner[:1].isspace() else ""
    after = " " if inner[-1:].isspace() else ""
    return f"{before}[{words}]({tags.destination(href)}){after}"


def _image(tag: Tag) -> str:
    alt = " ".join(str(tag.get("alt") or "").split())
    source = str(tag.get("src") or "")
    if not alt or source.startswith("data:") or not source:
        return alt
    return f"![{alt}]({tags.destination(source)})"


def _code(text: str) -> str:
    words = " ".join(text.split())
    if not words:
        return " " if text else ""
    return f"`` {words} ``" if "`" in words else f"`{words}`"


def _tighten(lines: list[str]) -> list[str]:
    """Leave out the blank line between the words of an item and the list under it."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if not line and following.startswith(("- ", "1. ")):
            continue
        kept.append(line)
    return kept


def _span(cell: Tag, name: str) -> int:
    value = str(cell.get(name, "1")).strip()
    return max(1, min(int(value), 100)) if value.isdigit() and len(value) < 6 else 1


def _fill(cells: list[str], below: dict[int, tuple[int, str]]) -> None:
    """Put what spans down from above into the next free places."""
    while len(cells) in below:
        left, words = below[len(cells)]
        if left > 1:
            below[len(cells)] = (left - 1, words)
        else:
            del below[len(cells)]
        cells.append(words)
