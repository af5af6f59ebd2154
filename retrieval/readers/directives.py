"""The block directives of MyST, Docusaurus, MkDocs and Hugo -> admonitions, code or text."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence

from retrieval.readers.page import check_length

Fold = Callable[[Sequence[str]], list[str]]
"""Folds the lines inside a block as those of a page are."""

ADMONITIONS = frozenset({
    "abstract", "admonition", "alert", "aside", "attention", "bug", "callout", "caution",
    "danger", "error", "example", "failure", "hint", "important", "info", "note", "notice",
    "question", "quote", "seealso", "success", "summary", "tip", "todo", "versionadded",
    "versionchanged", "deprecated", "warning",
})  # fmt: skip
_CODE = {
    "code-block": "", "code": "", "sourcecode": "", "code-cell": "", "parsed-literal": "",
    "prompt": "", "mermaid": "mermaid", "math": "math", "graphviz": "dot", "eval-rst": "rst",
}  # fmt: skip
_DROPPED = frozenset({
    "toc", "toctree", "contents", "tableofcontents", "include", "literalinclude", "bibliography",
    "index", "currentmodule", "tags", "raw", "video", "youtube",
})  # fmt: skip
_OPTION = re.compile(r":([\w-]+):(?:[ \t]+(.*))?$")
_ROW = re.compile(r"[ \t]*[*-][ \t]+[*-](?:[ \t]+(.*))?$")
_CELL = re.compile(r"[ \t]+[*-](?:[ \t]+(.*))?$")


def render(name: str, argument: str, body: Sequence[str], fold: Fold) -> list[str]:
    """Return the Markdown lines for one directive, or what people see of it."""
    if name in _CODE:
        return fenced(_CODE[name] or argument, _content(body)[1])
    if name in _DROPPED:
        return []
    options, content = _content(body)
    if name in {"figure", "image"}:
        alt = options.get("alt", "")
        return [f"![{alt}]({argument})", "", *fold(content)] if alt or content else []
    if name in {"csv-table", "list-table"}:
        return _table(name, argument, options, content)
    if name in ADMONITIONS or name.rstrip("s") in ADMONITIONS:
        return admonition(argument or name.replace("-", " ").capitalize(), fold(content))
    title = _title(argument, options)
    return [*([f"**{title}**", ""] if title else []), *fold(content)]


def admonition(title: str, lines: Sequence[str]) -> list[str]:
    """Return a blockquote whose first line is the title in bold."""
    trimmed = _trim(list(lines))
    quoted = [f"> {line}" if line.strip() else ">" for line in trimmed]
    return [f"> **{title}**", *([">", *quoted] if quoted else [])]


def fenced(language: str, lines: Sequence[str]) -> list[str]:
    """Return a code block whose fence is longer than any in it."""
    longest = max((len(run) for line in lines for run in re.findall("`{3,}", line)), default=2)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{language.strip()}", *lines, fence]


def _title(argument: str, options: dict[str, str]) -> str:
    """Return the words of an argument; a bare number or path is none."""
    words = argument.strip() or options.get("header", "")
    return "" if re.fullmatch(r"[\d\s]*|[\w./-]+\.\w{2,4}", words) else words


def _content(body: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Part the options of a directive (`:key: value` lines, or a `---` block) from its body."""
    options: dict[str, str] = {}
    at = 0
    if body and body[0].strip() == "---" and "---" in (line.strip() for line in body[1:]):
        at = next(i for i, line in enumerate(body) if i and line.strip() == "---") + 1
    else:
        while at < len(body) and (match := _OPTION.match(body[at].strip())):
            options[match[1]] = (match[2] or "").strip()
            at += 1
    return options, _trim(list(body[at:]))


def _trim(lines: list[str]) -> list[str]:
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return lines[start:end]


def _table(name: str, title: str, options: dict[str, str], content: Sequence[str]) -> list[str]:
    rows = _csv_rows(options, content) if name == "csv-table" else _list_rows(content)
    return [*([f"**{title}**", ""] if title else []), *gfm(rows)]


def _csv_rows(options: dict[str, str], content: Sequence[str]) -> list[list[str]]:
    lines = [options["header"], *content] if "header" in options else list(content)
    try:
        return [row for row in csv.reader(lines, skipinitialspace=True) if row]
    except csv.Error:
        return [[line] for line in lines if line.strip()]


def _list_rows(content: Sequence[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    for line in content:
        if match := _ROW.match(line):
            rows.append([match[1] or ""])
        elif rows and (match := _CELL.match(line)):
            rows[-1].append(match[1] or "")
        elif rows and line.strip():
            rows[-1][-1] += " " + line.strip()
    return rows


def gfm(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a GFM table; the first row is its header, short rows are filled up."""
    width = max((len(row) for row in rows), default=0)
    if width == 0:
        return []
    check_length(sum(len(cell) for row in rows for cell in row))
    lines = []
    for row in rows:
        cells = [" ".join(cell.split()).replace("\\|", "|").replace("|", "\\|") for cell in row]
        lines.append("| " + " | ".join([*cells, *[""] * (width - len(cells))]) + " |")
    lines.insert(1, "|" + " --- |" * width)
    return lines
