"""A file of passages, one JSON object a line (id, text, perhaps title and url), as a source."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from retrieval.errors import ReaderError, UnreadableDocument
from retrieval.ports import Scan, Skipped, SourceFile
from retrieval.readers.decode import clean, one_line
from retrieval.readers.facts import address
from retrieval.readers.folder import document_id
from retrieval.readers.page import Removals
from retrieval.values import Document

VERSION = "2"
_LONGEST_LINE = 20_000_000


class PassageReader:
    """Reads a .jsonl or .jsonl.gz file; each passage is a document whose path is its id."""

    def __init__(self, path: Path) -> None:
        self._path = path.expanduser().resolve()
        self._lines: dict[str, bytes] = {}

    @property
    def root(self) -> str:
        """The absolute path of the file."""
        return str(self._path)

    @property
    def version(self) -> str:
        """Changes when the same line would give another document."""
        return f"passages-{VERSION}"

    def scan(self) -> Scan:
        """List the passages. Raises ReaderError when the file cannot be read."""
        files: dict[str, SourceFile] = {}
        skipped: list[Skipped] = []
        self._lines = {}
        for number, line in enumerate(self._raw(), 1):
            if not line.strip():
                continue
            found = _passage(line)
            if isinstance(found, str):
                skipped.append(Skipped(f"line {number}", found))
            elif (key := str(found["id"])) in files:
                skipped.append(Skipped(key, f"line {number} repeats this id; the first one counts"))
            else:
                files[key] = SourceFile(key, hashlib.sha256(line).hexdigest(), len(line))
                self._lines[key] = line
        return Scan(tuple(sorted(files.values(), key=lambda file: file.path)), tuple(skipped))

    def _raw(self) -> Iterator[bytes]:
        try:
            opener = gzip.open if self._path.suffix == ".gz" else open
            with opener(self._path, "rb") as file:
                while line := file.readline(_LONGEST_LINE):
                    yield line
        except (OSError, EOFError, zlib.error) as error:
            raise ReaderError(f"{self._path} cannot be read: {error}") from error

    def read(self, file: SourceFile) -> Document:
        """Return the passage that the last scan saw. Raises UnreadableDocument."""
        found = _passage(self._lines.get(file.path, b""))
        if isinstance(found, str):
            raise UnreadableDocument(found)
        removals = Removals()
        text = clean(str(found["text"]), removals).strip("\n")
        title = one_line(str(found.get("title") or ""), removals).strip()
        title = title or text.split("\n", 1)[0][:80].strip()
        return Document(
            id=document_id(self.root, file.path),
            root=self.root,
            path=file.path,
            title=title or file.path,
            text=text + "\n" if text.strip() else "",
            digest=file.digest,
            url=address(found),
            warnings=removals.sentences(),
        )


def _passage(line: bytes) -> dict[str, Any] | str:
    """Return the passage in a line, or what is wrong with it."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return "it is no line of JSON"
    if not isinstance(found, dict) or not str(found.get("id") or "").strip():
        return "it has no id"
    try:
        str(found["id"]).encode()
    except UnicodeEncodeError:
        return "its id holds half of a character"
    return found if isinstance(found.get("text"), str) else "it has no text"
