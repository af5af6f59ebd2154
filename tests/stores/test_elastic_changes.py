"""The writer's own knowledge of what is in a generation, without a server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.errors import UnreadableDocument
from retrieval.stores import elastic_changes
from retrieval.stores.elastic_changes import Batch, Manifest
from retrieval.values import Document
from tests.fakes.pages import FakeCutter, page

VPN = page("vpn.md", "VPN\n\nRestart it.")
KEYS = page("keys.md", "Keys\n\nRotate them.")


def put(manifest: Manifest, document: Document, instead_of: str = "") -> elastic_changes.Change:
    """Put a page as the cutter in tests cuts it."""
    return manifest.put(document, FakeCutter().chunks(document), instead_of)


def test_a_page_is_known_once_it_is_put() -> None:
    """By the digest of its root's pages, and with no former self the first time."""
    manifest = Manifest([])
    change = put(manifest, VPN)

    assert {"vpn.md": VPN.digest} == manifest.of("here")
    assert () == change.former
    assert {} == manifest.of("elsewhere")


def test_a_page_put_again_takes_the_place_of_its_earlier_self() -> None:
    """Under another revision, so that no id is that of a chunk that people find now."""
    manifest = Manifest([])
    first, second = put(manifest, VPN).entry, put(manifest, VPN)

    assert (first,) == second.former
    assert first is not None
    assert second.entry is not None
    assert first.revision != second.entry.revision


def test_a_renamed_page_leaves_where_it_was() -> None:
    """Its former entry goes in the same step."""
    manifest = Manifest([])
    before = put(manifest, VPN).entry
    moved = replace(VPN, id="here:net.md", path="net.md")
    change = put(manifest, moved, "vpn.md")

    assert (before,) == change.former
    assert {"net.md": VPN.digest} == manifest.of("here")


def test_an_id_is_one_pages() -> None:
    """Another page with an id that is taken is refused, and nothing is changed."""
    manifest = Manifest([])
    put(manifest, VPN)

    with pytest.raises(UnreadableDocument, match=r"vpn\.md of here"):
        put(manifest, replace(KEYS, id=VPN.id))
    assert {"vpn.md": VPN.digest} == manifest.of("here")


def test_what_is_undone_leaves_the_former_page() -> None:
    """As if it had not been tried."""
    manifest = Manifest([])
    put(manifest, VPN)
    change = put(manifest, replace(VPN, digest="other"))
    manifest.undo(change)

    assert {"vpn.md": VPN.digest} == manifest.of("here")


def test_what_goes_takes_its_entry_first_and_every_chunk() -> None:
    """One operation for the entry, one for each chunk."""
    manifest = Manifest([])
    change = put(manifest, VPN)
    assert change.entry is not None

    assert 1 + len(change.chunks) == len(change.entry.gone())
    assert '"_id":"page/' in change.entry.gone()[0].text
    assert change.entry.gone()[1:] == change.entry.leaving()


def test_a_half_surrogate_in_a_path_is_found_again() -> None:
    """The index keeps what UTF-8 can hold, and so does the writer."""
    manifest = Manifest([])
    put(manifest, page("a\ud800.md", "A\n\nText."))

    assert manifest.at("here", "a\ud800.md") is not None
    assert ["a?.md"] == list(manifest.of("here"))


def test_a_batch_is_full_by_pages_or_by_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes first."""
    monkeypatch.setattr(elastic_changes, "ENOUGH_PAGES", 2)
    manifest, batch = Manifest([]), Batch()
    batch.add(put(manifest, VPN))
    assert not batch.full
    batch.add(put(manifest, KEYS))

    assert batch.full
    assert {VPN.id, KEYS.id} == batch.pages
    monkeypatch.setattr(elastic_changes, "ENOUGH_PAGES", 9)
    monkeypatch.setattr(elastic_changes, "ENOUGH_TEXT", 10)
    assert batch.full
