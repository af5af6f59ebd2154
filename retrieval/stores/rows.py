"""Values -> rows of the index, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from functools import lru_cache
from itertools import chain
from typing import Any

from retrieval.text.identifiers import hidden_forms
from retrieval.text.plain import plain
from retrieval.text.raised import level
from retrieval.text.words import words
from retrieval.values import Chunk, Document, DocumentFacts, Metadata

CHUNK_COLUMNS = (
    "id, ordinal, first, past, text, heading_path, lead, fragment, embedded, tokens, digest"
)
DOCUMENT_COLUMNS = "id, path, title, url, metadata"
SHORTEST_WHOLE = 5
"""Letters of the shortest word that someone may know only a part of."""

Row = Sequence[Any]


def document_row(document: Document) -> Row:
    """Return the columns of `document`, its row id left out."""
    said = (document.id, document.root, document.path, document.title, document.url)
    return tuple(map(storable, (*said, document.digest, metadata_text(document.metadata))))


def chunk_row(document: int, chunk: Chunk) -> Row:
    """Return the columns of `chunk`, its row id left out; `document` is a row id."""
    headings = json.dumps(chunk.heading_path, ensure_ascii=True)
    return (
        document,
        chunk.ordinal,
        storable(chunk.id),
        chunk.start,
        chunk.end,
        storable(chunk.text),
        headings,
        storable(chunk.lead),
        storable(chunk.fragment),
        storable(chunk.embedded),
        chunk.tokens,
        chunk.digest,
    )


def words_rows(document: Document, chunks: Sequence[Chunk]) -> list[Row]:
    """Return what the full-text table holds of each chunk, column by column."""
    title, path = storable(level(document.title)), storable(document.path)
    named = hidden_forms(f"{title}\n{path}")
    found: list[Row] = []
    for chunk in chunks:
        headings = storable(level("\n".join(chunk.heading_path)))
        body = storable(chunk.embedded or level(plain(chunk.lead + chunk.text)))
        idents = " ".join([*named, *hidden_forms(f"{headings}\n{body}")])
        found.append((title, headings, body, idents, path))
    return found


def parts_row(texts: Sequence[Row]) -> str:
    """Return the distinct words of a page that are long enough to be known by a part."""
    found: dict[str, None] = {}
    for text in dict.fromkeys(chain.from_iterable(texts)):
        found.update(dict.fromkeys(words(text)))
    return " ".join(word for word in found if len(word) >= SHORTEST_WHOLE)


def chunk_of(document: str, row: Row) -> Chunk:
    """Return the chunk of a document, by its id, that CHUNK_COLUMNS hold."""
    chunk_id, ordinal, start, end, text, headings, *rest = row
    return Chunk(chunk_id, document, ordinal, start, end, text, _path(headings), *rest)


@lru_cache(maxsize=16_384)
def _path(headings: str) -> tuple[str, ...]:
    """Return a heading path; the chunks of a section share it, and many questions find them."""
    return tuple(json.loads(headings))


def facts_of(row: Row, collection: str) -> DocumentFacts:
    """Return the document's facts that DOCUMENT_COLUMNS hold."""
    document, path, title, url, metadata = row
    return DocumentFacts(document, collection, path, title, url, metadata_of(json.loads(metadata)))


def storable(text: str) -> str:
    """Return `text` with half surrogate pairs, which UTF-8 cannot hold, replaced by `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def metadata_text(metadata: Metadata) -> str:
    """Return metadata as JSON, only what it says."""
    said = {field.name: getattr(metadata, field.name) for field in fields(Metadata)}
    return json.dumps({name: value for name, value in said.items() if value}, default=_plain_date)


def _plain_date(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(value)


def metadata_of(said: Mapping[str, Any]) -> Metadata:
    """Return the metadata that `metadata_text` wrote, once its JSON is read."""
    dates = ("created", "updated", "verified", "effective_from", "effective_to")
    told = {name: date.fromisoformat(said[name]) for name in dates if name in said}
    return Metadata(**{**said, **told, "tags": tuple(said.get("tags", ()))})
