"""All text that stands in a file in any form, whatever the reader of its format makes of it.

It is what a page is held against when something that should stand in it does not: words that are
hidden, comments, running lines and scripts are in it too. It is never shown and never indexed.
"""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from retrieval.errors import UnreadableDocument
from retrieval.readers.decode import decode
from retrieval.readers.encodings import declared
from retrieval.readers.formats import is_text
from retrieval.readers.page import Removals

MOST = 20_000_000
"""Bytes of the parts of a packed file that are looked at."""
_TAG = re.compile(r"<[^<>]{0,2000}>")


def raw(kind: str, data: bytes) -> str:
    """Return all text in a file of a format (a name of `formats`); empty where none is found."""
    try:
        if kind == "notebook":
            return "\n".join(_strings(json.loads(decode(data, Removals()))))
        if is_text(kind):
            label = declared(data) if kind == "html" else ""
            text = decode(data, Removals(), label)
            return f"{text}\n{html.unescape(_TAG.sub('', text))}"
        if kind == "docx":
            return _packed(data)
        if kind == "pdf":
            return str(import_module("retrieval.readers.pdf").characters(data))
    except (UnreadableDocument, ValueError, RecursionError):
        pass
    return ""


def _strings(value: Any) -> Iterator[str]:
    """Yield every text within JSON; the lines of one text are joined."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list) and all(isinstance(one, str) for one in value):
        yield "".join(value)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _packed(data: bytes) -> str:
    """Return the text of every part of a packed file of XML."""
    parts: list[str] = []
    left = MOST
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for one in archive.infolist():
                if one.filename.endswith(".xml") and left:
                    with archive.open(one) as part:
                        unpacked = part.read(left)
                    left -= len(unpacked)
                    parts.append(unpacked.decode("utf-8", "replace"))
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, zipfile.LargeZipFile):
        return ""
    return "\n".join(html.unescape(_TAG.sub("", part)) for part in parts)
