"""Markdown to test with: a strategy that builds hostile pages, and the shipped tokenizer."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from hypothesis import strategies as st
from tokenizers import Tokenizer

from retrieval.values import Anchor, Document

TOKENIZER = Path(__file__).parents[2] / "retrieval/models/data/minilm/tokenizer.json"
_LINES = (
    "# Title",
    "## Part",
    "### Deeper {#anchor}",
    "Setext",
    "===",
    "---",
    "Some words here. And `code. Here` too, e.g. this.",
    "This does not apply when:",
    "- an item",
    "  - a nested item. Of two sentences.",
    "    1. deeper",
    "1. first",
    "2. second",
    "- [ ] a task",
    "```python",
    "```",
    "~~~~",
    "# no heading in a fence",
    "    indented",
    "\tafter a tab",
    "| a | b |",
    "|---|:-:|",
    "| 1 | `x|y` |",
    "> quoted",
    "> - item in a quote",
    "> ```",
    "!!! note",
    ":::tip",
    ":::",
    "<div>",
    "</div>",
    "<!-- hidden",
    "-->",
    "[label]: https://a.example/x",
    "![picture](data.png) [link](page.md 'title')",
    "数据库备份。下一句！",
    "👩‍👩‍👧 é",
    "*** ** _ __ ~~ [[ ]] (( <a <",
    "\\",
    "***",
    "* * *",
    "",
    "",
    "   ",
)


def markdown() -> st.SearchStrategy[str]:
    """Build pages of lines that mean something to Markdown, mixed with any text."""
    anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
    long = st.integers(20, 90).map(lambda size: "many words in a row " * size)
    line = st.one_of(st.sampled_from(_LINES), anything, long)
    return st.lists(line, max_size=40).map("\n".join)


@lru_cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def count(text: str) -> int:
    """Count tokens as the built-in embedder does."""
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)


def words(text: str) -> int:
    """Count words: a tokenizer that a test can reckon with."""
    return len(text.split())


def page(text: str, *anchors: Anchor) -> Document:
    """Return a document that says `text`."""
    return Document("doc", "root", "page.md", "The page", text, "0" * 64, anchors=anchors)
