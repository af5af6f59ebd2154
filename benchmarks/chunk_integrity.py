"""Whether what a page says stands whole in some chunk, by the eyes of another Markdown library.

Usage: python -m benchmarks.chunk_integrity [EVALDATA] [--files N] [--seed S] [--all-misses]

A seeded sample of evaluation files is rendered by mistune and Beautiful Soup; each sentence,
list item, table row, line of code and heading of the result is looked for in the chunks that
Footnote cuts from the same file, letters and digits alone compared. Units longer than a chunk may
be are counted apart, and so are those that hold templating, which readers take out.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import mistune
from bs4 import BeautifulSoup, Tag
from tokenizers import Tokenizer

from retrieval.ingest.chunk import Chunker
from retrieval.readers.folder import FolderReader
from retrieval.text.plain import plain
from retrieval.values import Document

ROOT = Path(__file__).parents[1]
_TOKENIZER = ROOT / "retrieval/models/data/minilm/tokenizer.json"
_FRONT = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TEMPLATING = re.compile(
    r"<%|%>|\{\{|\{%|%\}|^\s*:::|^\s*!!!|^\(.*\)=$|\{[#:.]|^`{3,}\{|^:[\w-]+:|\[\[TOC\]\]|\{[a-z-]+\}",
    re.MULTILINE,
)
"""What Jekyll, ERB, Hugo, MyST and the like leave in a text that only Markdown was made of."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(“‘])")
_UNSEEN = ["script", "style", "template", "nav", "footer", "head", "button", "noscript"]
_KINDS = {"li": "item", "pre": "code", "tr": "row"}
_BLOCKS = ["p", "li", "tr", "pre", "dt", "dd", *(f"h{level}" for level in range(1, 7))]

Unit = tuple[str, str]


def main() -> None:
    """Print the share of units found whole, and those that were not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evaldata", nargs="?", default=ROOT.parent / "shared/evaldata", type=Path)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--all-misses", action="store_true")
    arguments = parser.parse_args()
    chunker = Chunker(_counter())
    tally: Counter[tuple[str, str]] = Counter()
    misses: list[tuple[str, str, str]] = []
    for path, document in _sample(arguments.evaldata, arguments.files, arguments.seed):
        raw = path.read_text("utf-8", errors="replace")
        for kind, unit, result in _check(raw, path.suffix, document, chunker):
            tally["all", result] += 1
            tally[kind, result] += 1
            if result == "missing":
                misses.append((kind, path.name, unit))
    _print(tally, misses, everything=arguments.all_misses)


def _counter():  # noqa: ANN202
    tokenizer = Tokenizer.from_file(str(_TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _sample(evaldata: Path, files: int, seed: int) -> Iterator[tuple[Path, Document]]:
    found = []
    for corpus in sorted(evaldata.glob("*/corpus")):
        reader = FolderReader(corpus)
        found += [(corpus / file.path, reader, file) for file in reader.scan().files]
    found = [entry for entry in found if ".md" in entry[0].name or entry[0].suffix == ".html"]
    for path, reader, file in random.Random(seed).sample(found, min(files, len(found))):  # noqa: S311
        yield path, reader.read(file)


def _check(
    raw: str, suffix: str, document: Document, chunker: Chunker
) -> Iterator[tuple[str, str, str]]:
    chunks = chunker.chunks(document)
    said = [_letters(plain(chunk.lead + chunk.text)) for chunk in chunks]
    written = [_letters(chunk.text) for chunk in chunks]
    title = _letters(document.title)
    for kind, unit in _units(raw, suffix):
        wanted = _letters(unit)
        if not wanted:
            continue
        whole = any(wanted in text for text in said) or any(wanted in text for text in written)
        if whole or wanted == title:
            yield kind, unit, "whole"
        elif chunker.count(unit) > chunker.maximum * 3 // 5:
            yield kind, unit, "too long"
        else:
            yield kind, unit, "templating" if _TEMPLATING.search(unit) else "missing"


def _units(raw: str, suffix: str) -> Iterator[Unit]:
    """Yield what the other library shows of a page, in pieces as a reader would quote them."""
    text = _FRONT.sub("", raw.replace("\r\n", "\n"))
    render = mistune.create_markdown(
        escape=False, plugins=["table", "strikethrough", "footnotes", "task_lists"]
    )
    soup = BeautifulSoup(text if suffix == ".html" else str(render(text)), "lxml")
    for element in soup(_UNSEEN):
        element.decompose()
    for element in soup(_BLOCKS):
        if any(parent.name in ("tr", "pre") for parent in element.parents):
            continue
        kind = _KINDS.get(element.name, "heading" if element.name[0] == "h" else "sentence")
        shown = _own_text(element)
        if kind == "code":
            yield from ((kind, line) for line in shown.split("\n"))
        elif kind == "row":
            cells = [cell.get_text(" ") for cell in element(["td", "th"])]
            yield kind, " ".join(cells)
        else:
            yield from ((kind, part) for part in _SENTENCE.split(shown))


def _own_text(element: Tag) -> str:
    """Return an element's text without that of the blocks inside it."""
    inner = (*_BLOCKS, "ul", "ol", "table", "blockquote", "div", "details", "section")
    parts = []
    for node in element.descendants:
        if isinstance(node, Tag):
            if node.name == "br":
                parts.append("\n")
            continue
        holders = [parent for parent in node.parents if parent.name in inner]
        if holders and holders[0] is element and type(node).__name__ == "NavigableString":
            parts.append(str(node))
    return "".join(parts)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _print(
    tally: Counter[tuple[str, str]], misses: list[tuple[str, str, str]], *, everything: bool
) -> None:
    for kind in sorted({kind for kind, _ in tally}):
        whole, lost = tally[kind, "whole"], tally[kind, "missing"]
        print(
            f"{kind:10} whole {whole:6}  missing {lost:3}  share {whole / max(1, whole + lost):.4f}"
            f"  apart: templating {tally[kind, 'templating']}, too long {tally[kind, 'too long']}"
        )
    for kind, name, unit in misses if everything else misses[:40]:
        print(f"  missing {kind} of {name}: {' '.join(unit.split())[:150]!r}")


if __name__ == "__main__":
    main()
