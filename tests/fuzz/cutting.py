"""Any text as a document: its chunks tile it, fit the embedder, and have ids of their own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from retrieval.ingest.chunk import Chunker
from retrieval.values import Anchor, Chunk
from tests.fakes.markdown import count, page, words

LONGEST = 8_192
TOKENS = (
    *(
        "# ",
        "## ",
        "\n\n",
        "\n",
        "- ",
        "  - ",
        "1. ",
        "> ",
        "```\n",
        "~~~\n",
        "    ",
        "\t",
        "\n===\n",
        "---\n",
    ),
    *(
        "| a | b |\n",
        "|---|---|\n",
        "|",
        ". ",
        "! ",
        ": ",
        ":\n\n",
        "e.g. ",
        "。",
        "<div>",
        "</div>",
        "<!--",
        "-->",
    ),
    *(
        "!!! note\n",
        ":::",
        "[a]: b",
        "![",
        "](",
        "**",
        "`",
        "&amp;",
        "\\",
        "{#a}",
        "[^1]: ",
        "<br>",
        "***",
    ),
    *(
        "\x0b",
        "\x0c",
        "\r\n",
        "\r",
        "\x1c",
        "\x85",
        "\u2028",
        "\u00a0",
        "\u200b",
        "\ufeff",
        "\u0301",
        "\u3000",
    ),
    *("word " * 12, "x" * 60, "数据库", "👩‍👩‍👧"),
)
_CONTEXTS = ("none", "heading", "path", "title")


def one(data: bytes) -> None:
    """Cut `data` without its first byte, which chooses the chunker's settings."""
    if not data:
        return
    text = data[1:].decode("utf-8", "replace")
    chunker = _chunker(data[0])
    anchors = tuple(Anchor(at, f"a{at}") for at in range(0, len(text), 97))
    check(text, chunker.chunks(page(text, *anchors)), chunker)


@cache
def _chunker(choice: int) -> Chunker:
    """Return one of 256 chunkers: two ways to count, eight sizes, overlaps, contexts."""
    counter = words if choice & 1 else count
    maximum = (16, 17, 24, 40, 64, 100, 180, 250)[choice >> 1 & 7]
    overlap = (0, maximum // 3)[choice >> 4 & 1]
    merge_below = (0, maximum // 4)[choice >> 5 & 1]
    context = _CONTEXTS[choice >> 6]
    return Chunker(counter, maximum, merge_below, overlap, context)


def check(text: str, found: tuple[Chunk, ...], chunker: Chunker) -> None:
    """Hold chunks to what the chunker promises."""
    assert "".join(chunk.text for chunk in found) == (text if text.strip() else ""), "they tile"
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in found), "offsets are true"
    assert all(a.end == b.start for a, b in pairwise(found)), "spans follow each other"
    assert [chunk.ordinal for chunk in found] == list(range(len(found))), "ordinals count"
    assert len({chunk.id for chunk in found}) == len(found), "ids are unique"
    for chunk in found:
        assert chunk.tokens == chunker.count(chunk.embedded), "tokens are the embedder's"
        assert chunk.tokens <= chunker.maximum, "none is over the maximum"
        assert _stands_before(chunk.lead, text[: chunk.start]), "a lead is earlier text"


def _stands_before(lead: str, text: str) -> bool:
    """Whether the lines of a lead stand in a text, in their order."""
    at = 0
    for line in lead.split("\n"):
        found = text.find(line, at)
        if found < 0:
            return False
        at = found + len(line)
    return True


_PAGE = """# Title

Some words here. And `code. Here` too, e.g. this. Not for v1.2.3 of ERR_TIMEOUT!

## Part

This does not apply when:

- an item of some words
  - a nested item. Of two sentences.
    1. deeper

| name | value |
|------|:-----:|
| row1 | `x|y` |
| row2 | 2 |

```python
# no heading
print("x")
```

> quoted
> - item

Setext
===

!!! note
    indented

数据库备份。下一句！ 👩‍👩‍👧 é
"""


def seeds() -> Iterator[bytes]:
    """Yield pages, each for several chunkers."""
    table = "| a | b |\n|---|---|\n" + "".join(f"| row {n} | {n} |\n" for n in range(30))
    items = "Unless:\n\n" + "".join(f"- case {n} of a few words\n" for n in range(20))
    prose = "".join(f"Sentence number {n} has seven words. " for n in range(30))
    for text in (_PAGE, table, items, prose, "x" * 900, "~~~\n" + "line\n" * 80):
        for choice in (0, 5, 90, 178, 243):
            yield bytes([choice]) + text.encode()
