"""A file of a source -> its document and chunks, or why it has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from retrieval.errors import UnreadableDocument
from retrieval.ports import Reader, SourceFile
from retrieval.values import Chunk, Document


class Cutter(Protocol):
    """What cuts documents into chunks."""

    @property
    def version(self) -> str:
        """Changes when the same document would give other chunks."""

    def chunks(self, document: Document) -> Sequence[Chunk]:
        """Cut a document."""


Cut = tuple[Document, Sequence[Chunk]]
Outcome = Cut | UnreadableDocument


def cut(reader: Reader, cutter: Cutter, file: SourceFile) -> Outcome:
    """Read and cut one file; whatever is wrong with it is returned and never raised."""
    try:
        document = reader.read(file)
        return document, cutter.chunks(document)
    except UnreadableDocument as error:
        return error
    except MemoryError:
        return UnreadableDocument("there is too little memory to read it")
    except Exception as error:  # noqa: BLE001  (one bad file never stops a run)
        return UnreadableDocument(f"it could not be understood ({type(error).__name__}: {error})")
