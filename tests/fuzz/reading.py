"""Any bytes as a document of any format: it is read, or refused with a reason."""

from __future__ import annotations

import atexit
import io
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from retrieval.errors import ReaderError
from retrieval.readers import docx, folder, frontmatter, html, markdown, notebook, pdf, rst, text
from retrieval.readers.decode import clean, decode, is_binary
from retrieval.readers.page import Options, Page, PageReader, Removals
from retrieval.readers.passages import PassageReader
from retrieval.readers.slugs import STYLES
from retrieval.values import Document

FILES = Path(__file__).parents[1] / "readers" / "files"
LONGEST = 16_384
TOKENS = (
    *(
        "---\n",
        "+++\n",
        "```\n",
        "~~~",
        "# ",
        "\n===\n",
        "| a | b |\n|--|--|\n",
        "\n\n",
        "\n    ",
        "\t",
    ),
    *(
        "<%",
        "%>",
        "<%=",
        "<%#",
        "-%>",
        "{{",
        "}}",
        "{{<",
        ">}}",
        "{%",
        "%}",
        ":::",
        "!!!",
        "???",
        "${",
    ),
    *(
        "<!--",
        "-->",
        "<div>",
        "</div>",
        "<p hidden>",
        "<pre>",
        "<table>",
        "<td rowspan=9>",
        "<br/>",
    ),
    *(
        "<script>",
        "</script>",
        "<A b={c}>",
        "</A>",
        "<details>",
        "&amp;",
        "&#x200b;",
        "<![CDATA[",
        "]]>",
    ),
    *(
        "[a](b)",
        "![",
        "[^1]",
        "[^1]: ",
        "[a]: b",
        "{#a}",
        "> ",
        "- [ ] ",
        "1. ",
        "``",
        "**",
        "import ",
        "~~",
    ),
    *(".. ", ".. note::", ".. code::", "::\n", "`a`_", "|a|", ":ref:`a`", "+---+", "=====  ====="),
    *(
        '{"cells": [',
        '"cell_type": "code"',
        '"source": ',
        '"outputs": ',
        "null",
        "1e999",
        "\\ud800",
    ),
    *(
        "obj<<",
        ">>endobj",
        "stream",
        "endstream",
        "/Kids",
        "/Contents",
        " Tj",
        " TJ",
        " Tf",
        " Td",
        " re",
        " cm",
        " Tr",
    ),
    *(
        "<style>",
        "</style>",
        " style='",
        "color:#fff;",
        "background:",
        ".a>b{display:none}",
        "@media screen{",
        "position:absolute;left:-9999px",
        "clip:rect(0 0 0 0)",
        "<font color=white>",
        "/*",
    ),
    *(
        "<w:p>",
        "</w:p>",
        "<w:tbl>",
        "<w:tr>",
        "<w:tc>",
        "w:val=",
        "<w:gridSpan w:val=",
        "<w:vMerge/>",
        "<w:numPr>",
        "<w:vanish/>",
        "<w:color w:val=",
        "<w:shd w:fill=",
        "<w:basedOn w:val=",
    ),
    *(
        "\ufeff",
        "\u200b",
        "\u202e",
        "\u2028",
        "\x0c",
        "\x00",
        "\r",
        "date: ",
        "title: ",
        "review_in: ",
        "9999-12-31",
    ),
)
_PARTS = (
    "word/document.xml",
    "word/styles.xml",
    "word/numbering.xml",
    "word/footnotes.xml",
    "word/_rels/document.xml.rels",
    "docProps/core.xml",
)


def one(data: bytes) -> None:
    """Read `data` without its first byte, which chooses the format and the slugs."""
    if not data:
        return
    slugs, kind = divmod(data[0], len(KINDS))
    try:
        KINDS[kind](data[1:], sorted(STYLES)[slugs % len(STYLES)])
    except ReaderError as error:
        if not str(error):
            raise AssertionError("a refusal has a reason") from error


def _page(read: PageReader, path: str, *, is_text: bool = True) -> Callable[[bytes, str], None]:
    """Return what reads bytes as the folder's reader does, and looks at the page."""

    def run(data: bytes, slugs: str) -> None:
        if is_text and is_binary(data):
            return
        try:
            page = read(data, Options(path, slugs))
        except RecursionError:
            return  # the folder's reader refuses the page with a reason
        _look(page)

    return run


def _look(page: Page) -> None:
    """Hold a page to what its offsets and texts promise."""
    for said in (page.text, page.title, page.url, *page.warnings):
        said.encode()
    assert "\r" not in page.text, "newlines are one character"
    assert "\x00" not in page.text, "control characters are taken out"
    assert "\n" not in page.title, "a title is one line"
    places = [anchor.offset for anchor in page.anchors]
    assert places == sorted(places), "anchors stand in order"
    assert all(0 <= at <= len(page.text) for at in places), "anchors stand within the text"
    assert _seen(page.text), "hidden characters are taken out"


def _seen(said: str) -> bool:
    """Whether a text holds nothing that people cannot see."""
    removals = Removals()
    clean(said, removals)
    return not removals.sentences()


def _known(document: Document) -> None:
    """Hold a document to the same, with what it says about itself."""
    _look(Page(document.text, document.title, document.anchors, document.metadata, document.url))
    about = document.metadata
    for said in (document.title, document.url, about.owner, about.version, *about.tags):
        assert _seen(said), "hidden characters are taken out of facts"


def _passages(data: bytes, _slugs: str) -> None:
    path = _folder() / "passages.jsonl"
    path.write_bytes(data)
    reader = PassageReader(path)
    for file in reader.scan().files:
        _known(reader.read(file))


def _front_matter(data: bytes, _slugs: str) -> None:
    said = decode(data, Removals())
    found = frontmatter.split(said, Removals())
    assert said.endswith(found.body), "the body is the end of the page"


def _word_part(data: bytes, slugs: str) -> None:
    """Read a Word document in which one part of XML is `data`; damaged zips are soon refused."""
    if not data:
        return
    changed = _PARTS[data[0] % len(_PARTS)]
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, content in _word().items():
            archive.writestr(name, data[1:] if name == changed else content)
    _page(docx.read, "a.docx", is_text=False)(whole.getvalue(), slugs)


def _whole_folder(data: bytes, slugs: str) -> None:
    """Read a file by the folder's reader, dates of a history and all."""
    path = _folder() / "page.md"
    path.write_bytes(data)
    reader = folder.FolderReader(path, slugs=slugs, url_template="https://a.example/{page}")
    for file in reader.scan().files:
        _known(reader.read(file))


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _word() -> dict[str, bytes]:
    with zipfile.ZipFile(FILES / "docxjs.docx") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


KINDS: tuple[Callable[[bytes, str], None], ...] = (
    _page(markdown.read, "a.md"),
    _page(markdown.read, "a.mdx"),
    _page(markdown.read, "a.md.erb"),
    _page(html.read, "a.html"),
    _page(html.read, "a.html.erb"),
    _page(text.read, "a.txt"),
    _page(rst.read, "a.rst"),
    _page(notebook.read, "a.ipynb"),
    _page(pdf.read, "a.pdf", is_text=False),
    _page(docx.read, "a.docx", is_text=False),
    _word_part,
    _front_matter,
    _passages,
    _whole_folder,
)

_MARKDOWN = """---
title: "A page"
owner: [ops, "it"]
last_reviewed_on: 2026-01-05
review_in: 6 months
---
# Title {#top}

Some *words* and `code <%= 1 %>`, a [link](page.md "t") and ![it](a.png).

!!! note "Beware"
    - an item
      1. deeper

> [!TIP] quoted

| a | b |
|---|:-:|
| 1 | `x|y` |

```python
print({{ 1 }})
```

{{< note >}}Text{{< /note >}} {% if a %}b{% endif %} <%= t("x") %> :::{note}
<details><summary>More</summary><p hidden>no</p><!-- hidden --></details>
:::

import X from "y"

<Tabs items={["a"]}><Tab>One</Tab></Tabs>
"""
_HTML = """<!doctype html><html><head><title>T</title><link rel="canonical" href="https://a.example/x">
<style>p{}.q>i{color:#fff}@media print{b{display:none}}</style></head>
<body><nav>n</nav><main><h1 id="a">H</h1>
<p class="q">One <b>two</b>&nbsp;&amp;
<i style="font-size:1px">no</i>
<a href="/x">l</a></p><ul><li>a<ol><li>b</ol></ul><table><tr><th>a<th>b<tr><td colspan=2>c
</table><pre><code class="language-sh">ls | x</code></pre><div style="display:none">no</div>
<dl><dt>t<dd>d</dl><% if a %><%= b %><% end %></main><footer>f</footer></body></html>"""
_TOML = '+++\ntitle = "A"\ndate = 2026-01-05\ntags = ["a"]\n+++\n# A\n'
_PASSAGES = '{"id": "1", "text": "Words.", "title": "T", "url": "https://a.example"}\n{"id": 2}\n'
_PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1
<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 150>>stream
BT /F1 18 Tf 20 170 Td (Title) Tj ET
BT /F1 10 Tf 20 140 Td (Some words of a line) Tj 0 -12 Td [(and) -200 (more.)] TJ ET
0 0 m 100 0 l S 20 20 60 30 re S
endstream endobj
trailer<</Root 1 0 R/Info<</Title(A page)/CreationDate(D:20260105)>>>>
%%EOF"""


def seeds() -> Iterator[bytes]:
    """Yield small documents of every format, each after the byte that chooses it."""
    own: dict[int, list[bytes]] = {
        3: [_HTML.encode()],
        4: [_HTML.encode()],
        6: [(FILES / name).read_bytes() for name in ("pandoc.rst", "sphinx.rst")],
        7: [path.read_bytes() for path in sorted(FILES.glob("*.json"))],
        8: [_PDF, *((FILES / f"{name}.pdf").read_bytes() for name in ("fpdf2", "reportlab"))],
        9: [(FILES / "libreoffice.docx").read_bytes()],
        10: [bytes([at]) + _word()[part] for at, part in enumerate(_PARTS)],
        11: [_TOML.encode(), _MARKDOWN.encode()],
        12: [_PASSAGES.encode()],
    }
    for kind in range(len(KINDS)):
        for document in own.get(
            kind, [_MARKDOWN.encode(), _TOML.encode(), _MARKDOWN.encode("utf-16")]
        ):
            yield bytes([kind]) + document
