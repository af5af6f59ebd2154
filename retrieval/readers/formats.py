"""A file's name -> the reader of its format, loaded when the first such file is read."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from retrieval.readers.page import PageReader

_MODULES = {
    ".md": "markdown",
    ".mdx": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".txt": "text",
    ".rst": "rst",
    ".ipynb": "notebook",
    ".pdf": "pdf",
    ".docx": "docx",
}
_TEMPLATES = (".erb",)
_TEXT = frozenset({"markdown", "html", "text", "rst", "notebook"})


def format_of(path: str) -> str:
    """Return the name of the module that reads `path`, or an empty string for none."""
    name = path.rsplit("/", 1)[-1].lower()
    for template in _TEMPLATES:
        if name.endswith(template):
            name = name.removesuffix(template)
            found = _by_suffix(name)
            return found if found in {"markdown", "html"} else ""
    return _by_suffix(name)


def _by_suffix(name: str) -> str:
    stem, dot, suffix = name.rpartition(".")
    return _MODULES.get(dot + suffix, "") if stem else ""


def is_text(name: str) -> bool:
    """Whether files of the format are text, which holds no NUL bytes."""
    return name in _TEXT


def reader_of(name: str) -> PageReader:
    """Return the reading function of a format."""
    return cast(PageReader, import_module(f"retrieval.readers.{name}").read)
