"""HTML pages (.html, .htm, with or without ERB) and fragments of HTML -> Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retrieval.readers import frontmatter, templating, unseen
from retrieval.readers.blocks import Folder
from retrieval.readers.cascade import Sheet
from retrieval.readers.code import Vault, hide_spans
from retrieval.readers.decode import decode
from retrieval.readers.encodings import declared
from retrieval.readers.facts import address
from retrieval.readers.headings import outline
from retrieval.readers.markup import Markup
from retrieval.readers.page import Options, Page, Removals, check_length
from retrieval.readers.raising import raise_in, words_of
from retrieval.readers.tree import Element, parse
from retrieval.values import Metadata

_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "complementary", "dialog"})
_BANNER = re.compile(
    r"(?:^|[-_\s])(?:cookie|consent|breadcrumb|breadcrumbs|skip-?link|skip-?to|sidebar|toc"
    r"|table-of-contents|pagination|navbar|site-?nav|site-?header|site-?footer|headerlink)"
    r"(?:$|[-_\s])",
    re.IGNORECASE,
)


def read(data: bytes, options: Options) -> Page:
    """Return the content of a page of HTML; what surrounds it on every page is left out.

    Raises UnreadableDocument when it is not text.
    """
    removals = Removals()
    head = frontmatter.split(decode(data, removals, declared(data)), removals)
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
    soup = parse(source)
    content = _content(soup)
    skip = _surrounds if whole else _nothing
    unseen.take_out(soup, content, skip, Sheet(), removals)
    raise_in(soup)
    title, url = _title(soup), _canonical(soup)
    check_length(sum(map(len, content.stripped_strings)))
    markdown = Markup(removals, skip).convert(content)
    check_length(len(markdown))
    vault = Vault()
    text = hide_spans("\n".join(Folder(vault, removals).fold(markdown.split("\n"))), vault)
    done = outline(text, vault, "ids", removals)
    return Page(done.text, title or done.title, done.anchors, known, url, removals.sentences())


def fragment(source: str, removals: Removals, sheet: Sheet | None = None) -> str:
    """Return the Markdown of a piece of HTML that stands inside a page of another format.

    `sheet` holds the style sheets of the page so far; those of the piece are added to it.
    """
    soup = parse(source)
    unseen.take_out(soup, soup, _nothing, sheet or Sheet(), removals)
    raise_in(soup)
    return Markup(removals, _nothing).convert(soup)


def _title(soup: Element) -> str:
    """Return the words of the first h1, or of the title element where there is none."""
    for name in ("h1", "title"):
        for found in soup.find_all(name):
            words = words_of(found)
            if words:
                return words
    return ""


def _canonical(soup: Element) -> str:
    link = soup.find("link", rel="canonical")
    href = link.get("href") if isinstance(link, Element) else None
    return address({"canonical": href})


def _content(soup: Element) -> Element:
    """Return the main part of the page, or all of it where none is named."""
    for found in (soup.find("main"), soup.select_one('[role="main"]')):
        if isinstance(found, Element) and found.get_text(strip=True):
            return found
    articles = [one for one in soup.find_all("article") if isinstance(one, Element)]
    alone = len(articles) == 1 and articles[0].get_text(strip=True)
    return articles[0] if alone else soup


def _nothing(_tag: Element) -> bool:
    return False


def _surrounds(tag: Element) -> bool:
    """Whether this is navigation, a header, a footer or a banner rather than content."""
    classes: Sequence[str] = tag.get("class") or ()
    if tag.name in {"html", "body", "main"} or "admonition" in classes:
        return False
    if tag.name in {"nav", "footer"} or tag.get("role") in _ROLES:
        return True
    if tag.name in {"header", "aside"}:
        inside = tag.find_parent(["main", "article"]) is not None
        return not inside and not (tag.name == "header" and tag.find("h1"))
    names = " ".join([*classes, str(tag.get("id", ""))])
    return bool(_BANNER.search(names)) and not tag.find(["main", "article", "h1"])
