"""A part of a corpus, and vectors that are kept: less to embed where many indexes are compared."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from retrieval.ports import Embedder, Reader, Scan, SourceFile
from retrieval.values import Document


class Remembering:
    """An embedder that keeps the vector of every passage in a file, by model and text."""

    def __init__(self, model: Embedder, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._model = model
        self._file = sqlite3.connect(file, isolation_level=None)
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS vector"
            " (model TEXT, digest TEXT, vector BLOB NOT NULL, PRIMARY KEY (model, digest))"
        )
        self.identity, self.dims = model.identity, model.dims
        self.max_tokens, self.count = model.max_tokens, model.count
        self.query = model.query

    async def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Embed what was never embedded, shape (len(texts), dims)."""
        keys = [_digest(text) for text in texts]
        known = {key: found for key in keys if (found := self._known(key)) is not None}
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if new:
            vectors = np.asarray(await self._model.passages(list(new.values())), dtype="<f4")
            known.update(zip(new, vectors, strict=True))
            made = [(self.identity, key, known[key].tobytes()) for key in new]
            self._file.execute("BEGIN")
            self._file.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", made)
            self._file.execute("COMMIT")
        return np.stack([known[key] for key in keys])

    def _known(self, key: str) -> np.ndarray | None:
        asked = "SELECT vector FROM vector WHERE model = ? AND digest = ?"
        found = self._file.execute(asked, (self.identity, key)).fetchone()
        return None if found is None else np.frombuffer(found[0], dtype="<f4")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


@dataclass(frozen=True, slots=True)
class Sampled:
    """A reader of the right pages and of a share of the others, chosen by a hash of the path."""

    reader: Reader
    right: frozenset[str]
    percent: int

    @property
    def root(self) -> str:
        """The source that it reads a part of."""
        return self.reader.root

    @property
    def version(self) -> str:
        """That of the reader."""
        return self.reader.version

    def scan(self) -> Scan:
        """List the pages of the sample."""
        found = self.reader.scan()
        return replace(found, files=tuple(file for file in found.files if self._keeps(file.path)))

    def _keeps(self, path: str) -> bool:
        return path in self.right or int(_digest(path)[:8], 16) % 100 < self.percent

    def read(self, file: SourceFile) -> Document:
        """Read a page."""
        return self.reader.read(file)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
