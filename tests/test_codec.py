"""Tests of retrieval/codec.py: compact data, by declared types."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.codec import Decoder, Encoder, digest
from retrieval.values import Candidates, Chunk, Dropped, Hit, LegResult, Verdict
from tests.test_tracing import CHUNK, CLAIM, FACTS


def _through(value: object, kind: object) -> object:
    encoder = Encoder()
    data = encoder.value(value)
    return Decoder(encoder.shared, encoder.names, list(encoder.texts.values())).value(kind, data)


def test_what_recurs_stands_once() -> None:
    """Equal chunks stand once, whether they are one object or two."""
    hits = tuple(Hit(replace(CHUNK), FACTS, rank, 1.0) for rank in (1, 2, 3))
    found = Candidates((LegResult("words", "q", hits),))
    encoder = Encoder()
    encoder.value(found)

    assert 2 == len(encoder.shared)
    assert found == _through(found, Candidates)


def test_equal_looking_values_of_two_kinds_stay_apart() -> None:
    """A chunk and a document are never taken for each other, however alike their data."""
    assert CHUNK == _through(CHUNK, Chunk)
    assert FACTS == _through(FACTS, type(FACTS))


def test_one_of_several_kinds_is_told_by_name() -> None:
    """A verdict comes back as the kind that it was."""
    dropped = Dropped(CLAIM, "quote", "not there")

    assert dropped == _through(dropped, Verdict)


def test_a_row_of_another_length_is_refused() -> None:
    """Data that does not fit its field names is never guessed at."""
    with pytest.raises(ValueError, match="shorter"):
        Decoder([], {"Dropped": ["claim"]}, []).value(Dropped, ["Dropped"])


def test_the_digest_of_any_text() -> None:
    """Digests are SHA-256 of the UTF-8 text; a lone surrogate has one too."""
    assert "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" == digest("abc")
    assert 64 == len(digest("\ud800"))
