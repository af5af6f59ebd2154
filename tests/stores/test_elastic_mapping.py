"""Documents of an Elasticsearch index: what goes in comes out, and names are never mistaken."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import InputError
from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from tests.fakes.pages import MADE_WITH, FakeCutter, page

TOLD = page(
    "a/b.md",
    "Leave\n\nTwenty days for getUserById.\n\nパスワードを更新",
    owner="hr",
    tags=("x",),
    verified=date(2026, 1, 2),
)


def test_chunks_and_facts_come_back_as_they_were() -> None:
    """Nothing is lost between a page and its documents."""
    chunks = FakeCutter().chunks(TOLD)
    sources = mapping.chunk_sources(TOLD, chunks, "r1")

    assert list(chunks) == [mapping.chunk_of(source) for source in sources]
    assert TOLD.facts("docs") == mapping.facts_of(mapping.page_source(TOLD, sources, "r1"), "docs")


def test_an_entry_is_read_from_its_doc_values_alone() -> None:
    """What a search wants to know of a page needs no look at the document itself."""
    entry = mapping.page_source(TOLD, [], "r1")

    assert TOLD.facts("docs") == mapping.facts_on(entry["card"], TOLD.id, TOLD.path, "docs")


def test_every_field_is_one_of_the_strict_mapping() -> None:
    """A document has no field that the mapping would refuse."""
    known = set(mapping.mappings(4, {})["properties"])
    sources = mapping.chunk_sources(TOLD, FakeCutter().chunks(TOLD), "r1")
    ones = np.full(4, 0.5, dtype=np.float32)
    entry = mapping.page_source(TOLD, sources, "r1")
    documents = [
        *sources,
        entry,
        floats.vector_fields(ones),
        floats.vector_fields(ones, of_page=True),
    ]

    assert set() == {field for one in documents for field in one} - known


def test_names_and_pairs_of_characters_stand_in_fields_of_their_own() -> None:
    """Parts of joined names are searchable words, and so are pairs of unspaced scripts."""
    sources = mapping.chunk_sources(TOLD, FakeCutter().chunks(TOLD), "r1")

    assert sources[1]["names"].endswith("get user by id")
    assert {"更新", "パス"} <= set(sources[2]["cjk"].split())


def test_accents_are_part_of_their_letters() -> None:
    """Text of letters and combining accents is composed, as the index's folding needs it."""
    written = page("x.md", "T\n\ncafe\u0301")
    sources = mapping.chunk_sources(written, FakeCutter().chunks(written), "r1")

    assert "caf\u00e9" == sources[1]["body"]


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        ("footnote.docs.0001", ("docs", "0001")),
        ("footnote.docs-0001.0002", ("docs-0001", "0002")),
        ("footnote.docs", None),
        ("footnote-b.docs.0001", None),
        ("footnote.docs.0001.old", None),
    ],
)
def test_an_index_names_its_collection_and_generation(
    index: str, expected: tuple[str, str] | None
) -> None:
    """What another installation or another program made is not taken for ours."""
    assert expected == mapping.named("footnote", index)


def test_names_are_made_as_they_are_read() -> None:
    """An index's name gives back what it was made of; a bad collection makes none."""
    assert "footnote.docs" == mapping.alias_of("footnote", "docs")
    assert ("docs", "0003") == mapping.named(
        "footnote", mapping.index_of("footnote", "docs", "0003")
    )
    with pytest.raises(InputError):
        mapping.alias_of("footnote", "a.b")


@given(st.text(st.characters(exclude_categories=())), st.text("0123456789abcdef", max_size=64))
def test_any_document_has_an_id_that_fits(document: str, revision: str) -> None:
    """Ids have at most 512 bytes, and two kinds never share one."""
    ids = {
        mapping.page_id(document),
        mapping.chunk_id(document, revision, 12345),
        mapping.kept_id("root", document),
    }

    assert 3 == len(ids)
    assert all(len(one.encode()) <= 512 for one in ids)


def test_the_mapping_is_explicit() -> None:
    """Nothing of an index hangs on a version's defaults, and its fingerprint stands in it."""
    said = mapping.mappings(384, mapping.meta_of(MADE_WITH, "docs", "0001"))

    assert "strict" == said["dynamic"]
    assert {"type": "int8_hnsw", "m": 16, "ef_construction": 100} == (
        said["properties"]["embedding"]["index_options"]
    )
    assert ("hash 16", "docs", "0001") == tuple(
        said["_meta"][key] for key in ("embedder", "collection", "generation")
    )


def test_an_index_of_words_only_has_no_field_for_vectors() -> None:
    """Vectors of no length cannot be mapped, and are not."""
    assert "embedding" in mapping.mappings(4, {})["properties"]
    assert not {"embedding", "page_embedding"} & set(mapping.mappings(0, {})["properties"])
