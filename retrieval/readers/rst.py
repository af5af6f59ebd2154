"""reStructuredText (.rst), with the directives and roles of Sphinx -> Page."""

from __future__ import annotations

import re

from docutils.core import publish_parts
from docutils.utils import SystemMessage
from docutils.writers.html5_polyglot import Writer

from retrieval.errors import UnreadableDocument
from retrieval.readers import html
from retrieval.readers.decode import decode
from retrieval.readers.facts import metadata
from retrieval.readers.page import Options, Page, Removals, check_length
from retrieval.readers.sight import STRUCK

_SETTINGS = {
    "_disable_config": True,
    "doctitle_xform": False,
    "docinfo_xform": False,
    "embed_stylesheet": False,
    "file_insertion_enabled": False,
    "halt_level": 5,
    "initial_header_level": 1,
    "input_encoding": "unicode",
    "line_length_limit": 1_000_000,
    "raw_enabled": False,
    "report_level": 5,
    "section_self_link": False,
    "syntax_highlight": "none",
    "warning_stream": False,
}
"""A page can neither include files nor write raw HTML, and its mistakes are not shown."""

_ROLE = re.compile(r"(?<![\w`:])(:[\w.+-]+(?::[\w.+-]+)*:)`([^`\n]+(?:\n(?!\s*\n)[^`\n]+)*)`")
_TARGET = re.compile(r"(.*\S)\s*<[^<>]*>$", re.DOTALL)
_DIRECTIVE = re.compile(r"([ \t]*)\.\. (?:\|[^|\n]+\| )?([\w.+-]+(?::[\w.+-]+)*)::(?:[ \t]+(.*))?$")
_OPTION = re.compile(r"[ \t]*:[\w-]+:(?:[ \t].*)?$")
_FIELD = re.compile(r":([A-Za-z][\w -]{0,30}):[ \t]+(\S.*)$", re.MULTILINE)
_CODE = frozenset({"code-block", "sourcecode", "code"})
_ADMONITIONS = {
    "seealso": "See also", "versionadded": "New in version", "deprecated": "Deprecated since",
    "versionchanged": "Changed in version", "todo": "To do",
}  # fmt: skip
_DROPPED = frozenset({
    "toctree", "include", "literalinclude", "index", "automodule", "autoclass", "autofunction",
    "autosummary", "currentmodule", "module", "raw", "contents", "meta", "sectnum", "highlight",
    "default-role",
})  # fmt: skip
_OWN_ROLES = frozenset({
    "code", "emphasis", "literal", "math", "strong", "sub", "subscript", "sup", "superscript",
    "title-reference",
})  # fmt: skip
_STRIKING = frozenset({"del", "line-through", "s", "strike", "strikethrough", "struck"})
"""What a role that strikes through is called; reStructuredText has none of its own."""
_OWN_DIRECTIVES = frozenset({
    "admonition", "attention", "caution", "class", "compound", "container", "csv-table", "danger",
    "date", "epigraph", "error", "figure", "highlights", "hint", "image", "important",
    "line-block", "list-table", "math", "note", "parsed-literal", "pull-quote", "replace", "role",
    "rubric", "sidebar", "table", "tip", "title", "topic", "unicode", "warning",
})  # fmt: skip
_HEAD_LINES = 40


def read(data: bytes, options: Options) -> Page:  # noqa: ARG001  (one shape for all formats)
    """Return the page as people see it. Raises UnreadableDocument when it makes no sense."""
    removals = Removals()
    written = decode(data, removals)
    check_length(len(written))
    source = _known("\n".join(_directives(written.split("\n"))), removals)
    try:
        parts = publish_parts(source, writer=Writer(), settings_overrides=_SETTINGS)
    except (SystemMessage, ValueError, AttributeError, IndexError, KeyError) as error:
        raise UnreadableDocument("it is not reStructuredText, or damaged") from error
    head = "\n".join(source.split("\n")[:_HEAD_LINES])
    fields = {re.sub(r"[ -]", "_", m[1].lower()): m[2] for m in _FIELD.finditer(head)}
    return html.page_of(str(parts["whole"]), removals, metadata(fields, removals), whole=False)


def _known(source: str, removals: Removals) -> str:
    """Replace the roles that only Sphinx knows by their text, and those that strike by nothing."""

    def shown(match: re.Match[str]) -> str:
        name = match[1].strip(":").lower()
        if name in _STRIKING:
            removals.add(STRUCK)
            return "\\ "
        if name in _OWN_ROLES:
            return match.group()
        words = match[2]
        if target := _TARGET.match(words):
            words = target[1]
        words = words.lstrip("!~")
        return f"``{words}``" if name.rpartition(":")[2] in _LITERAL else words

    return _ROLE.sub(shown, source)


_LITERAL = frozenset({
    "func", "meth", "class", "mod", "attr", "obj", "data", "exc", "const", "file", "command",
    "program", "option", "envvar", "kbd", "samp", "makevar", "confval",
})  # fmt: skip


def _directives(lines: list[str]) -> list[str]:
    """Turn the directives that docutils does not know into such as it does."""
    out: list[str] = []
    at = 0
    while at < len(lines):
        match = _DIRECTIVE.match(lines[at])
        if match is None or "|" in lines[at][: match.start(2)]:
            out.append(lines[at])
            at += 1
            continue
        indent, name, argument = match[1], match[2].lower(), (match[3] or "").strip()
        end = at + 1
        if name in _DROPPED:
            at = _body_end(lines, end, len(indent))
            continue
        if name in _OWN_DIRECTIVES:
            out.append(lines[at])
            at = end
            continue
        while end < len(lines) and _OPTION.match(lines[end]):
            end += 1
        if name in _CODE:
            out.extend([f"{indent}.. code:: {argument}".rstrip(), ""])
        elif title := f"{_ADMONITIONS.get(name, '')} {argument}".strip():
            out.extend([f"{indent}.. admonition:: {title}", ""])
            if _body_end(lines, end, len(indent)) == end:
                out.extend([f"{indent}   \\ ", ""])
        else:
            out.extend([f"{indent}.. container:: {name.replace(':', '-')}", ""])
        at = end
    return out


def _body_end(lines: list[str], at: int, indent: int) -> int:
    """Return where the indented lines below a directive end."""
    end = at
    while at < len(lines):
        line = lines[at]
        if line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                break
            end = at + 1
        at += 1
    return end
