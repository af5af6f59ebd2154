"""What an Elasticsearch index of ours is: names, settings, mapping, and the documents in it.

A collection is the alias `PREFIX.COLLECTION` of one index a generation,
`PREFIX.COLLECTION.GENERATION`; no collection's name has a dot. Documents are told apart by `kind`:

- "page": the entry of a page, which says what is current (`revision`), its facts, its vector;
- "chunk": a piece of one revision of a page, current while the page's entry names that revision;
- "root", "lease", "fact": what the writing side keeps, in `facts`.

Words are taken apart as `retrieval.text.words` does it, and the other forms of names and the pairs
of unspaced scripts are made by the function that the SQLite store uses, so both find the same.
Vectors are no part of `_source`: they stand in `embedding` to be searched, quantized, and in
`vector` exactly, to be read. So a vector may be added to a document by an update, but a document
that has one is only ever written whole or deleted: an update would lose the vector.
"""

from __future__ import annotations

import json
import re
import unicodedata
from base64 import b64encode
from binascii import a2b_base64
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from retrieval.ports import Fingerprint
from retrieval.stores import rows
from retrieval.text.collection import check_name
from retrieval.text.words import UNSPACED
from retrieval.values import Chunk, Document, DocumentFacts

SCHEMA_VERSION = "2"
"""Part of an index's fingerprint: another number makes another index."""


WEIGHTS = ("title^4", "headings^2", "body^2", "names^1", "cjk^1", "place^2")
"""As the SQLite store weighs its columns, doubled, since no weight may be less than 1."""

WAITING, THERE, NONE = "waiting", "there", "none"
"""Whether a chunk has its vector, is to get one, or has no text for one (`vector_state`)."""

_LONGEST_ID = 100
"""Characters of a name in an id; the whole may have 512 bytes."""

Source = dict[str, Any]

_ANALYSIS = {
    "filter": {
        # Splits at whatever is no letter and no digit, and nowhere else.
        "at_signs": {
            "type": "word_delimiter_graph",
            "split_on_case_change": False,
            "split_on_numerics": False,
            "stem_english_possessive": False,
        }
    },
    "analyzer": {
        "prose": {
            "type": "custom",
            "tokenizer": "whitespace",
            "filter": ["at_signs", "lowercase", "asciifolding", "porter_stem"],
        }
    },
}


def settings() -> dict[str, Any]:
    """Return the settings of an index; whoever writes to it refreshes it.

    `k1` is that of FTS5 times 2, as the weights are; `b` is the same.
    """
    return {
        "number_of_shards": 1,
        "auto_expand_replicas": "0-1",
        "refresh_interval": "-1",
        "similarity": {"default": {"type": "BM25", "k1": 2.4, "b": 0.75}},
        "analysis": _ANALYSIS,
    }


def mappings(dims: int, meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return the mapping of an index of vectors of length `dims`; `meta` is its `_meta`.

    With 0 dimensions it is an index of words only.
    """
    words = {"type": "text", "analyzer": "prose", "copy_to": "all"}
    vector = {
        "type": "dense_vector",
        "dims": dims,
        "index": True,
        "similarity": "cosine",
        "index_options": {"type": "int8_hnsw", "m": 16, "ef_construction": 100},
    }
    exact = {"type": "binary", "doc_values": True}
    names = ("kind", "page", "revision", "root", "path", "digest", "vector_state")
    return {
        "dynamic": "strict",
        "_meta": dict(meta),
        "_source": {"excludes": ["embedding", "page_embedding", "vector"]},
        "properties": {
            **{name: {"type": "keyword"} for name in names},
            **{field.split("^")[0]: words for field in WEIGHTS},
            # Every word of a chunk, to count it and to find phrases; nothing is ranked by it.
            "all": {"type": "text", "analyzer": "prose", "norms": False},
            "ordinal": {"type": "integer"},
            "tokens": {"type": "integer"},
            **({"embedding": vector, "page_embedding": vector} if dims else {}),
            "vector": exact,
            # Title, link and metadata of a page, to be read with no look at its source.
            "card": exact,
            # The long words of a page, to be known by a part of them.
            "parts": {"type": "keyword", "ignore_above": 200},
            "facts": {"type": "object", "enabled": False},
        },
    }


def meta_of(
    fingerprint: Fingerprint, collection: str, generation: str, **more: Any
) -> dict[str, Any]:
    """Return what a new index says about itself in `_meta`."""
    return {
        "schema": SCHEMA_VERSION,
        "collection": collection,
        "generation": generation,
        "chunker": fingerprint.chunker,
        "embedder": fingerprint.embedder,
        "dims": fingerprint.dims,
        **more,
    }


# --- names ----------------------------------------------------------------------------------


def alias_of(prefix: str, collection: str) -> str:
    """Return the alias of a collection. Raises InputError for a name that cannot be one."""
    return f"{prefix}.{check_name(collection)}"


def index_of(prefix: str, collection: str, generation: str) -> str:
    """Return the name of the index of a generation.

    PLACE/NAME is the generation NAME under a prefix of its own, which begins with this one.
    """
    place, _, name = generation.rpartition("/")
    return f"{alias_of(f'{prefix}.{place}' if place else prefix, collection)}.{name}"


def named(prefix: str, index: str) -> tuple[str, str] | None:
    """Return the collection and generation of an index, None for one that is not ours."""
    match = re.fullmatch(re.escape(prefix) + r"\.([a-z0-9][a-z0-9_-]*)\.([0-9]{4,})", index)
    return (match[1], match[2]) if match else None


def page_id(document_id: str) -> str:
    """Return the `_id` of a page's entry."""
    return _id("page", document_id)


def chunk_id(document_id: str, revision: str, ordinal: int) -> str:
    """Return the `_id` of a chunk of one revision of a page."""
    return _id("chunk", document_id, revision, str(ordinal))


def kept_id(kind: str, name: str = "") -> str:
    """Return the `_id` of a root, a lease or a fact."""
    return _id(kind, name)


def _id(*parts: str) -> str:
    """Join parts to an id; what is too long for one, or cannot be written, by its digest."""
    first, told, *rest = parts
    if len(told) > _LONGEST_ID or not told.isprintable():
        told = sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
    return "/".join([first, told, *rest])


# --- documents ------------------------------------------------------------------------------


def chunk_sources(document: Document, chunks: Sequence[Chunk], revision: str) -> list[Source]:
    """Return the documents of the chunks of a page, without their vectors."""
    texts = rows.words_rows(document, chunks)
    return [
        _chunk_source(document, chunk, revision, words)
        for chunk, words in zip(chunks, texts, strict=True)
    ]


def _chunk_source(document: Document, chunk: Chunk, revision: str, words: rows.Row) -> Source:
    title, headings, body, idents, path = words
    hidden = idents.split(" ")
    return {
        "kind": "chunk",
        "page": rows.storable(document.id),
        "revision": revision,
        "ordinal": chunk.ordinal,
        "path": path,
        "title": _composed(title),
        "headings": _composed(headings),
        "body": _composed(body),
        "names": " ".join(word for word in hidden if not UNSPACED.search(word)),
        "cjk": " ".join(word for word in hidden if UNSPACED.search(word)),
        "place": _composed(path),
        "digest": chunk.digest,
        "tokens": chunk.tokens,
        "vector_state": WAITING if chunk.embedded else NONE,
        "facts": {
            "id": rows.storable(chunk.id),
            "start": chunk.start,
            "end": chunk.end,
            "text": rows.storable(chunk.text),
            "headings": [rows.storable(heading) for heading in chunk.heading_path],
            "lead": rows.storable(chunk.lead),
            "fragment": rows.storable(chunk.fragment),
            "embedded": rows.storable(chunk.embedded),
        },
    }


def page_source(document: Document, chunks: Sequence[Source], revision: str) -> Source:
    """Return the entry of a page whose chunks' documents are `chunks`, without its vector."""
    said = ("title", "headings", "body", "names", "cjk", "path")
    parts = rows.parts_row([[source[field] for field in said] for source in chunks])
    facts = {
        "title": rows.storable(document.title),
        "url": rows.storable(document.url),
        "metadata": json.loads(rows.metadata_text(document.metadata)),
    }
    return {
        "kind": "page",
        "page": rows.storable(document.id),
        "revision": revision,
        "root": rows.storable(document.root),
        "path": rows.storable(document.path),
        "digest": document.digest,
        "parts": parts.split(),
        "card": b64encode(json.dumps(facts).encode()).decode("ascii"),
        "facts": {**facts, "chunks": len(chunks)},
    }


def chunk_of(source: Mapping[str, Any]) -> Chunk:
    """Return the chunk that a document holds."""
    facts = source["facts"]
    return Chunk(
        id=facts["id"],
        document_id=source["page"],
        ordinal=source["ordinal"],
        start=facts["start"],
        end=facts["end"],
        text=facts["text"],
        heading_path=tuple(facts["headings"]),
        lead=facts["lead"],
        fragment=facts["fragment"],
        embedded=facts["embedded"],
        tokens=source["tokens"],
        digest=source["digest"],
    )


@lru_cache(maxsize=10_000)
def facts_on(card: str, page: str, path: str, collection: str) -> DocumentFacts:
    """Return the facts of a page from its card, as the doc values of its entry have them.

    The same pages are found again and again, so what was read once is remembered.
    """
    facts = json.loads(a2b_base64(card))
    return facts_of({"page": page, "path": path, "facts": facts}, collection)


def facts_of(source: Mapping[str, Any], collection: str) -> DocumentFacts:
    """Return the facts that the entry of a page holds."""
    facts = source["facts"]
    said = (source["path"], facts["title"], facts["url"], rows.metadata_of(facts["metadata"]))
    return DocumentFacts(source["page"], collection, *said)


def _composed(text: str) -> str:
    """Return text whose accents are part of their letters, as the index's folding needs them."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)
