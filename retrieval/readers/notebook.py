"""Jupyter notebooks (.ipynb) -> Page: text and code in order, with what the code printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from retrieval.errors import UnreadableDocument
from retrieval.readers import markdown
from retrieval.readers.decode import decode, strip_hidden
from retrieval.readers.directives import fenced
from retrieval.readers.page import Options, Page, Removals

_LONGEST_OUTPUT = 4_000


def read(data: bytes, options: Options) -> Page:
    """Return the notebook as one page. Raises UnreadableDocument when it is none."""
    removals = Removals()
    try:
        found = json.loads(decode(data, removals))
    except ValueError as error:
        raise UnreadableDocument("it is not a notebook: its JSON is damaged") from error
    if not isinstance(found, dict):
        raise UnreadableDocument("it is not a notebook: it holds no cells")
    cells = list(_cells(found))
    if not cells and not isinstance(found.get("cells"), list):
        raise UnreadableDocument("it is not a notebook: it holds no cells")
    language = _language(found)
    parts = [part for cell in cells for part in _cell(cell, language, removals)]
    return markdown.page_of("\n\n".join(parts), options, removals)


def _cells(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the cells; before format 4 they stood in worksheets."""
    sheets = [found, *(found.get("worksheets") or [])]
    for sheet in sheets:
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        for cell in cells if isinstance(cells, list) else []:
            if isinstance(cell, dict):
                yield cell


def _language(found: dict[str, Any]) -> str:
    about = found.get("metadata")
    info = about.get("language_info") if isinstance(about, dict) else None
    name = info.get("name") if isinstance(info, dict) else None
    return name if isinstance(name, str) and name.isalnum() else "python"


def _text(value: Any) -> str:
    """Return a value that may be one string or a list of lines."""
    if isinstance(value, list):
        return "".join(one for one in value if isinstance(one, str))
    return value if isinstance(value, str) else ""


def _cell(cell: dict[str, Any], language: str, removals: Removals) -> Iterator[str]:
    kind = cell.get("cell_type")
    source = strip_hidden(_text(cell.get("source", cell.get("input"))), removals)
    if kind == "code":
        if source.strip():
            yield "\n".join(fenced(language, source.strip("\n").split("\n")))
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else []:
            if isinstance(output, dict):
                yield from _output(output, removals)
    elif kind == "heading":
        level = cell.get("level")
        yield f"{'#' * (level if level in {1, 2, 3, 4, 5, 6} else 1)} {source}"
    elif source.strip():
        yield source.strip("\n")


def _output(output: dict[str, Any], removals: Removals) -> Iterator[str]:
    """Yield what a cell gave: a table as a table, all else as it was printed."""
    bundle = output.get("data")
    bundle = bundle if isinstance(bundle, dict) else output
    rich = _text(bundle.get("text/markdown"))
    page = _text(bundle.get("text/html", bundle.get("html")))
    plain = _text(bundle.get("text/plain", output.get("text")))
    if output.get("output_type") in {"error", "pyerr"}:
        plain = f"{_text(output.get('ename'))}: {_text(output.get('evalue'))}"
    if rich.strip():
        yield rich.strip("\n")
    elif "<table" in page:
        yield page.strip()
    elif plain.strip():
        shown = strip_hidden(plain, removals).rstrip()
        if len(shown) > _LONGEST_OUTPUT:
            removals.say("Long outputs of its cells were cut.")
            shown = shown[:_LONGEST_OUTPUT].rpartition("\n")[0] or shown[:_LONGEST_OUTPUT]
        yield "\n".join(fenced("text", shown.lstrip("\n").split("\n")))
